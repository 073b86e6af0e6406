"""Reads tables nobody has seen before beside naive readers on the same frames; prints a table per width.

    python -m tests.benchmarks.reading [--rounds 10] [--width 4608 2304] [--looks 5] [--first-seed 500000]

Peers: `cv2.aruco` with its defaults on the full frame; pyzbar and zxing-cpp on the full frame of the same
table with unworn QR discs of the same size in the same places. Milliseconds are of one thread's processor
time; a fresh look is a first look, without any memory; a thorough one, as a table at rest gets it, searches
also where nothing seems to be missing. `living`: votes proposed after all looks at a table
whose hands and glare move. `still`: what a frame costs while nothing moves.
"""

from __future__ import annotations

import argparse
import os
import random
import statistics
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import TypeVar

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

import cv2
import zxingcpp
from pyzbar import pyzbar

from hardware.ports import Frame, Grey
from hardware.simulated.draw import draw
from hardware.simulated.layout import lay_table, owners_scene, reveal_scene
from hardware.simulated.scene import Code, Scene, Stranger
from hardware.simulated.tiers import Tier as Hardness
from hardware.simulated.tiers import dressed
from hardware.stickers import BY_TAG, DICTIONARY_ID, Face, ring_text
from pi_app.game.pieces import Phase
from pi_app.session.proposal import Proposal, propose
from pi_app.session.setting import Setting
from pi_app.session.views import Trust
from pi_app.vision.look import Looker
from pi_app.vision.reader import LOOK_SOON_S, Reader
from pi_app.vision.seen import Reading
from pi_app.vision.steady import Steady, merged
from tests.benchmarks.scenes import Tier, judge_discs

T = TypeVar("T")
LOOK_S = 0.5
STILL_FRAMES = 20
QUIET_TOO = 29 / 21
"""A QR code of version 1 with its quiet zone, in sides of the code."""
ARUCO = cv2.aruco.ArucoDetector(
    cv2.aruco.getPredefinedDictionary(DICTIONARY_ID), cv2.aruco.DetectorParameters()
)


@dataclass(frozen=True)
class Round:
    """A table at the owners' phase: who voted for which slot, whose card lies at which."""

    bare: Scene
    votes: dict[int, int]
    owners: dict[int, int]
    seed: int

    def scene(self, hardness: Hardness, look: int = 0) -> Scene:
        return dressed(self.bare, hardness, self.seed, look)

    def proposal(self, reading: Reading) -> Proposal:
        teller = next(iter(set(self.owners.values()) - set(self.votes)))
        seats = {player: player for player in self.owners.values()}
        return propose(reading, Setting(players=seats, storyteller=teller), Phase.OWNERS)


@dataclass
class Row:
    """What one tier has come to. `peers`: name -> votes right, votes wrong."""

    ours: Tier = field(default_factory=Tier)
    asked: int = 0
    living: int = 0
    living_sure: int = 0
    peers: dict[str, list[int]] = field(default_factory=dict)
    ms: dict[str, list[float]] = field(default_factory=dict)


def drawn_round(seed: int, size: tuple[int, int]) -> Round:
    rng = random.Random(f"reading {seed}")
    seats = list(range(1, rng.randint(4, 8) + 1))
    table = lay_table(len(seats), seed=seed, size_px=size, disc_mm=rng.choice((28.0, 32.0, 36.0)))
    teller = rng.choice(seats)
    owners = dict(zip(rng.sample(seats, len(seats)), seats, strict=True))
    own = {player: slot for slot, player in owners.items()}
    votes = {p: rng.choice([s for s in seats if s != own[p]]) for p in seats if p != teller}
    laid = reveal_scene(table, seats, {player: [slot] for player, slot in votes.items()})
    return Round(owners_scene(laid, owners), votes, owners, seed)


