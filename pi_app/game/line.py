"""One line of the round notation in, its parts out, the players as the labels they were written with.

The notation is told in `notation.py`. What is not understood is refused in a sentence with its place.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from pi_app.game.pieces import SlotNumber, because

DECK_LABEL = "#deck"
_BARE = r"[^\s\"#:>|*=+,?-][^\s\":>|*=+,?-]*"
_LABEL = rf"(?:\"(?:\\.|[^\"\\])*\"|{DECK_LABEL}|{_BARE})"
_WORD = re.compile(r"\||(?:\"(?:\\.|[^\"\\])*\"|[^\s\"|])+|\"")
_SLOT = re.compile(rf"(\d{{1,4}}):({_LABEL})(\*?)")
_VOTE = re.compile(rf"({_LABEL})>((?:\d{{1,4}}|\?)(?:,(?:\d{{1,4}}|\?))*)")
_POINTS = re.compile(rf"({_LABEL})([+-]\d{{1,6}})")
_PLAYER = re.compile(rf"(?:(\d{{1,9}})=)?({_LABEL})")
_OVERRIDE = re.compile(r"([a-z_]+(?:\.[a-z0-9_]+)*)=(.+)")
_SIGNED = re.compile(r"[+-]?\d{1,6}")
_NUMBER = re.compile(r"(\d{1,6}):")
_LABELS = re.compile(rf"{_LABEL}(?:,{_LABEL})*")
_SECTIONS = 3


class NotationError(ValueError):
    """This is not the notation. The text is a sentence that names the place; `reason`: the same as data."""

    def __init__(self, text: str, place: int = 0, word: str = "", **fields: int | str) -> None:
        self.reason = because(text, **fields)
        if word:
            at = "At character {place} ({word}): {detail}"
            self.reason = because(at, place=place + 1, word=word[:40], detail=self.reason)
        super().__init__(f"{self.reason}.")


@dataclass(frozen=True, slots=True)
class Line:
    """A round as it was written, with the players as the labels they were written with."""

    storyteller: str
    slots: Mapping[SlotNumber, str] = field(default_factory=dict)
    votes: Mapping[str, tuple[SlotNumber | None, ...]] = field(default_factory=dict)
    number: int | None = None
    players: tuple[str, ...] = ()
    absent: tuple[str, ...] = ()
    red: SlotNumber | None = None
    void: bool = False
    points: Mapping[str, int] = field(default_factory=dict)


def label(name: str) -> str:
    """A name as it is written: bare if it is one plain word, else in double quotes."""
    return name if re.fullmatch(_BARE, name) else json.dumps(name, ensure_ascii=False)


@dataclass(frozen=True, slots=True)
class Heading:
    """The line of the match: `players` in seat order, number or label -> name; `overrides` as JSON values."""

    profile: str
    players: Mapping[str, str]
    overrides: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Adjusted:
    """Points by hand."""

    player: str
    points: int
    reason: str


def parse_line(text: str) -> Heading | Adjusted | Line:
    """Whatever this line is. Raise NotationError."""
    words = [word for section in _sections(text) for word in section]
    match words[0][1] if words else "":
        case "match":
            return _heading(words[1:])
        case "adjust":
            return _adjusted(words[1:])
    return parse_round(text)


def _heading(words: list[tuple[int, str]]) -> Heading:
    if not words:
        raise NotationError("The line of the match must say which profile is played")
    players: dict[str, str] = {}
    overrides: dict[str, Any] = {}
    for place, word in words[1:]:
        if path := _OVERRIDE.fullmatch(_plain(word, place)):
            overrides[path[1]] = _json(path[2], place)
        elif player := _PLAYER.fullmatch(word):
            name = _plain(player[2], place)
            key = player[1] or name
            if key in players:
                raise NotationError("{what} is written twice", place, word, what=key)
            players[key] = name
        else:
            raise NotationError("expected a player, such as 1=Anna", place, word)
    return Heading(_plain(words[0][1], words[0][0]), players, overrides)


def _adjusted(words: list[tuple[int, str]]) -> Adjusted:
    written = [word for _, word in words]
    if len(written) != 3 or not re.fullmatch(_LABEL, written[0]) or not _SIGNED.fullmatch(written[1]):
        raise NotationError('Points by hand are written like this: adjust Anna -1 "the reason"')
    return Adjusted(_plain(written[0], words[0][0]), int(written[1]), _plain(written[2], words[2][0]))


def _json(written: str, place: int) -> object:
    try:
        return json.loads(written)
    except ValueError:
        raise NotationError("this value cannot be read", place, written) from None


def parse_round(text: str) -> Line:
    """The line as it was written. Raise NotationError with the place of the first thing not understood."""
    sections = _sections(text)
    draft = _Draft()
    for place, word in sections[0]:
        draft.take_head(place, word)
    for place, word in sections[1]:
        draft.take_vote(place, word)
    for place, word in sections[2]:
        draft.take_points(place, word)
    return draft.line()


def _sections(text: str) -> list[list[tuple[int, str]]]:
    sections: list[list[tuple[int, str]]] = [[]]
    for found in _WORD.finditer(text):
        place, word = found.start(), found.group()
        if word == '"':
            raise NotationError("a name in quotes has no end", place, text[place : place + 20])
        if word == "|":
            sections.append([])
        else:
            sections[-1].append((place, word))
        if len(sections) > _SECTIONS:
            raise NotationError("there is one bar too many", place, word)
    return sections + [[] for _ in range(_SECTIONS - len(sections))]


def _plain(written: str, place: int) -> str:
    if not written.startswith('"'):
        return written
    try:
        return str(json.loads(written))
    except ValueError:
        raise NotationError("this name in quotes cannot be read", place, written) from None


class _Draft:
    """A line while it is being read."""

    def __init__(self) -> None:
        self.number: int | None = None
        self.teller: str | None = None
        self.starred: tuple[int, str, str] | None = None
        self.slots: dict[SlotNumber, str] = {}
        self.votes: dict[str, tuple[SlotNumber | None, ...]] = {}
        self.points: dict[str, int] = {}
        self.lists: dict[str, tuple[str, ...]] = {}
        self.red: SlotNumber | None = None
        self.void = False
        self.seen: set[str] = set()

    def take_head(self, place: int, word: str) -> None:
        key, _, value = word.partition("=")
        if (number := _NUMBER.fullmatch(word)) and not self.seen:
            self.number = int(number[1])
        elif word == "void":
            self.void = True
        elif found := _SLOT.fullmatch(word):
            slot = int(found[1])
            if slot in self.slots:
                raise NotationError("slot {slot} is written twice", place, word, slot=slot)
            self.slots[int(found[1])] = _plain(found[2], place)
            if found[3]:
                self.starred = (place, word, _plain(found[2], place))
        elif key in self._keys and not word.startswith('"'):
            if key in self.seen:
                raise NotationError("{what} is written twice", place, word, what=f"{key}=")
            self._keys[key](self, place, word, value)
        else:
            raise NotationError("expected T=storyteller, slot:owner or a bar", place, word)
        self.seen.add(key)

    def take_vote(self, place: int, word: str) -> None:
        found = _VOTE.fullmatch(word)
        if not found:
            raise NotationError("expected a vote, such as Anna>2", place, word)
        voter = _plain(found[1], place)
        if voter in self.votes:
            raise NotationError("the vote of {player} is written twice", place, word, player=voter)
        self.votes[voter] = tuple(None if slot == "?" else int(slot) for slot in found[2].split(","))

    def take_points(self, place: int, word: str) -> None:
        found = _POINTS.fullmatch(word)
        if not found:
            raise NotationError("expected points, such as Anna+3", place, word)
        player = _plain(found[1], place)
        if player in self.points:
            raise NotationError("the points of {player} are written twice", place, word, player=player)
        self.points[player] = int(found[2])

    def line(self) -> Line:
        star = self.starred
        if star and self.teller is not None and star[2] != self.teller:
            raise NotationError("the star belongs to the storyteller's card", star[0], star[1])
        teller = self.teller if self.teller is not None else star[2] if star else None
        if teller is None:
            raise NotationError("Who is the storyteller? T= or a star on the storyteller's card is missing")
        lists = self.lists
        players, absent = lists.get("P", ()), lists.get("gone", ())
        return Line(
            teller, self.slots, self.votes, self.number, players, absent, self.red, self.void, self.points
        )

    def _take_teller(self, place: int, word: str, value: str) -> None:
        if not re.fullmatch(_LABEL, value):
            raise NotationError("a player must follow T=", place, word)
        self.teller = _plain(value, place)

    def _take_list(self, place: int, word: str, value: str) -> None:
        if not _LABELS.fullmatch(value):
            raise NotationError("players with commas between them must follow the =", place, word)
        key = word.partition("=")[0]
        self.lists[key] = tuple(_plain(found, place) for found in re.findall(_LABEL, value))

    def _take_red(self, place: int, word: str, value: str) -> None:
        if not re.fullmatch(r"\d{1,4}", value):
            raise NotationError("a slot number must follow red=", place, word)
        self.red = int(value)

    _keys: Mapping[str, Callable[[_Draft, int, str, str], None]] = {
        "T": _take_teller,
        "P": _take_list,
        "gone": _take_list,
        "red": _take_red,
    }
