"""A day and a night of matches on a clock that only moves when it is told to, with everything going wrong.

    python -m tests.safety.soak --hours 24

People play match after match; the camera vanishes, mirrors, goes dark and loses discs; the disk is full for
a while; buttons bounce; the wall clock jumps; the program is killed and started again. No total may be
wrong, and memory, open files, threads and children must stay where they were. Exit code 1 otherwise.
"""

from __future__ import annotations

import argparse
import multiprocessing
import os
import random
import sys
import tempfile
import threading
import time
from collections import Counter
from dataclasses import dataclass, field, replace
from pathlib import Path

from hardware.ports import Button
from hardware.simulated.lay import CARD_Y_MM, Spot, turned
from hardware.simulated.scene import DiscPlaced, PlatePlaced, Scene
from hardware.stickers import CARD_MM, Face
from pi_app.demo.people import Cast, People
from pi_app.game.moves import Redo
from pi_app.game.pieces import Round
from pi_app.game.profiles import resolve
from pi_app.game.scoring import score_round
from pi_app.session.book import Book
from pi_app.session.inbox import CameraState, Look, Press, Taken
from pi_app.session.manners import Clocks, Manners
from pi_app.session.session import Session
from pi_app.vision.seen import DiscSeen, Picture, Reading, Side, SlotSeen, Source
from pi_app.words import Words
from tests.safety.cuts import in_memory
from tests.safety.disk import FULL, OK, Disk
from tests.safety.fuzz import resident_mb

STEP_S = 2.0
DAYS_14 = 14 * 86_400.0
MISHAPS = (
    "camera lost",
    "mirrored",
    "dark",
    "discs missed",
    "disk full",
    "a stray press",
    "clock jumps",
    "killed",
)
MEMORY_MB, FILES = 25.0, 4


@dataclass
class Measured:
    """What the machine held at one moment."""

    mb: float
    files: int
    threads: int
    children: int

    @staticmethod
    def now() -> Measured:
        files = len(os.listdir("/proc/self/fd"))
        return Measured(
            resident_mb(), files, threading.active_count(), len(multiprocessing.active_children())
        )


@dataclass
class Day:
    """All that happened."""

    hours: float = 0.0
    matches: int = 0
    rounds: int = 0
    mishaps: Counter[str] = field(default_factory=Counter)
    refused: Counter[str] = field(default_factory=Counter)
    wrong: list[str] = field(default_factory=list)
    first: Measured = field(default_factory=Measured.now)
    last: Measured = field(default_factory=Measured.now)
    written: int = 0


class Soak:
    """One table for so many hours."""

    def __init__(self, folder: Path, seed: int, disk: Disk | None) -> None:
        self.folder, self.disk = folder, disk
        self.rng = random.Random(f"soak {seed}")
        self.seconds, self.jump = 0.0, 0.0
        self.scene = Scene()
        self.day = Day()
        self.mishap, self.until = "", 0.0
        self.session = self._open()
        self.people = self._gather()

    def _open(self) -> Session:
        clocks = Clocks(lambda: self.seconds, lambda: 1.7e9 + self.seconds + self.jump)
        return Session(Book(self.folder / "book.sqlite"), Words(), clocks, manners=Manners(0.0, 0.1))

    def _gather(self) -> People:
        cast = Cast(
            players=self.rng.randint(3, 8), seed=self.rng.randrange(10**6), pace=4.0, patience=40.0
        )  # fmt: skip
        return People(self.session, self._lay, cast, lambda: self.seconds)

    def _lay(self, scene: Scene) -> None:
        self.scene = scene

    def run(self, hours: float) -> Day:
        settled = False
        while self.seconds < hours * 3600:
            self.seconds += STEP_S
            self._something_happens()
            self._look()
            self.people.step()
            self.session.refresh()
            if self.people.done:
                self._check()
                self.session.press(Button.NEXT)
                self.people = self._gather()
                if not settled and self.seconds > hours * 3600 / 4:
                    settled, self.day.first = True, Measured.now()
        self.day.hours = self.seconds / 3600
        self.day.last = Measured.now()
        self.day.written = self.disk.written if self.disk else 0
        self.session.close()
        return self.day

    # --- what goes wrong ---

    def _something_happens(self) -> None:
        if self.mishap and self.seconds >= self.until:
            if self.mishap == "camera lost":
                self.session.receive(Taken(camera=CameraState(None)))
            if self.disk is not None:
                self.disk.fault = OK
            self.mishap = ""
        if self.mishap or self.rng.random() > 0.01:
            return
        self.mishap = self.rng.choice(MISHAPS)
        self.until = self.seconds + self.rng.uniform(5.0, 120.0)
        self.day.mishaps[self.mishap] += 1
        match self.mishap:
            case "camera lost":
                self.session.receive(Taken(camera=CameraState("CAMERA_LOST")))
            case "disk full" if self.disk is not None:
                self.disk.fault = FULL
            case "a stray press":
                # Somebody touched a button by accident, and takes it back.
                before = self.session.view().n
                self.session.receive(Taken(presses=(Press(Button.UNDO, self.seconds),)))
                if self.session.view().n != before:
                    self.session.do(Redo())
            case "clock jumps":
                self.jump = self.rng.choice((DAYS_14, -3600.0, 0.0))
            case "killed":
                self._restart()

    def _restart(self) -> None:
        """The same screen as before, but for what had not been confirmed."""
        before = self.session.board()
        self.session.close()
        self.session = self._open()
        after = self.session.board()
        if after.n and replace(after, voted=before.voted) != before:
            self.day.wrong.append(f"{self.seconds:.0f} s: another board after a restart")
        self.people._table = self.session

    # --- what the camera sees ---

    def _look(self) -> None:
        if self.mishap == "camera lost":
            return
        shown = reading(self.scene, self.seconds)
        if self.mishap == "mirrored":
            shown = replace(shown, picture=replace(shown.picture, mirrored=True))
        elif self.mishap == "dark":
            shown = replace(shown, discs=(), slots=(), picture=replace(shown.picture, light=0.01))
        elif self.mishap == "discs missed":
            shown = replace(shown, discs=tuple(d for d in shown.discs if self.rng.random() < 0.5))
        self.session.receive(Taken(look=Look(shown, None)))

    # --- is everything right? ---

    def _check(self) -> None:
        view = self.session.view()
        if not view.players:
            return
        due = {player.id: 0 for player in view.players}
        rules = resolve(view.profile.id, len(due))
        rounds = [shown for shown in view.rounds if not shown.void]
        for shown, deal in zip(rounds, self.people.played, strict=True):
            played = Round(shown.number, shown.storyteller, tuple(due), deal.votes, deal.owners)
            for player, points in score_round(rules, played).points.items():
                due[player] += points.total
        found = {player.id: player.score for player in view.players}
        if found != due:
            self.day.wrong.append(f"match {self.day.matches + 1}: {found} instead of {due}")
        if self.people.tally.wrong:
            self.day.wrong += self.people.tally.notes
        self.day.matches += 1
        self.day.rounds += len(rounds)


