"""How many foreign codes on drawn tables are named, how many names come out of nothing, and what it costs.

python -m tests.benchmarks.strangers --tables 20
"""

from __future__ import annotations

import argparse
import random
import statistics
import time
from dataclasses import dataclass, field, replace

from hardware.ports import Frame
from hardware.simulated.draw import draw
from hardware.simulated.layout import lay_table, reveal_scene
from hardware.simulated.scene import Code, Scene, Stranger
from hardware.simulated.tiers import Tier, dressed, without_stickers
from pi_app.vision.look import Looker
from pi_app.vision.seen import Ignored
from pi_app.vision.strangers import strangers_in

KINDS = (
    (Code.QR, "https://example.com/menu", 35.0),
    (Code.QR, "WIFI:T:WPA;S:home;P:secret;;", 40.0),
    (Code.OTHER_TAG, "17", 30.0),
)
"""What lies there, what it says, how wide it is. Some land under a disc, a hand or glare."""


@dataclass(slots=True)
class Row:
    """What was found on the tables of one tier."""

    laid: int = 0
    named: int = 0
    out_of_nothing: int = 0
    ms: list[float] = field(default_factory=list)


def named_in(scene: Scene, row: Row) -> tuple[Ignored, ...]:
    grey, looker = draw(scene), Looker()
    look = looker.look(Frame(grey, 0.0, 0))
    began = time.thread_time()
    found = strangers_in(grey, looker.kept.outlines, look.ignored)
    row.ms.append(1000 * (time.thread_time() - began))
    texts = [stranger.text[:12] for stranger in scene.strangers]
    things = (*look.ignored, *found)
    row.out_of_nothing += sum(not any(text in thing.what for text in texts) for thing in things)
    return things


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, default=20, help="of each tier")
    args = parser.parse_args()
    table = lay_table(6, seed=5, size_px=(3264, 1836))
    revealed = reveal_scene(table, range(1, 7), {1: [2], 2: [3], 4: [1], 5: [6], 6: [2]})
    rows = {tier.value: Row() for tier in Tier} | {"no stickers": Row()}
    for k in range(args.tables):
        for tier in Tier:
            rng = random.Random(f"stranger {tier} {k}")
            code, text, size = rng.choice(KINDS)
            at = rng.uniform(-250, 250), rng.uniform(-160, 160), rng.uniform(0, 360)
            scene = replace(dressed(revealed, tier, k), strangers=(Stranger(code, text, *at, size),))
            row = rows[tier.value]
            row.laid += 1
            row.named += any(text[:12] in thing.what for thing in named_in(scene, row))
        scene = without_stickers(k)
        row = rows["no stickers"]
        row.laid += len(scene.strangers)
        before = row.out_of_nothing
        row.named += len(named_in(scene, row)) - (row.out_of_nothing - before)
    print(f"{'tables':12}{'laid':>6}{'named':>7}{'out of nothing':>16}{'median ms':>11}{'max ms':>8}")
    for name, row in rows.items():
        median, most = statistics.median(row.ms), max(row.ms)
        print(f"{name:12}{row.laid:>6}{row.named:>7}{row.out_of_nothing:>16}{median:>11.1f}{most:>8.1f}")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
