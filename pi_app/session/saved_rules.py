"""Rules that a table made for itself, kept by name in one small file beside the book.

A match never depends on the file: its own StartMatch says what was changed. What is wrong in the file is
left out; a file that cannot be read at all is kept aside when the next rules are saved.
"""

from __future__ import annotations

import os
import unicodedata
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, cast

import msgspec

from pi_app.game.custom import BadOverride, customise
from pi_app.game.moves import Override
from pi_app.game.pieces import Fault

FORMAT = 1
FILE_NAME = "rules.json"
PREFIX = "saved:"
LONGEST_NAME = 60
MOST = 50


class BadRules(Exception):
    """These rules cannot be saved. The fault's code names the sentence."""

    def __init__(self, fault: Fault) -> None:
        super().__init__(f"{fault.code}: {fault.detail}" if fault.detail else fault.code)
        self.fault = fault


@dataclass(frozen=True, slots=True)
class SavedRules:
    """A profile and what a table changed in it, under the table's own name."""

    name: str
    profile: str
    overrides: Mapping[str, Override] = field(hash=False)

    @property
    def id(self) -> str:
        """What the lobby calls it."""
        return PREFIX + self.name


class RulesShelf:
    """All saved rules of one folder, by name."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._unreadable = False
        self.rules: tuple[SavedRules, ...] = self._read()

    @property
    def alarm(self) -> str | None:
        """Code of the banner while there is a file that cannot be read."""
        return "RULES_BAD" if self._unreadable else None

    def find(self, wanted: str) -> SavedRules | None:
        """By its id."""
        return next((saved for saved in self.rules if saved.id == wanted), None)

    def save(self, name: str, profile: str, overrides: Mapping[str, Override]) -> SavedRules:
        """Keep these rules; the ones of the same name are replaced. Raise BadRules."""
        new = _checked(name, profile, overrides)
        others = tuple(saved for saved in self.rules if saved.name != new.name)
        if len(others) >= MOST:
            raise BadRules(Fault("RULES_TOO_MANY", detail=str(MOST)))
        self._write((*others, new))
        return new

    def forget(self, wanted: str) -> None:
        """By its id. Raise BadRules."""
        if self.find(wanted) is None:
            raise BadRules(Fault("UNKNOWN_PROFILE", detail=wanted[:LONGEST_NAME]))
        self._write(tuple(saved for saved in self.rules if saved.id != wanted))

    def _read(self) -> tuple[SavedRules, ...]:
        try:
            said = msgspec.json.decode(self._path.read_bytes())
        except FileNotFoundError:
            return ()
        except (OSError, msgspec.DecodeError, ValueError, RecursionError):
            said = None
        listed = said.get("rules") if isinstance(said, dict) and said.get("format") == FORMAT else None
        self._unreadable = not isinstance(listed, list)
        found: dict[str, SavedRules] = {}
        for one in listed if isinstance(listed, list) else ():
            with suppress(BadRules):
                saved = _from_json(one)
                found[saved.name] = saved
        return tuple(found.values())

    def _write(self, rules: tuple[SavedRules, ...]) -> None:
        """Whole or not at all."""
        told = [{"name": r.name, "profile": r.profile, "overrides": dict(r.overrides)} for r in rules]
        text = msgspec.json.format(msgspec.json.encode({"format": FORMAT, "rules": told}), indent=1)
        part = self._path.with_name(f"{self._path.name}.part")
        try:
            if self._unreadable:
                self._path.replace(self._path.with_name(f"{self._path.name}.damaged"))
            with part.open("wb") as file:
                file.write(text + b"\n")
                file.flush()
                os.fsync(file.fileno())
            part.replace(self._path)
        except OSError as error:
            with suppress(OSError):
                part.unlink()
            raise BadRules(Fault("RULES_NOT_SAVED", detail=error.strerror or "")) from None
        self._unreadable, self.rules = False, rules


def _from_json(said: Any) -> SavedRules:
    if not isinstance(said, dict):
        raise BadRules(Fault("BAD_OVERRIDE"))
    overrides = said.get("overrides")
    if not isinstance(overrides, dict):
        raise BadRules(Fault("BAD_OVERRIDE"))
    frozen = {path: tuple(value) if isinstance(value, list) else value for path, value in overrides.items()}
    return _checked(said.get("name"), said.get("profile"), cast("Mapping[str, Override]", frozen))


def _checked(name: object, profile: object, overrides: Mapping[str, Override]) -> SavedRules:
    """Raise BadRules for what could not be played."""
    plain = " ".join(name.split()) if isinstance(name, str) else ""
    hidden = any(unicodedata.category(letter) in ("Cc", "Cs") for letter in plain)
    if not plain or hidden or len(plain) > LONGEST_NAME:
        raise BadRules(Fault("RULES_NAME", detail=str(LONGEST_NAME)))
    named = {**overrides, "title": plain}
    try:
        customise(str(profile), named)
    except KeyError:
        raise BadRules(Fault("UNKNOWN_PROFILE", detail=str(profile)[:LONGEST_NAME])) from None
    except BadOverride as error:
        raise BadRules(error.fault) from None
    return SavedRules(plain, str(profile), named)
