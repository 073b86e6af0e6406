"""What a check is given, and what it finds: a status, one line, what to do about it, the figures."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path

from pi_app.settings import Misset, Settings, default_config, load_settings
from pi_app.words import Words

Fact = str | int | float | bool | None


class Status(StrEnum):
    """How a part is."""

    OK = "ok"
    WARN = "warn"  # an evening works, but not as well as it could
    FAIL = "fail"  # an evening would not work as meant
    SKIP = "skip"  # there is nothing to check here


@dataclass(frozen=True, slots=True)
class Finding:
    """One line of the answer. `advice`: what to do, empty where all is well."""

    check: str
    status: Status
    text: str
    advice: str = ""
    facts: Mapping[str, Fact] = field(default_factory=dict)


def ok(check: str, text: str, **facts: Fact) -> Finding:
    return Finding(check, Status.OK, text, facts=facts)


def skip(check: str, text: str, **facts: Fact) -> Finding:
    return Finding(check, Status.SKIP, text, facts=facts)


def warn(check: str, text: str, advice: str, **facts: Fact) -> Finding:
    return Finding(check, Status.WARN, text, advice, facts)


def fail(check: str, text: str, advice: str, **facts: Fact) -> Finding:
    return Finding(check, Status.FAIL, text, advice, facts)


@dataclass(frozen=True, slots=True)
class Place:
    """What is examined: the settings (the defaults where the file is damaged), folders, the language."""

    config: Path
    data: Path
    settings: Settings
    words: Words
    damage: str = ""
    missets: tuple[Misset, ...] = ()

    @staticmethod
    def at(config: Path | None, data: Path | None) -> Place:
        """Read the settings without moving a damaged file aside: looking must change nothing."""
        path = config or default_config()
        loaded = load_settings(path)
        settings, words = loaded.settings, Words(loaded.settings.language)
        return Place(path, data or settings.data_dir, settings, words, loaded.reason, loaded.missets)


Check = Callable[[Place], list[Finding]]


def on_a_pi(model: Path = Path("/proc/device-tree/model")) -> str:
    """The board's model where this is a Raspberry Pi, else nothing."""
    try:
        text = model.read_text(encoding="utf-8", errors="replace").strip("\0 \n")
    except OSError:
        return ""
    return text if "Raspberry Pi" in text else ""