def reading(scene: Scene, at: float) -> Reading:
    """What a good camera reads of this scene."""
    discs = tuple(_disc(disc, scene) for disc in scene.discs if not disc.level)
    plates = tuple(
        SlotSeen(plate.slot, (plate.x, plate.y), (plate.x, plate.y), frozenset(Source))
        for plate in scene.plates
    )
    return Reading(at, 3, at - 1.0, plates, discs, (), Picture((640, 360), 6.0, 0.8, 0.6, False))


def _disc(disc: DiscPlaced, scene: Scene) -> DiscSeen:
    """Lying on the card under it, if there is one."""
    slot = next((plate.slot for plate in scene.plates if _on_card(disc, plate)), None)
    if disc.number is None:
        return DiscSeen(disc.player, Side.BACK, None, None, slot, (disc.x, disc.y), (disc.x, disc.y))
    face = Face(disc.player, disc.number)
    return DiscSeen(disc.player, Side.FACE, face, face, slot, (disc.x, disc.y), (disc.x, disc.y))


def _on_card(disc: DiscPlaced, plate: PlatePlaced) -> bool:
    card = turned(Spot(plate.x, plate.y, plate.angle), 0, CARD_Y_MM)
    return abs(disc.x - card.x) < CARD_MM[0] / 2 and abs(disc.y - card.y) < CARD_MM[1] / 2


def run(hours: float, seed: int = 1) -> Day:
    from tests.safety.disk import library

    with tempfile.TemporaryDirectory(dir=in_memory()) as folder:
        if library() is None:
            return Soak(Path(folder), seed, None).run(hours)
        with Disk(record=False) as disk:
            return Soak(Path(folder), seed, disk).run(hours)


def faults(day: Day) -> list[str]:
    """All that is not as it should be."""
    found = list(day.wrong)
    first, last = day.first, day.last
    if last.mb - first.mb > MEMORY_MB:
        found.append(f"memory grew from {first.mb:.0f} to {last.mb:.0f} MB")
    if last.files - first.files > FILES:
        found.append(f"open files grew from {first.files} to {last.files}")
    if last.threads > first.threads or last.children > first.children:
        found.append("threads or children grew")
    return found


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--hours", type=float, default=24.0)
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    began = time.monotonic()
    day = run(args.hours, args.seed)
    wrong = faults(day)
    print("\n".join(wrong[:20]))
    print(
        f"soak: {day.hours:.0f} h, {day.matches} matches, {day.rounds} rounds, "
        f"{day.mishaps.total()} mishaps of {len(day.mishaps)} kinds, {len(wrong)} wrong; memory "
        f"{day.first.mb:.0f} -> {day.last.mb:.0f} MB, files {day.first.files} -> {day.last.files}, threads "
        f"{day.first.threads} -> {day.last.threads}, written {day.written / 1e6:.1f} MB; "
        f"{time.monotonic() - began:.0f} s"
    )
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
