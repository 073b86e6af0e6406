"""A match in; who was the best liar, the mind twins, and the like, out - only what somebody has earned."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass

from pi_app.game.match import Match
from pi_app.game.persons import person_keys
from pi_app.game.pieces import PlayerId
from pi_app.game.statistics import Statistics, Tally, statistics

# code: what it means; `count` fills its sentence in session/sentences.py.
TITLES: dict[str, str] = {
    "BEST_LIAR": "drew the most votes on cards that were not the storyteller's; count = votes",
    "BEST_TELLER": "told most often so that some found the card, not all; count = rounds",
    "SHARP_EYE": "found the storyteller's card most often; count = rounds",
    "MIND_TWINS": "two who voted for the same cards; count = rounds",
    "FOOLED": "the first was fooled most often by the second; count = votes",
    "BIG_ROUND": "the most points in one round; count = points",
    "COMEBACK": "a winner who was far behind; count = points",
    "DROUGHT": "most rounds in a row without a point; count = rounds",
    "OPEN_BOOK": "everyone found the card of this storyteller; count = rounds",
    "DARK_POET": "nobody found the card of this storyteller; count = rounds",
}
_MOST_SHARING = 2


@dataclass(frozen=True, slots=True)
class Title:
    """One title and who has it, in seat order. `count`: as in TITLES."""

    code: str
    players: tuple[PlayerId, ...]
    count: int


@dataclass(frozen=True, slots=True)
class _Contest:
    code: str
    of: Callable[[Tally], int]
    least: int


_CONTESTS = (
    _Contest("BEST_LIAR", lambda tally: tally.drawn, 2),
    _Contest("BEST_TELLER", lambda tally: tally.told_some, 2),
    _Contest("SHARP_EYE", lambda tally: tally.found, 2),
    _Contest("BIG_ROUND", lambda tally: tally.best_round, 5),
    _Contest("COMEBACK", lambda tally: tally.behind, 5),
    _Contest("DROUGHT", lambda tally: tally.drought, 3),
    _Contest("OPEN_BOOK", lambda tally: tally.told_all, 2),
    _Contest("DARK_POET", lambda tally: tally.told_none, 2),
)
_ORDER = tuple(TITLES)


def titles(match: Match) -> tuple[Title, ...]:
    """The titles of one match, in the order of TITLES; what too many share is nobody's."""
    found = statistics((match,))
    players = {key: player for player, key in person_keys(match.players).items()}
    seats = [player.id for player in match.players]
    given = [*_single(found.people, players, seats), *_pairs(found, players, seats)]
    return tuple(sorted(given, key=lambda title: _ORDER.index(title.code)))


def _single(
    people: Mapping[str, Tally], players: Mapping[str, PlayerId], seats: list[PlayerId]
) -> Iterator[Title]:
    for contest in _CONTESTS:
        best = max(map(contest.of, people.values()), default=0)
        holders = [players[key] for key, tally in people.items() if contest.of(tally) == best]
        if best >= contest.least and len(holders) <= _MOST_SHARING:
            yield Title(contest.code, tuple(sorted(holders, key=seats.index)), best)


def _pairs(found: Statistics, players: Mapping[str, PlayerId], seats: list[PlayerId]) -> Iterator[Title]:
    twins = [pair for pair in found.twins if pair.alike == found.twins[0].alike]
    if twins and twins[0].alike >= 2 and len(twins) == 1:
        pair = sorted((players[twins[0].one], players[twins[0].other]), key=seats.index)
        yield Title("MIND_TWINS", tuple(pair), twins[0].alike)
    fooled = [pair for pair in found.fooled if pair.votes == found.fooled[0].votes]
    if fooled and fooled[0].votes >= 2 and len(fooled) == 1:
        yield Title("FOOLED", (players[fooled[0].fooled], players[fooled[0].by]), fooled[0].votes)
