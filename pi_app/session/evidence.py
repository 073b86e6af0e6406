"""Confirmed votes in; small pictures of what the machine saw, and case folders of what it read wrong, out.

Rule: bounded in number, never in the way of a move, and gone with the match. Nothing is kept before votes
are confirmed.
"""

from __future__ import annotations

import logging
import shutil
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path

import msgspec
import numpy as np

from hardware.device import Device
from pi_app.game.pieces import PlayerId, SlotNumber
from pi_app.session.secrecy import without_crops
from pi_app.session.setting import Setting
from pi_app.session.views import VoteView
from pi_app.vision.seen import Crop, Reading

FOLDER = "evidence"
CASES = "cases"
CASE_FILE = "case.json"
MOST_CROPS = 600
"""Of one match: 12 players in 50 rounds, about 3 KB each."""
MOST_CASES, MOST_CASE_BYTES = 20, 300_000_000
"""A case has up to three frames, of the largest camera about 8 MB each."""
_LOG = logging.getLogger(__name__)


class Case(msgspec.Struct, frozen=True):
    """What was read and what people said: all `read` needs to look at the pictures beside it again.

    players: disc sets of all who play. read, said: disc set -> slots, of those that were corrected.
    """

    match: int
    round: int
    players: tuple[int, ...]
    storyteller: int | None
    profile: str | None
    device: Device
    read: Mapping[str, tuple[SlotNumber, ...]]
    said: Mapping[str, tuple[SlotNumber, ...]]
    reading: Reading | None = None
    format: int = 1


class Evidence:
    """Keeps what was seen, below one folder. A disk that is full or slow is no reason to stop."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def confirmed(self, match: int, round_number: int, votes: Sequence[VoteView]) -> None:
        """Keep the crop of every confirmed vote of a round; the same round again replaces it."""
        folder = self._folder / FOLDER / f"match-{match}"
        with suppress(OSError):
            folder.mkdir(parents=True, exist_ok=True)
            self._forget_others(match)
            for old in folder.glob(f"round-{round_number:03d}-*.png"):
                old.unlink()
            for vote in votes:
                for number, crop in enumerate(vote.crops, 1):
                    name = f"round-{round_number:03d}-player-{vote.player:02d}-{number}.png"
                    (folder / name).write_bytes(_png(crop))
            kept = sorted(folder.glob("*.png"))
            for old in kept[: max(0, len(kept) - MOST_CROPS)]:
                old.unlink()

    def wrong(self, case: Case, at: float) -> Path | None:
        """A new folder with `case.json`; None where it could not be written. at: seconds since the epoch."""
        folder = self._folder / CASES / f"{int(at)}-match-{case.match}-round-{case.round:03d}"
        if not self.write(folder, case):
            return None
        kept, size = 0, 0
        for old in sorted((self._folder / CASES).iterdir(), reverse=True):
            kept, size = kept + 1, size + sum(file.stat().st_size for file in old.glob("*"))
            if old != folder and (kept > MOST_CASES or size > MOST_CASE_BYTES):
                shutil.rmtree(old, ignore_errors=True)
        return folder

    def write(self, folder: Path, case: Case) -> bool:
        """Put the case into this folder, instead of what it said before; False where that cannot be done."""
        try:
            folder.mkdir(parents=True, exist_ok=True)
            text = msgspec.json.format(msgspec.json.encode(case), indent=1)
            part = folder / f"{CASE_FILE}.part"
            part.write_bytes(text + b"\n")
            part.replace(folder / CASE_FILE)
        except OSError as error:
            _LOG.warning("A case was not kept: %s", error)
            return False
        return True

    def forget(self, match: int) -> None:
        """The match is put away: what was seen in it goes too. Cases stay, they are about the machine."""
        shutil.rmtree(self._folder / FOLDER / f"match-{match}", ignore_errors=True)

    def _forget_others(self, match: int) -> None:
        for folder in (self._folder / FOLDER).glob("match-*"):
            if folder.name != f"match-{match}":
                shutil.rmtree(folder, ignore_errors=True)


def case_of(
    where: tuple[int, int],
    setting: Setting,
    profile: str | None,
    votes: Sequence[tuple[VoteView, tuple[SlotNumber, ...]]],
    reading: Reading | None,
) -> Case:
    """where: match and round. votes: what was confirmed, and what had been read."""
    sets: Mapping[PlayerId, int] = setting.players or {}
    return Case(
        match=where[0],
        round=where[1],
        players=tuple(sorted(sets.values())),
        storyteller=sets.get(setting.storyteller) if setting.storyteller is not None else None,
        profile=profile,
        device=setting.device,
        read={str(sets[vote.player]): read for vote, read in votes},
        said={str(sets[vote.player]): vote.slots for vote, _ in votes},
        reading=without_crops(reading) if reading else None,
    )


def _png(crop: Crop) -> bytes:
    pixels = np.frombuffer(crop.pixels, np.uint8).reshape(crop.height, crop.width)
    import cv2  # noqa: PLC0415 - a match without a camera needs none of it

    return bytes(cv2.imencode(".png", pixels)[1])
