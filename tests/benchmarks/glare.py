"""How often glare is named where it hides something, and how often where it hides nothing, on drawn tables.

    python -m tests.benchmarks.glare [--tables 8] [--notes]

What it hides is what the same picture without its lamps lets read. Right: named on such a picture, near a
print that is lost. Cost: processor time of the search for glare alone.
"""

from __future__ import annotations

import argparse
import random
import statistics
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace

import cv2
import numpy as np

from hardware.ports import Frame, Grey
from hardware.simulated.draw import draw
from hardware.simulated.layout import lay_table, owners_scene, reveal_scene
from hardware.simulated.scene import Clutter, Code, Glare, Hand, Scene, Stranger, Surface, Table, Thing
from hardware.simulated.tiers import Tier, dressed
from hardware.simulated.view import View
from hardware.stickers import Plate, Sticker
from pi_app.vision import look as looking
from pi_app.vision.glare import glares
from pi_app.vision.look import Looker
from pi_app.vision.seen import Flaw, Look, Point, Source

Print = tuple[Sticker, Source]
SIZE = (2304, 1296)
NEAR_MM = 60.0
"""Of a print that is lost: a place is right."""


@dataclass(slots=True)
class Row:
    """Pictures of one kind: in how many glare hides something, is named, both; places, and those near a
    print that is lost.
    """

    pictures: int = 0
    hidden: int = 0
    named: int = 0
    right: int = 0
    places: int = 0
    placed: int = 0
    ms: list[float] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)


def base(rng: random.Random) -> Scene:
    seats = rng.randint(3, 6)
    table = lay_table(seats, seed=rng.randrange(1000), size_px=SIZE)
    votes = {p: [rng.choice([s for s in range(1, seats + 1) if s != p])] for p in range(2, seats + 1)}
    scene = reveal_scene(table, range(1, seats + 1), votes)
    if rng.random() < 0.5:
        scene = owners_scene(scene, {p: p for p in range(1, seats + 1)})
    top = Table(rng.choice(list(Surface)), rng.uniform(0.2, 0.6), grain=rng.randrange(9))
    return replace(scene, table=top)


def lit(scene: Scene, rng: random.Random, brightness: tuple[float, float], gradient: float = 0.2) -> Scene:
    light = replace(
        scene.light,
        brightness=rng.uniform(*brightness),
        gradient=rng.uniform(0, gradient),
        from_deg=rng.uniform(0, 360),
    )
    return replace(scene, light=light)


def paper(rng: random.Random) -> Scene:
    """White sheets where it is brightest, the stickers duller."""
    scene = base(rng)
    beside = max(plate.x for plate in scene.plates) + 75
    sheets = tuple(
        Clutter(Thing.PAPER, side * beside, rng.uniform(-90, 90), rng.uniform(0, 90), size, 1.4 * size, k)
        for k, (side, size) in enumerate(((-1, rng.uniform(30, 90)), (1, rng.uniform(30, 90))))
    )
    scene = replace(scene, clutter=(*scene.clutter, *sheets))
    gradient = rng.uniform(0.3, 0.9)
    gain = rng.uniform(1.08, 1.25) / (1 - gradient * (1 - beside / 600) / 2)
    return replace(scene, light=replace(scene.light, brightness=gain, gradient=gradient, from_deg=0.0))


def other_kit(rng: random.Random) -> Scene:
    """Some plates of it among our own; or nothing else on the table."""
    scene = base(rng)
    strange = rng.randint(1, len(scene.plates))
    plates = tuple(replace(plate, kit=7) if plate.slot <= strange else plate for plate in scene.plates)
    if rng.random() < 0.5:
        plates, discs = tuple(replace(plate, kit=7, card=None) for plate in plates), ()
        scene = replace(scene, discs=discs, clutter=())
    return lit(replace(scene, plates=plates), rng, (1.0, 1.5), 0.5)