def with_qr_discs(scene: Scene) -> Scene:
    """The same table, each face replaced by a QR code that says the same."""
    side = (scene.disc_mm / 2 - 2) * 2**0.5 * QUIET_TOO
    faces = [disc for disc in scene.discs if disc.number is not None]
    codes = tuple(
        Stranger(Code.QR, ring_text(Face(d.player, d.number)), d.x, d.y, d.angle, side) for d in faces
    )
    return replace(scene, discs=tuple(d for d in scene.discs if d.number is None), strangers=codes)


def by_aruco(grey: Grey) -> set[str]:
    _, ids, _ = ARUCO.detectMarkers(grey)
    stickers = [BY_TAG.get(int(number)) for number in ids.ravel()] if ids is not None else []
    return {ring_text(sticker) for sticker in stickers if isinstance(sticker, Face)}


def by_pyzbar(grey: Grey) -> set[str]:
    return {s.data.decode() for s in pyzbar.decode(grey, symbols=[pyzbar.ZBarSymbol.QRCODE])}


def by_zxing(grey: Grey) -> set[str]:
    return {s.text for s in zxingcpp.read_barcodes(grey, formats=zxingcpp.BarcodeFormat.QRCode)}


PEERS: dict[str, Callable[[Grey], set[str]]] = {"aruco": by_aruco, "pyzbar": by_pyzbar, "zxing": by_zxing}


def timed(row: Row, name: str, work: Callable[[], T]) -> T:
    began = time.thread_time()
    done = work()
    row.ms.setdefault(name, []).append(1000 * (time.thread_time() - began))
    return done


def measure(row: Row, played: Round, hardness: Hardness, looks: int, peers: bool) -> None:
    laid = played.scene(hardness)
    grey = draw(laid)
    name = f"{hardness} {played.seed}"
    seen = timed(row, "fresh look", lambda: Looker().look(Frame(grey, 0.0, 0)))
    timed(row, "thorough", lambda: Looker().look(Frame(grey, 0.0, 0), thorough=True))
    judge_discs(row.ours, laid, seen.discs, name)
    _judge_votes(row, played, played.proposal(merged([seen])), name)
    _still(row, grey)
    steady = Steady()
    reading = steady.add(seen)
    for k in range(1, looks):
        other = draw(played.scene(hardness, k), k)
        reading = steady.add(Looker().look(Frame(other, LOOK_S * k, k)))
    after = played.proposal(reading).votes
    row.living += sum(after[p].slots == (slot,) for p, slot in played.votes.items())
    row.living_sure += sum(
        after[p].slots == (s,) and after[p].trust is Trust.SURE for p, s in played.votes.items()
    )
    row.ours.wrong += sum(after[p].slots not in ((), (slot,)) for p, slot in played.votes.items())
    if peers:
        wanted = {ring_text(Face(player, slot)) for player, slot in played.votes.items()}
        other = draw(with_qr_discs(laid))
        for peer, reads in PEERS.items():
            shown = grey if peer == "aruco" else other
            said = timed(row, peer, lambda reads=reads, shown=shown: reads(shown))
            counts = row.peers.setdefault(peer, [0, 0])
            counts[0] += len(said & wanted)
            counts[1] += len({text for text in said if len(text) == 4} - wanted)


def _judge_votes(row: Row, played: Round, proposal: Proposal, name: str) -> None:
    for player, slot in played.votes.items():
        vote = proposal.votes[player]
        right = vote.slots == (slot,)
        row.ours.votes += 1
        row.ours.sure += right and vote.trust is Trust.SURE
        row.asked += right and vote.trust is not Trust.SURE
        if vote.slots and not right:
            row.ours.wrong += 1
            row.ours.notes.append(f"{name}: vote of {player} read as {vote.slots}, is {slot}")
    for slot, owner in proposal.owners.items():
        if owner.trust is Trust.SURE and owner.player != played.owners[slot]:
            row.ours.wrong += 1
            row.ours.notes.append(f"{name}: owner of {slot} read as {owner.player}")


