"""The programs of this computer that play a sound or say a sentence: a search path in, commands out."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from dataclasses import dataclass

_PLAYERS = (("pw-play",), ("paplay",), ("aplay", "-q"))
"""The sound server's own first: it mixes with whatever else sounds. The file's name follows."""
_SPEAKERS = (("espeak-ng", "--stdin", "-v"), ("espeak", "--stdin", "-v"), ("spd-say", "-w", "-e", "-l"))
"""The language follows; the sentence comes through standard input, so a name can be no option."""

Find = Callable[[str], str | None]


@dataclass(frozen=True, slots=True)
class Program:
    """What to run, but for its last word."""

    command: tuple[str, ...]

    def with_last(self, word: str) -> tuple[str, ...]:
        return (*self.command, word)


def players(find: Find = shutil.which) -> tuple[Program, ...]:
    """All that are installed, the best first; empty: it stays silent."""
    return _installed(_PLAYERS, find)


def speakers(find: Find = shutil.which) -> tuple[Program, ...]:
    return _installed(_SPEAKERS, find)


def _installed(known: tuple[tuple[str, ...], ...], find: Find) -> tuple[Program, ...]:
    found = ((find(name), rest) for name, *rest in known)
    return tuple(Program((path, *rest)) for path, rest in found if path is not None)
