"""The rules for a number of players in; for each rule, the texts that say so, and what is in doubt, out.

Answers "why is it 4?". A rule that no text states is said to be our own choice, and uncertain.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache

from pi_app.game.profiles import BASES, PROFILES, SOURCES, Rules, at
from pi_app.game.statements import Statement, statements

RULE_OF_WHY: Mapping[str, str] = {
    "FOUND": "scoring.some",
    "NOT_FOUND": "scoring.some",
    "TELLER_SOME": "scoring.some",
    "TELLER_PER_FINDER": "scoring.some",
    "TELLER_ALL": "scoring.all",
    "ALL_FOUND": "scoring.all",
    "TELLER_NONE": "scoring.none",
    "NONE_FOUND": "scoring.none",
    "VOTES_ON_CARD": "scoring.bonus_per_vote",
    "CAP": "scoring.bonus_cap",
    "SINGLE_VOTE": "scoring.single_vote_bonus",
    "PARTY_SAME": "scoring.points_per_same_vote",
    "PARTY_ALONE": "scoring.points_per_same_vote",
    "PARTY_RED": "scoring.points_per_same_vote",
    "PARTY_CAP": "scoring.bonus_cap",
    "COOP_SUCCESS": "scoring",
    "COOP_FAILURE": "scoring",
}
"""The code of a reason for points -> the path of the rule behind it."""

# Where a doubt or a source was written in words instead of a path: its beginning -> the path.
_IN_WORDS = {
    "the whole profile": "*",
    "all numbers": "scoring",
    "numbers": "scoring",
    "direction of the penalty": "scoring",
    "whether a score may fall": "scoring",
    "whether the +1": "scoring.single_vote_bonus",
    "shop texts of the 2021": "end.deck_exhausted",
    "used_cards": "recycle",
}
_PATH = re.compile(r"[a-z_]+(?:\.[a-z0-9_]+)*")
_PATHS_ONLY = re.compile(r"[a-z_.]+(?: and [a-z_.]+)*")
_REASON = re.compile(r"[a-z_.0-9]+(?: and [a-z_.]+)* \((.*?)\)?")
NO_TEXT = "no text says so"
# Words of those who gathered the texts -> what people at a table understand.
_PLAIN = {
    "all other seeds": "all other texts",
    "(vectors let it)": "(here it may)",
    " before shipping": "",
    "'); order highest -> last storyteller -> shared": "'; the order highest, last storyteller, shared",
    "(text has no exception -> yes)": "(the text makes no exception, so yes)",
    " -> no": ", so no",
}
_SOURCE = re.compile("|".join(re.escape(name) for name in sorted(SOURCES, key=len, reverse=True)))


@dataclass(frozen=True, slots=True)
class Source:
    """One text. `id`: as in profiles.json; `title`: what it is; `note`: how it says so, if not plainly."""

    id: str
    title: str
    note: str = ""


@dataclass(frozen=True, slots=True)
class RuleSource:
    """One rule and where it comes from. `changed`: the table changed it. `doubts`: what is not certain."""

    said: Statement
    sources: tuple[Source, ...]
    doubts: tuple[str, ...] = ()
    changed: bool = False

    @property
    def path(self) -> str:
        return self.said.path

    @property
    def uncertain(self) -> bool:
        return bool(self.doubts) or not (self.sources or self.changed)


@lru_cache(maxsize=64)
def provenance(rules: Rules) -> tuple[RuleSource, ...]:
    """Every rule of `statements`, in its order, with its sources."""
    return tuple(_of(rules, said) for said in statements(rules))


def _of(rules: Rules, said: Statement) -> RuleSource:
    profile = rules.profile
    if any(_covers(path, said.path, rules.players) for path in profile.custom):
        return RuleSource(said, (), changed=True)
    paths = _candidates(rules, said.path)
    about = [doubt for doubt in profile.uncertain if _concerns(doubt, said.path, rules.players)]
    doubts = tuple(map(_readable, about))
    return RuleSource(said, tuple(dict.fromkeys(_sources(profile.id, paths))), doubts)


def _candidates(rules: Rules, path: str) -> tuple[str, ...]:
    """Where a source may be written: the rule itself, then what it is part of, then the whole."""
    parts = path.split(".")
    own = [".".join(parts[:n]) for n in range(len(parts), 0, -1)]
    special = rules.players == 3 or at(rules.profile.scoring.by_players, rules.players) is not None
    if path == "scoring.some" and special:
        own.insert(0, "scoring.by_players")
    if path == "storyteller_votes":
        own.append("votes")
    if path == "recycle":
        own.insert(0, "used_cards")
    if path == "deck_cards_added":
        own.append("cards_per_voter")
    return (*own, "*")


def _sources(profile_id: str, paths: tuple[str, ...]) -> Iterator[Source]:
    written: dict[str, list[str]] = {}
    for key, texts in PROFILES[profile_id].provenance.items():
        written.setdefault(_IN_WORDS.get(key, key), []).extend(texts)
    found = next((written[path] for path in paths if path in written), None)
    if found is not None:
        for text in found:
            yield from _read_source(text)
    elif profile_id in BASES:
        yield from _sources(BASES[profile_id], paths)


def _read_source(text: str) -> Iterator[Source]:
    """ "S000 (explicit: no cap)", or several sources in one text, parted by semicolons."""
    for part in text.split(";"):
        names = list(_SOURCE.finditer(part))
        note = part[names[-1].end() :].strip(" :()") if names else ""
        yield from (Source(name.group(), SOURCES[name.group()], note) for name in names)


def _covers(changed: str, path: str, players: int) -> bool:
    """A change of `changed` changes the rule at `path` for so many players."""
    if match := re.fullmatch(r"scoring\.by_players\.(\d+)\.(\w+)\..*", changed):
        return int(match[1]) == players and path == f"scoring.{match[2]}"
    if match := re.fullmatch(r"end\.target\.(\d+)", changed):
        return int(match[1]) == players and path == "end.target"
    if changed == "deck_cards":
        return path == "end.deck_exhausted"
    return changed == path or changed.startswith(f"{path}.")


def _concerns(doubt: str, path: str, players: int) -> bool:
    return any(_reaches(about, path, players) for about in _about(doubt))


def _readable(doubt: str) -> str:
    """The doubt without its path, the short names of the sources written out."""
    inner = _REASON.fullmatch(doubt)
    if _PATHS_ONLY.fullmatch(doubt):
        return NO_TEXT
    said = inner[1] if inner else doubt
    for theirs, plain in _PLAIN.items():
        said = said.replace(theirs, plain)
    return _SOURCE.sub(lambda name: SOURCES[name.group()].split(": ")[0], said)


def _about(doubt: str) -> Iterator[str]:
    """The paths that a doubt names."""
    in_words = next((path for said, path in _IN_WORDS.items() if doubt.startswith(said)), None)
    if in_words is not None:
        yield in_words
        return
    for part in doubt.split(" (", maxsplit=1)[0].split(" and "):
        if found := _PATH.match(part.strip()):
            yield found.group()


def _reaches(about: str, path: str, players: int) -> bool:
    head, _, last = about.rpartition(".")
    if last.isdigit():
        return int(last) == players and path == head
    return about in ("*", path) or path.startswith(f"{about}.") or about.startswith(f"{path}.")
