"""Who somebody is over evenings: players in, a lasting key for each out; matches in, who is remembered, out.

A key is the name somebody had when first seen, with a number behind it where somebody else has that key
already: "anna", "anna#2". It stays when the name changes. Matches without keys are known by the names.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, replace

from pi_app.game.moves import AddPlayer, Move, RenamePlayer, Seat, StartMatch
from pi_app.game.pieces import Player, PlayerId


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody who has played. `name`: as it was last; `matches`: in how many of those looked at.

    `also`: keys of those who turned out to be this one.
    """

    key: str
    name: str
    matches: int
    also: tuple[str, ...] = ()

    def sits_among(self, keys: Collection[str]) -> bool:
        """One of these keys is this person's, from before or after it turned out who it is."""
        return any(key in keys for key in (self.key, *self.also))


def name_key(name: str) -> str:
    """The name however it was typed: capitals, spaces and composed letters make no difference."""
    return unicodedata.normalize("NFKC", " ".join(name.split())).casefold()


def person_keys(players: Iterable[Player]) -> dict[PlayerId, str]:
    """How each player of one match is known over evenings; no two have the same key."""
    keys: dict[PlayerId, str] = {}
    for player in sorted(players, key=lambda player: (player.person is None, player.id)):
        keys[player.id] = free_key(player.person or name_key(player.name), keys.values())
    return keys


def free_key(key: str, taken: Collection[str]) -> str:
    """The key itself, or with the first number that makes it somebody else's."""
    found, n = key, 1
    while found in taken:
        n += 1
        found = f"{key}#{n}"
    return found


def remembered(
    matches: Iterable[Iterable[Move]], same: Mapping[str, str] | None = None
) -> tuple[Person, ...]:
    """Everybody who sat in these matches, oldest match first; who played last comes first.

    The moves of each match are those that stand (`history.standing`). `same`: key -> whose it really is.
    """
    people: dict[str, Person] = {}
    same = same or {}
    for moves in matches:
        players = _seated(moves)
        keys = person_keys(players.values()).items()
        for key, name in {same.get(key, key): players[player].name for player, key in keys}.items():
            before = people.pop(key, Person(key, "", 0))
            people[key] = Person(key, name, before.matches + 1)
    also = {key: tuple(one for one, other in same.items() if other == key) for key in same.values()}
    return tuple(replace(person, also=also.get(person.key, ())) for person in reversed(people.values()))


def recognised(name: str, people: Iterable[Person], taken: Collection[str]) -> str:
    """The key of whoever is called so, or was, and is not `taken`; who played last first. Else a new key."""
    wanted, known = name_key(name), tuple(people)
    free = [person for person in known if not person.sits_among(taken)]
    called = (person.key for person in free if name_key(person.name) == wanted)
    once = (person.key for person in free if wanted in person.also)
    return next(called, None) or next(once, None) or new_key(name, known, taken)


def new_key(name: str, people: Iterable[Person], taken: Collection[str]) -> str:
    """For somebody who was never here, whoever else has the name."""
    known = {key for person in people for key in (person.key, *person.also)}
    return free_key(name_key(name), {*taken, *known})


def labels(names: Mapping[str, str]) -> dict[str, str]:
    """key -> name; people of one name are told apart by a number: Anna, Anna (2)."""
    told: dict[str, str] = {}
    met: dict[str, int] = {}
    for key in sorted(names):
        plain = name_key(names[key])
        met[plain] = met.get(plain, 0) + 1
        told[key] = names[key] if met[plain] == 1 else f"{names[key]} ({met[plain]})"
    return told


def _seated(moves: Iterable[Move]) -> dict[PlayerId, Player]:
    """Who sat at the table, under the last name; the rules are not asked."""
    players: dict[PlayerId, Player] = {}

    def sit(seat: Seat) -> None:
        known = players.get(seat.id)
        players[seat.id] = Player(seat.id, seat.name, 0, person=known.person if known else seat.person)

    for move in moves:
        match move:
            case StartMatch(players=seats):
                players.clear()
                for seat in seats:
                    sit(seat)
            case AddPlayer(player=seat):
                sit(seat)
            case RenamePlayer(player=player, name=name) if player in players:
                players[player] = replace(players[player], name=name)
    return players
