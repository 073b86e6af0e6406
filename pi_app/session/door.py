"""A name from a phone in, a proposal for the table out: who holds a code from the touchscreen may ask once.

Rule: a code is good for one name, and all codes die with the lobby; who asked with one hears the answer.
Nothing a phone says changes the match; a person at the table must say yes. Thread-safe: phones ask in the
web server's thread.
"""

from __future__ import annotations

import re
import secrets
import threading
import unicodedata
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from enum import StrEnum

from pi_app.session.offered import NameProposal

LONGEST_NAME = 40
_MOST_MARKS = 3
"""On one letter; no language needs more."""
_MOST_CODES = 24
"""Scanned and not used yet; the oldest dies when there are more."""
_MOST_ASKED = 64
"""Who asked lately can still hear what became of it."""


class Reply(StrEnum):
    """What becomes of a phone's wish."""

    ASKED = "asked"
    UNKNOWN = "unknown"  # no such code, or no longer
    BAD_NAME = "bad_name"
    TAKEN = "taken"  # these stickers are somebody's
    YES = "yes"  # the table has said so
    NO = "no"
    LATE = "late"  # the lobby ended before anybody answered


@dataclass(frozen=True, slots=True)
class Told:
    """How a wish stands, ASKED until it is answered, and the sticker set it is for."""

    reply: Reply
    proposal: int
    stickers: int


def tidy_name(text: str) -> str | None:
    """A name as it may be shown anywhere, at most 40 characters; None when nothing readable is left."""
    kept = []
    marks = 0
    for letter in unicodedata.normalize("NFC", text[: 8 * LONGEST_NAME]):
        kind = unicodedata.category(letter)
        marks = marks + 1 if kind in ("Mn", "Me") else 0
        # Joiners shape letters of Persian and Hindi, and families of emoji; other controls turn texts.
        if marks > _MOST_MARKS or (kind[0] == "C" and letter not in "\u200c\u200d\t\n"):
            continue
        kept.append(letter)
    name = re.sub(r"\s+", " ", "".join(kept)).strip()[:LONGEST_NAME].strip()
    readable = any(unicodedata.category(letter)[0] in "LNPS" for letter in name)
    return name if readable else None


class Door:
    """`put`: takes a proposal to the table, from whatever thread; `new_code`: makes a code nobody guesses."""

    def __init__(
        self,
        put: Callable[[NameProposal], None],
        new_code: Callable[[], str] = lambda: secrets.token_urlsafe(16),
    ) -> None:
        self._put = put
        self._new_code = new_code
        self._lock = threading.Lock()
        self._codes: list[str] = []
        self._free: tuple[int, ...] = ()
        self._asked: dict[str, Told] = {}
        self._number = 0

    # --- for the main thread ---

    def open(self, free: tuple[int, ...], answers: Mapping[int, bool] | None = None) -> None:
        """Phones may ask for the sticker sets `free` from now on. `answers`: yes or no, by proposal."""
        replies = {number: Reply.YES if yes else Reply.NO for number, yes in (answers or {}).items()}
        with self._lock:
            self._settle(lambda told: replies.get(told.proposal, told.reply))
            self._free = free
            if not self._codes:
                self._codes.append(self._new_code())

    def shut(self) -> None:
        """Every code dies; who was not answered is too late."""
        with self._lock:
            self._codes, self._free = [], ()
            self._settle(lambda told: Reply.LATE if told.reply is Reply.ASKED else told.reply)

    @property
    def code(self) -> str | None:
        """What the touchscreen shows; None: the door is shut."""
        with self._lock:
            return self._codes[-1] if self._codes else None

    # --- for phones ---

    def has(self, code: str) -> bool:
        """Is this code good? Changes nothing."""
        with self._lock:
            return code in self._codes

    def look(self, code: str) -> tuple[int, ...] | None:
        """The sticker sets to choose from; None: no such code. The screen then shows another code."""
        with self._lock:
            if code not in self._codes:
                return None
            if code == self._codes[-1]:
                self._renew()
            return self._free

    def told(self, code: str) -> Told | None:
        """What became of the wish that used this code up; None: there was none lately."""
        with self._lock:
            return self._asked.get(code)

    def ask(self, code: str, name: str, stickers: int) -> Reply:
        """One wish; its code is used up when the table hears of it."""
        tidy = tidy_name(name)
        with self._lock:
            if code not in self._codes:
                return Reply.UNKNOWN
            if tidy is None:
                return Reply.BAD_NAME
            if stickers not in self._free:
                return Reply.TAKEN
            if code == self._codes[-1]:
                self._renew()
            self._codes.remove(code)
            self._number += 1
            proposal = NameProposal(self._number, stickers, tidy)
            kept = [*self._asked.items(), (code, Told(Reply.ASKED, proposal.id, stickers))]
            self._asked = dict(kept[-_MOST_ASKED:])
        self._put(proposal)
        return Reply.ASKED

    def _settle(self, reply: Callable[[Told], Reply]) -> None:
        self._asked = {code: replace(told, reply=reply(told)) for code, told in self._asked.items()}

    def _renew(self) -> None:
        self._codes = [*self._codes, self._new_code()][-_MOST_CODES:]
