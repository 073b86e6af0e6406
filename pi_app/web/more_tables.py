"""A Board in; what the page tells beside points and rounds - titles, counts, points by hand - out."""

from __future__ import annotations

from html import escape

from pi_app.session.views import Board
from pi_app.web.board import public_rounds
from pi_app.web.cells import heads, label_of, name_of, plain, row
from pi_app.web.facts import COUNTS, player_facts
from pi_app.web.phrases import Phrases


def title_list(board: Board, say: Phrases) -> str:
    """Who earned what in this match; only at its end."""
    if not board.over or not board.titles:
        return ""
    names = {player.id: label_of(player) for player in board.players}
    rows = "".join(
        row(
            escape(say.text(key) if say.knows(key := f"title.{title.code}") else title.text),
            ", ".join(name_of(names.get(player, "?")) for player in title.players),
            escape(say.number(title.count)),
        )
        for title in board.titles
    )
    return f'<h2>{escape(say.text("titles"))}</h2><table class="points won"><tbody>{rows}</tbody></table>'


def more_tables(board: Board, say: Phrases) -> tuple[str, str]:
    """Counts of every player, then points by hand."""
    return _statistics(board, say), _by_hand(board, say)


def _statistics(board: Board, say: Phrases) -> str:
    facts = player_facts(public_rounds(board))
    if not facts:
        return ""
    columns = heads(
        *(escape(say.text(key)) for key in ("player", *(f"stat.{count}" for count in COUNTS))),
    )
    rows = "".join(
        row(
            name_of(label_of(player)),
            *(escape(say.number(facts[player.id][count])) for count in COUNTS),
        )
        for player in board.players
        if player.id in facts
    )
    return (
        f'<h2>{escape(say.text("statistics"))}</h2><table class="points statistics"><thead>{columns}</thead>'
        f"<tbody>{rows}</tbody></table>"
    )


def _by_hand(board: Board, say: Phrases) -> str:
    """Points of no round: brought along by late players, and given or taken by hand."""
    names = {player.id: label_of(player) for player in board.players}
    told = [(label_of(p), p.start_score, say.text("joined")) for p in board.players if p.start_score]
    told += [(names.get(a.player, "?"), a.points, plain(a.reason)) for a in board.adjustments]
    if not told:
        return ""
    rows = "".join(
        row(name_of(name), escape(say.number(points)), f'<span dir="auto">{escape(why)}</span>')
        for name, points, why in told
    )
    return f'<h2>{escape(say.text("by_hand"))}</h2><table class="points"><tbody>{rows}</tbody></table>'