def bare(rng: random.Random) -> Scene:
    """No stickers; with or without cards."""
    scene = base(rng)
    plain = replace(scene, plates=(), discs=(), table=replace(scene.table, tone=rng.uniform(0.3, 1)))
    sheet = Clutter(Thing.PAPER, rng.uniform(-200, 200), rng.uniform(-80, 80), rng.uniform(0, 90), 60, 90, 1)
    clutter = rng.choice([(), (sheet,), (sheet, *scene.clutter)])
    return lit(replace(plain, clutter=clutter), rng, (0.95, 1.5), 0.6)


def bright(rng: random.Random) -> Scene:
    return lit(base(rng), rng, (1.15, 1.6), 0.6)


def foreign(rng: random.Random) -> Scene:
    scene = base(rng)
    codes = tuple(
        Stranger(Code.QR, f"https://example.com/{k}", x, rng.uniform(-120, 120), 0, 35)
        for k, x in enumerate((-280.0, 280.0))
    )
    return lit(replace(scene, strangers=codes), rng, (1.0, 1.45), 0.5)


def sleeve(rng: random.Random) -> Scene:
    scene = base(rng)
    hand = Hand(rng.uniform(-150, 150), rng.uniform(0, 100), rng.uniform(0, 360), 0.95, 1.0)
    return lit(replace(scene, hands=(hand,)), rng, (1.0, 1.4), 0.5)


def with_lamp(scene: Scene, lamp: Glare) -> Scene:
    return replace(scene, light=replace(scene.light, glare=(*scene.light.glare, lamp)))


def lamp_beside(rng: random.Random) -> Scene:
    """A lamp mirrored in the table or in a card, clear of all stickers or nearly so."""
    scene = lit(base(rng), rng, (0.6, 1.2))
    x, y = rng.uniform(-300, 300), rng.uniform(-150, 150)
    return with_lamp(scene, Glare(x, y, rng.uniform(8, 35), rng.uniform(0.8, 1)))


def _over(reach: float, radius: tuple[float, float], places: Callable[[Scene], list[Point]]):
    def scene(rng: random.Random) -> Scene:
        laid = lit(base(rng), rng, (0.5, 1.4), 0.4)
        x, y = rng.choice(places(laid))
        x, y = x + rng.uniform(-reach, reach), y + rng.uniform(-reach, reach)
        return with_lamp(laid, Glare(x, y, rng.uniform(*radius), rng.uniform(0.75, 1)))

    return scene


def _discs(scene: Scene) -> list[Point]:
    return [(disc.x, disc.y) for disc in scene.discs]


def _codes(scene: Scene) -> list[Point]:
    return [(plate.x + 27, plate.y) for plate in scene.plates]


def _plate_tags(scene: Scene) -> list[Point]:
    return [(plate.x - 28, plate.y) for plate in scene.plates]


def tier(name: Tier) -> Callable[[random.Random], Scene]:
    def scene(rng: random.Random) -> Scene:
        return dressed(base(rng), name, rng.randrange(1000))

    return scene


KINDS: dict[str, Callable[[random.Random], Scene]] = {
    "white paper": paper,
    "another kit": other_kit,
    "no stickers": bare,
    "bright room": bright,
    "foreign codes": foreign,
    "white sleeve": sleeve,
    "lamp beside": lamp_beside,
    "on a ring": _over(16, (8, 16), _discs),
    "on a disc": _over(6, (16, 30), _discs),
    "over a disc": _over(4, (30, 50), _discs),
    "on a plate's code": _over(6, (12, 25), _codes),
    "on a plate's tag": _over(6, (12, 25), _plate_tags),
    "typical": tier(Tier.TYPICAL),
    "hard": tier(Tier.HARD),
    "extreme": tier(Tier.EXTREME),
}


def seen_in(grey: Grey) -> tuple[Look, frozenset[Print]]:
    looker = Looker()
    look = looker.look(Frame(grey, 0.0, 0))
    return look, looker.kept.read


