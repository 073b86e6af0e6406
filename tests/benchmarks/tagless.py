"""Discs whose tag is destroyed: how many are told by their ring, what is told out of nothing, the cost.

python -m tests.benchmarks.tagless [--tables 20] [--clean 40] [--seed 0]

On each table the tag of one disc that shows whole is stuck over, washed out or scratched away. Clean tables
and the pictures of the tests are searched as they are: all that is told of a disc must be true.
"""

from __future__ import annotations

import argparse
import random
import statistics
import time
from collections.abc import Iterable
from dataclasses import dataclass, field

import cv2
import numpy as np

from hardware.ports import Frame, Grey
from hardware.simulated.draw import draw
from hardware.simulated.layout import lay_table, reveal_scene
from hardware.simulated.scene import Scene
from hardware.simulated.tiers import Tier, dressed, without_stickers
from hardware.simulated.truth import StickerTruth, truth
from hardware.stickers import Face
from pi_app.vision.look import Looker
from pi_app.vision.seen import DiscSeen
from pi_app.vision.tagless import tagless_in
from tests.benchmarks.photos import PHOTOS, truths

SIZES = ((2304, 1296), (3264, 1836))
DAMAGES = ("white", "grey", "black", "washed", "scratched")


@dataclass(slots=True)
class Row:
    """Of one tier. others: true discs beside the damaged one, whose tag was not read either."""

    damaged: int = 0
    told: int = 0
    placed: int = 0
    others: int = 0
    searched: int = 0
    wrong: int = 0
    ms: list[float] = field(default_factory=list)


def table(tier: Tier, seed: int) -> Scene:
    rng = random.Random(f"tagless {tier} {seed}")
    seats = rng.randint(3, 6)
    laid = lay_table(seats, seed=seed, size_px=rng.choice(SIZES))
    votes = {p: [rng.choice([s for s in range(1, seats + 1) if s != p])] for p in range(2, seats + 1)}
    return dressed(reveal_scene(laid, range(1, seats + 1), votes), tier, seed)


def damaged(grey: Grey, quad: np.ndarray, how: str, rng: random.Random) -> Grey:
    """The picture with the tag of these corners unreadable; its white margin goes too, its ring stays."""
    middle, side = quad.mean(axis=0), float(np.hypot(*(quad[1] - quad[0])))
    area = np.zeros(grey.shape, np.uint8)
    cv2.fillConvexPoly(area, np.round(middle + 1.12 * (quad - middle)).astype(np.int32), 255)
    white = float(np.quantile(grey[area > 0], 0.95))
    levels = {"white": 0.97, "grey": 0.65, "black": 0.3}
    over = np.full(grey.shape, white * levels.get(how, 0.85), np.uint8)
    if how == "washed":
        over = np.asarray(cv2.GaussianBlur(grey, (0, 0), side / 6), np.uint8)
    if how == "scratched":
        lines = np.zeros(grey.shape, np.uint8)
        for _ in range(26):
            ends = [
                middle + side * np.array([rng.uniform(-0.6, 0.6), rng.uniform(-0.6, 0.6)]) for _ in (0, 1)
            ]
            cv2.line(
                lines, *(np.round(end).astype(int).tolist() for end in ends), 255, max(2, round(side / 14))
            )
        area &= lines
    soft = cv2.GaussianBlur(area, (0, 0), 0.8) / 255.0
    return np.asarray(grey * (1 - soft) + over * soft, np.uint8)


def found_in(grey: Grey, row: Row) -> tuple[DiscSeen, ...]:
    looker = Looker()
    look = looker.look(Frame(grey, 0.0, 0))
    began = time.thread_time()
    found = tagless_in(grey, look, looker.kept)
    row.ms.append(1000 * (time.thread_time() - began))
    row.searched += 1
    return found


def lies_there(disc: DiscSeen, there: Iterable[StickerTruth]) -> bool:
    return any(
        disc.ring == s.sticker and np.hypot(*np.subtract(disc.centre_px, s.centre_px)) < 2 * s.px_per_module
        for s in there
    )


def measure(tier: Tier, seed: int, row: Row, damage: bool) -> None:
    scene, rng = table(tier, seed), random.Random(seed)
    grey, there = draw(scene), truth(scene)
    whole = [s for s in there if isinstance(s.sticker, Face) and s.whole > 0.99]
    if not damage or not whole:
        found = found_in(grey, row)
        row.wrong += sum(not lies_there(disc, there) for disc in found)
        row.others += sum(lies_there(disc, there) for disc in found)
        return
    victim, how = rng.choice(whole), DAMAGES[seed % len(DAMAGES)]
    found = found_in(damaged(grey, np.array(victim.corners_px), how, rng), row)
    row.damaged += 1
    row.wrong += sum(not lies_there(disc, there) for disc in found)
    for disc in found:
        row.told += disc.ring == victim.sticker
        row.others += disc.ring != victim.sticker and lies_there(disc, there)
        row.placed += disc.ring == victim.sticker and disc.slot == victim.sticker.number


def photos(row: Row) -> None:
    for path, said in truths(PHOTOS):
        faces = {(s["player"], s["number"]) for s in said["stickers"] if s["what"] == "face"}
        for disc in found_in(np.asarray(cv2.imread(str(path), cv2.IMREAD_GRAYSCALE), np.uint8), row):
            true = disc.ring is not None and (disc.ring.player, disc.ring.number) in faces
            row.others += true
            row.wrong += not true


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--tables", type=int, default=20, help="of each tier, one disc damaged")
    parser.add_argument("--clean", type=int, default=40, help="of each tier, and without stickers")
    parser.add_argument("--seed", type=int, default=0)
    args = parser.parse_args()
    cv2.setNumThreads(1)
    rows = {tier.value: Row() for tier in Tier} | {"no stickers": Row(), "photos": Row()}
    for tier in Tier:
        for seed in range(args.seed, args.seed + args.tables):
            measure(tier, seed, rows[tier.value], damage=True)
        for seed in range(args.seed + args.tables, args.seed + args.tables + args.clean):
            measure(tier, seed, rows[tier.value], damage=False)
    for seed in range(args.seed, args.seed + args.clean):
        rows["no stickers"].wrong += len(found_in(draw(without_stickers(seed)), rows["no stickers"]))
    photos(rows["photos"])
    print(
        f"{'tables':12}{'searched':>9}{'damaged':>9}{'told':>6}{'placed':>8}{'others':>8}{'wrong':>7}", end=""
    )
    print(f"{'median ms':>11}{'max ms':>8}")
    for name, r in rows.items():
        print(
            f"{name:12}{r.searched:>9}{r.damaged:>9}{r.told:>6}{r.placed:>8}{r.others:>8}{r.wrong:>7}", end=""
        )
        print(f"{statistics.median(r.ms or [0]):>11.1f}{max(r.ms, default=0):>8.1f}")
    return 1 if any(r.wrong for r in rows.values()) else 0


if __name__ == "__main__":
    raise SystemExit(main())
