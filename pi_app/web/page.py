"""A Board and the viewer's language in; a whole HTML page out, readable without JavaScript.

Every text is escaped here, names above all; scripts later replace what stands in `#board`.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from html import escape
from pathlib import Path
from string import Template

from pi_app.game.pieces import Phase, PlayerId
from pi_app.session.views import Board, PlayerView, PointsView, RoundView
from pi_app.web import qr, rabbits
from pi_app.web.board import public_rounds
from pi_app.web.cells import heads, label_of, name_of, panel, plain, row
from pi_app.web.head import head
from pi_app.web.more_tables import more_tables, title_list
from pi_app.web.phrases import Phrases, phrases
from pi_app.web.rules import PATH as RULES_PATH
from pi_app.web.rules import heading, rule_behind, section
from pi_app.words import LANGUAGE_NAMES

_TEMPLATE = Template((Path(__file__).parent / "static" / "page.html").read_text(encoding="utf-8"))
_SPRITE = rabbits.sprite()
_CROWD = 8
"""More players than this are shown smaller on a television."""


def html(
    board: Board, language: str, assets: Mapping[str, str], tv: bool = False, address: str | None = None
) -> str:
    """The page in `language`; `assets`: file name -> where it is served. `tv`: large, for four metres;
    `address`: what the next phone opens.
    """
    say = Phrases(language)
    this, other = ("/tv", "/") if tv else ("/", "/tv")
    title = escape(say.text("title"))
    return _TEMPLATE.substitute(
        lang=language,
        dir=say.direction,
        mode="tv" if tv else "phone",
        title=title,
        head=head(title, assets, *(("tv.css",) if tv else ())),
        script=assets["page.js"],
        plain=assets["plain.js"],
        words=escape(json.dumps(phrases(language), ensure_ascii=False)),
        sprite=_SPRITE,
        phase=escape(phase_line(board, say)),
        pips=_pips(board),
        round=escape(say.text("round", n=board.round)) if board.round else "",
        crowd=_crowd(board),
        asleep=rabbits.sleepers(),
        awake="hidden" if board.players else "",
        here=here(address, say, hidden=bool(board.players)) if tv else "",
        share="" if tv else share(address, say),
        board="".join(map(panel, _tv_parts(board, say) if tv else _parts(board, say))),
        rules=section(board, say),
        rules_head=heading(board, say),
        rules_href=f"{RULES_PATH}?lang={language}",
        rules_hidden="" if board.rules and not tv else "hidden",
        export=escape(say.text("export")),
        reloads=escape(say.text("reloads")),
        language=escape(say.text("language")),
        languages=languages(this, language),
        other_href=f"{other}?lang={language}",
        other=escape(say.text("phone" if tv else "tv")),
    )


def _crowd(board: Board) -> str:
    """How much there is beside each other on a television."""
    many = "many" if len(board.players) > _CROWD else ""
    return many if public_rounds(board) else f"{many} alone".strip()


def here(address: str | None, say: Phrases, hidden: bool) -> str:
    """Where phones find the page: large on a television before the match."""
    if address is None:
        return ""
    kept = "hidden" if hidden else ""
    return f'<section id="here" {kept}>{_code(address)}<h2>{escape(say.text("follow"))}</h2></section>'


def share(address: str | None, say: Phrases) -> str:
    """The same at hand on a phone, for whoever sits beside."""
    if address is None:
        return ""
    return f'<details id="share"><summary>{escape(say.text("follow"))}</summary>{_code(address)}</details>'


def _code(address: str) -> str:
    shown = escape(address)
    picture = f'<img src="{qr.PATH}" width="200" height="200" loading="lazy" alt="QR">'
    return f'{picture}<p dir="ltr">{shown.removeprefix("http://")}</p>'


def phase_line(board: Board, say: Phrases) -> str:
    """What the table is doing, in one line."""
    names = {player.id: plain(label_of(player)) for player in board.players}
    if board.winners:
        winners = [names.get(winner, "?") for winner in board.winners]
        return say.text("winners", n=len(winners), names=say.listed(winners))
    if not board.players:
        return say.text("empty")
    fields: dict[str, int | str] = {}
    if board.phase is Phase.VOTING:
        fields = {"n": board.voted, "voters": board.voters}
    if board.phase is Phase.CLUE:
        fields = {"name": names.get(board.storyteller or 0, "?")}
    return say.text(f"phase.{board.phase.value}", **fields)


def _parts(board: Board, say: Phrases) -> tuple[str, ...]:
    """What the page tells, a panel each, best first."""
    return title_list(board, say), _ranking(board, say), _rounds(board, say), *more_tables(board, say)


def _tv_parts(board: Board, say: Phrases) -> tuple[str, ...]:
    """As much of it as can be read from four metres: who leads, and the last round."""
    last = "".join(_round(scored, _names(board), say) for scored in public_rounds(board)[-1:])
    return title_list(board, say) + _ranking(board, say), last


def _pips(board: Board) -> str:
    """A disc for each vote that is awaited, the laid ones first: how many, never whose."""
    if board.phase is not Phase.VOTING:
        return ""
    return '<i class="laid"></i>' * board.voted + "<i></i>" * (board.voters - board.voted)


def _ranking(board: Board, say: Phrases) -> str:
    if not board.players:
        return ""
    ranked = sorted(board.players, key=lambda player: player.rank)
    rows = "".join(_player(player, player.storyteller and not board.over, say) for player in ranked)
    head = heads(*(escape(say.text(key)) for key in ("place", "player", "score")))
    return f'<table class="ranking"><thead>{head}</thead><tbody>{rows}</tbody></table>'


def _player(player: PlayerView, tells: bool, say: Phrases) -> str:
    notes = [say.text("storyteller")] if tells else []
    notes += [] if player.active else [say.text("left")]
    small = "".join(f" <small>{escape(note)}</small>" for note in notes)
    return row(
        escape(say.number(player.rank)),
        f"{rabbits.rabbit(player.stickers, tells)} {name_of(label_of(player))}{small}",
        escape(say.number(player.score)),
        headed_by=1,
    )


def _rounds(board: Board, say: Phrases) -> str:
    parts = [_round(scored, _names(board), say) for scored in reversed(public_rounds(board))]
    return f"<h2>{escape(say.text('history'))}</h2>{''.join(parts)}" if parts else ""


def _names(board: Board) -> dict[PlayerId, str]:
    return {player.id: label_of(player) for player in board.players}


def _round(scored: RoundView, names: Mapping[PlayerId, str], say: Phrases) -> str:
    head = f"<h3>{escape(say.text('round', n=scored.number))}</h3>"
    if scored.void:
        return head + f"<p>{escape(say.text('void'))}</p>"
    outcome = f"outcome.{scored.outcome}"
    line = f"<p>{escape(say.text(outcome))}</p>" if say.knows(outcome) else ""
    rows = "".join(
        row(
            name_of(names.get(points.player, "?")),
            escape(say.number(points.total)),
            "<br>".join(_whys(points, say)),
        )
        for points in scored.points
    )
    columns = heads(*(escape(say.text(key)) for key in ("player", "score", "why")))
    return f'{head}{line}<table class="points"><thead>{columns}</thead><tbody>{rows}</tbody></table>'


def _whys(points: PointsView, say: Phrases) -> list[str]:
    """In the viewer's words where we have them all, else in the table's; each leads to its rule."""
    keys = [f"why.{reason.code}" for reason in points.reasons]
    if not keys or not all(say.knows(key) for key in keys):
        return [f'<span dir="auto">{escape(plain(why))}</span>' for why in points.why]
    return [
        _led(rule_behind(reason.code), say.text(key, n=reason.count), say.language)
        for key, reason in zip(keys, points.reasons, strict=True)
    ]


def _led(rule: str | None, text: str, language: str) -> str:
    """A text that leads to the rule behind it, where there is one."""
    if rule is None:
        return f"<span>{escape(text)}</span>"
    return f'<a href="{RULES_PATH}?lang={language}#rule-{escape(rule)}">{escape(text)}</a>'


def languages(here: str, current: str) -> str:
    """The five languages to choose from, as links to the page `here`."""
    current_mark = ' aria-current="true"'
    return "".join(
        f'<a href="{here}?lang={code}" hreflang="{code}" lang="{code}"'
        f"{current_mark if code == current else ''}>{name}</a>"
        for code, name in LANGUAGE_NAMES.items()
    )