def place_of(lost: Print, scene: Scene) -> Point | None:
    sticker, source = lost
    if isinstance(sticker, Plate):
        plate = next((p for p in scene.plates if p.slot == sticker.slot), None)
        return None if plate is None else (plate.x + (27 if source is Source.QR else -28), plate.y)
    number = getattr(sticker, "number", None)
    found = [d for d in scene.discs if d.player == sticker.player and d.number == number]  # type: ignore[union-attr]
    return (found[0].x, found[0].y) if found else None


def judge(row: Row, scene: Scene, name: str) -> None:
    grey = draw(scene)
    clock = _Clock()
    looking.glares = clock  # type: ignore[assignment]
    look, read = seen_in(grey)
    looking.glares = glares
    row.ms.append(clock.ms)
    lost: Sequence[Print] = ()
    if scene.light.glare:
        lost = sorted(seen_in(draw(replace(scene, light=replace(scene.light, glare=()))))[1] - read, key=str)
    said = [flaw.at_px for flaw in look.picture.flaws if flaw.flaw is Flaw.GLARE and flaw.at_px]
    row.pictures += 1
    row.hidden += bool(lost)
    row.named += bool(said)
    row.right += bool(said and lost)
    spots = [place for one in lost if (place := place_of(one, scene)) is not None]
    at = View(scene.camera).project(*np.array(spots).T) if spots else np.zeros((0, 2))
    per_mm = scene.camera.width_px / (
        2 * scene.camera.height_mm * np.tan(np.radians(scene.camera.view_deg / 2))
    )
    placed = [x for x in said if len(at) and np.hypot(*(at - x).T).min() < NEAR_MM * per_mm]
    row.places += len(said)
    row.placed += len(placed)
    if bool(said) != bool(lost):
        row.notes.append(f"{name}: named at {[tuple(map(round, x)) for x in said]}, lost {lost}")


class _Clock:
    def __init__(self) -> None:
        self.ms = 0.0

    def __call__(self, *args, **kwargs):
        began = time.thread_time()
        try:
            return glares(*args, **kwargs)
        finally:
            self.ms += 1000 * (time.thread_time() - began)


def line(name: str, row: Row) -> str:
    precision = f"{100 * row.right / row.named:.0f}" if row.named else "-"
    recall = f"{100 * row.right / row.hidden:.0f}" if row.hidden else "-"
    times = f"{statistics.median(row.ms):>8.2f}{max(row.ms):>8.2f}"
    return (
        f"{name:18}{row.pictures:>9}{row.hidden:>8}{row.named:>7}{row.right:>7}{precision:>11}{recall:>8}"
        f"{f'{row.placed}/{row.places}':>9}{times}"
    )


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--tables", type=int, default=8, help="of each kind")
    parser.add_argument("--notes", action="store_true", help="name each picture that was told wrong")
    parser.add_argument("--seed", type=int, default=0)
    args = parser.parse_args()
    cv2.setNumThreads(1)
    rows = {kind: Row() for kind in KINDS}
    for kind, made in KINDS.items():
        for k in range(args.seed, args.seed + args.tables):
            judge(rows[kind], made(random.Random(f"glare {kind} {k}")), f"{kind} {k}")
    print(
        f"{'tables':18}{'pictures':>9}{'hidden':>8}{'named':>7}{'right':>7}{'precision':>11}{'recall':>8}"
        f"{'places':>9}{'median':>8}{'max ms':>8}"
    )
    whole = Row()
    for kind, row in rows.items():
        print(line(kind, row))
        for name in ("pictures", "hidden", "named", "right", "places", "placed"):
            setattr(whole, name, getattr(whole, name) + getattr(row, name))
        whole.ms += row.ms
    print(line("all", whole))
    if args.notes:
        print(*(note for row in rows.values() for note in row.notes), sep="\n")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
