"""A match in; how it can end or go on, and who earned which title, as it is shown, out."""

from __future__ import annotations

from functools import lru_cache

from pi_app.game.match import Match
from pi_app.game.moves import Move, NextRound, PlayOn
from pi_app.game.pieces import IllegalMove, Phase
from pi_app.game.rules import play
from pi_app.game.titles import Title, titles
from pi_app.session.round_views import names_of
from pi_app.session.sentences import title_text
from pi_app.session.views import TitleView
from pi_app.words import Words


def can_end_by_deck(match: Match) -> bool:
    """ "The deck is empty" would end this match now, and nothing else does."""
    if match.phase is not Phase.SCORES:
        return False
    said = _after(match, NextRound(deck_empty=True))
    on = _after(match, NextRound())
    return said is not None and said.over and not (on is not None and on.over)


def can_play_on(match: Match) -> bool:
    """The table may go on after the end."""
    return match.phase is Phase.OVER and _after(match, PlayOn()) is not None


def title_views(match: Match, words: Words) -> tuple[TitleView, ...]:
    """Only when the match is over."""
    if not match.over:
        return ()
    names = names_of(match)
    return tuple(
        TitleView(title.code, title_text(title, names, words), title.players, title.count)
        for title in _titles(_Same(match))
    )


class _Same:
    """A match as a key: the same only if it is the very same value."""

    __slots__ = ("match",)

    def __init__(self, match: Match) -> None:
        self.match = match

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Same) and self.match is other.match

    def __hash__(self) -> int:
        return id(self.match)


@lru_cache(maxsize=2)
def _titles(of: _Same) -> tuple[Title, ...]:
    """Counting a long match for each look at the table would be slow."""
    return titles(of.match)


def _after(match: Match, move: Move) -> Match | None:
    try:
        return play(match, move)
    except IllegalMove:
        return None