def _still(row: Row, grey: Grey) -> None:
    """Frames of a table that does not move, with the looks that are taken at it now and then."""
    reader = Reader()
    for k in range(3):
        reader.look(Frame(grey, k * LOOK_SOON_S, k))
    began = time.thread_time()
    for k in range(STILL_FRAMES):
        reader.look(Frame(grey, 2 * LOOK_SOON_S + 0.01 * k, k))
    row.ms.setdefault("still", []).append(1000 * (time.thread_time() - began) / STILL_FRAMES)


def votes_table(rows: dict[str, Row]) -> list[str]:
    """What was read, and the votes each peer gets (and how many wrong ones)."""
    peers = "".join(f"{f'{name} %':>16}" for name in PEERS)
    lines = [
        f"{'tier':9}{'discs':>6}{'tag %':>8}{'both %':>8}{'votes':>7}{'sure %':>8}{'asked %':>8}"
        f"{'living %':>9}{'(sure)':>8}{'wrong':>6}{'false':>6}{peers}"
    ]
    for name, row in rows.items():
        t, votes = row.ours, max(row.ours.votes, 1)
        share = [100 * a / max(b, 1) for a, b in ((t.tags, t.discs), (t.both, t.discs))]
        share += [100 * count / votes for count in (t.sure, row.asked, row.living, row.living_sure)]
        told = [f"{100 * right / votes:.1f} ({wrong})" for right, wrong in row.peers.values()]
        lines.append(
            f"{name:9}{t.discs:>6}{share[0]:>8.2f}{share[1]:>8.2f}{votes:>7}{share[2]:>8.2f}{share[3]:>8.2f}"
            f"{share[4]:>9.2f}{share[5]:>8.2f}{t.wrong:>6}{t.false:>6}"
            + "".join(f"{text:>16}" for text in told)
        )
    return lines


def times_table(rows: dict[str, Row]) -> list[str]:
    """Milliseconds of a look, and as shares of each peer's: the median over frames, and of the means."""
    peers = "".join(f"{f'of {name}':>16}" for name in PEERS)
    lines = [f"{'tier':9}{'what':>12}{'median ms':>11}{'mean':>8}{'max':>8}{peers}   (median, mean)"]
    for name, row in rows.items():
        for what, spent in row.ms.items():
            against = "".join(f"{_ratio(spent, row.ms.get(peer)):>16}" for peer in PEERS)
            lines.append(
                f"{name:9}{what:>12}{statistics.median(spent):>11.1f}{statistics.mean(spent):>8.1f}"
                f"{max(spent):>8.1f}{against}"
            )
    return lines


def _ratio(spent: list[float], peer: list[float] | None) -> str:
    if not peer:
        return "-"
    each = statistics.median(a / b for a, b in zip(spent, peer, strict=True))
    return f"{each:.3f}  {statistics.mean(spent) / statistics.mean(peer):.3f}"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=10, help="of each tier")
    parser.add_argument("--width", type=int, nargs="+", default=[4608], help="of the pictures, in pixels")
    parser.add_argument("--looks", type=int, default=5, help="at each living table")
    parser.add_argument("--first-seed", type=int, default=500_000)
    parser.add_argument("--no-peers", action="store_true")
    parser.add_argument("--tiers", nargs="+", default=["typical", "hard", "extreme"])
    args = parser.parse_args()
    cv2.setNumThreads(1)
    failed = False
    for width in args.width:
        rows = {name: Row() for name in args.tiers}
        for name, row in rows.items():
            for seed in range(args.first_seed, args.first_seed + args.rounds):
                played = drawn_round(seed, (width, width * 9 // 16))
                measure(row, played, Hardness(name), args.looks, peers=not args.no_peers)
        notes = [note for row in rows.values() for note in row.ours.notes]
        print(
            f"{width} pixels wide",
            *votes_table(rows),
            "",
            *times_table(rows),
            *notes,
            "",
            sep="\n",
            flush=True,
        )
        failed |= any(row.ours.wrong or row.ours.false for row in rows.values())
    return int(failed)


if __name__ == "__main__":
    sys.exit(main())
