"""Lays whole tables as people do: plates and cards in rows, discs before the players or on the cards.

Everything comes from the arguments and the scene's seed, and lies in the camera's view.
"""

from __future__ import annotations

import math
import random
from collections.abc import Mapping, Sequence
from dataclasses import replace

from hardware.simulated.lay import CARD_Y_MM, Spot, turned
from hardware.simulated.pose import pose_over
from hardware.simulated.scene import Clutter, DiscPlaced, PlatePlaced, Scene, Thing
from hardware.stickers import CARD_MM, DISC_MM, MOST, PLATE_CARD_GAP_MM, PLATE_MM

DECK_SIZE = 84
_PITCH_MM = (PLATE_MM[0] + 12.0, PLATE_MM[1] + PLATE_CARD_GAP_MM + CARD_MM[1] + 12.0)
_ONE_ROW = 4
"""More slots than this lie in two rows."""
_CLEAR_MM = 1.0
_EDGE_MM = 14.0
"""Between the cards and the players' discs."""
_BORDER_MM = 20.0
"""Between those and the picture's edge."""
_CROWDED = 3
"""More discs than this on one card are set out in rows."""
_TRIES = 80
Place = tuple[float, float]


def lay_table(
    slots: int,
    *,
    seed: int = 0,
    round_number: int = 0,
    size_px: tuple[int, int] = (2304, 1296),
    disc_mm: float = DISC_MM,
) -> Scene:
    """Plates 1..slots (3 to 12) with cards of this round, board and deck where there is room, and a camera
    that sees them and the players' discs round them, as near as they allow.
    """
    rng = random.Random(f"table {seed} {round_number}")  # noqa: S311 - a table, no secret
    pictures = rng.sample(range(DECK_SIZE), slots)
    columns = slots if slots <= _ONE_ROW else math.ceil(slots / 2)
    rows = math.ceil(slots / columns)
    plates = []
    for index, picture in enumerate(pictures):
        row, column = divmod(index, columns)
        in_row = min(columns, slots - row * columns)
        x = (column - (in_row - 1) / 2) * _PITCH_MM[0] + rng.uniform(-2, 2)
        y = (row - (rows - 1) / 2) * _PITCH_MM[1] - CARD_Y_MM / 2 + rng.uniform(-2, 2)
        plates.append(PlatePlaced(index + 1, x, y, rng.uniform(-1.5, 1.5), picture))
    width, height = columns * _PITCH_MM[0], rows * _PITCH_MM[1]
    seen = 2 * (_EDGE_MM + disc_mm + _BORDER_MM)
    camera = pose_over(width + seen, height + seen, size_px)
    bare = Scene(plates=tuple(plates), disc_mm=disc_mm, camera=camera, seed=seed)
    return replace(bare, clutter=_furniture(bare, seed))


def voting_scene(table: Scene, players: Sequence[int], laid: Mapping[int, int]) -> Scene:
    """`players` in seat order, clockwise; `laid`: player -> how many discs lie face down before them."""
    return replace(table, discs=_before(table, players, {p: (None,) * n for p, n in laid.items()}))


def reveal_scene(
    table: Scene, players: Sequence[int], votes: Mapping[int, Sequence[int]], on_cards: bool = True
) -> Scene:
    """The votes turned up: on the cards voted for, or still in front of the players.

    votes: player -> the numbers on the discs; a number without a slot stays before its player.
    """
    if not on_cards:
        return replace(table, discs=_before(table, players, votes))
    there = {plate.slot for plate in table.plates}
    rest = {p: tuple(n for n in numbers if n not in there) for p, numbers in votes.items()}
    scene = replace(table, discs=_before(table, players, rest))
    for slot in sorted(there):
        voters = [player for player, numbers in votes.items() for number in numbers if number == slot]
        scene = _laid_on(scene, slot, [(player, slot) for player in voters])
    return scene


def owners_scene(revealed: Scene, owners: Mapping[int, int]) -> Scene:
    """The faces stay; on each slot in `owners` (slot -> player) lies that player's disc, face down."""
    scene = revealed
    for slot, player in sorted(owners.items()):
        scene = _laid_on(scene, slot, [(player, None)])
    return scene


def with_spares(scene: Scene, players: Sequence[int], face_up: float = 0.0) -> Scene:
    """A pile of each player's other discs beside the seat, where it lies clear of all discs.

    face_up: the share of piles whose top shows a number: one that the player has not laid.
    """
    rng = random.Random(f"spares {scene.seed}")  # noqa: S311
    half = _block(scene, scene.disc_mm / 2 + _EDGE_MM)
    placed = list(scene.discs)
    for seat, player in enumerate(players):
        laid = {disc.number for disc in scene.discs if disc.player == player}
        left = rng.sample([n for n in range(1, len(scene.plates) + 1) if n not in laid] or [MOST], 1)
        top = left[0] if rng.random() < face_up else None
        side, middle = _seat_at(seat / len(players), half, 0.8 * scene.disc_mm)
        for away in (1.4, -1.4, 2.6, -2.6):
            x, y = _on_rim(side, middle + away * scene.disc_mm, *half)
            if (
                abs(middle + away * scene.disc_mm) < half[side % 2]
                and _room(placed, x, y) > scene.disc_mm + 4
            ):
                placed += [
                    DiscPlaced(
                        player,
                        top if level == 2 else None,
                        x + rng.uniform(-2, 2),
                        y + rng.uniform(-2, 2),
                        rng.uniform(0, 360),
                        level,
                    )
                    for level in range(3)
                ]
                break
    return replace(scene, discs=tuple(placed))


def _furniture(scene: Scene, look: int) -> tuple[Clutter, ...]:
    """The score board and the card deck, where there is room beside the players' discs."""
    begins = _block(scene, 2 * _EDGE_MM + scene.disc_mm)[0]
    ends = scene.camera.height_mm * math.tan(math.radians(scene.camera.view_deg / 2))
    room, middle = ends - begins, (begins + ends) / 2
    board = Clutter(Thing.BOARD, -middle, 0, 1.0, min(room - 12, 175), 270, look % 4)
    deck = Clutter(Thing.DECK, middle, -60, 4.0)
    return tuple(thing for thing, needs in ((board, 140), (deck, CARD_MM[0] + 20)) if room > needs)


def _before(
    scene: Scene, players: Sequence[int], numbers: Mapping[int, Sequence[int | None]]
) -> tuple[DiscPlaced, ...]:
    """Discs side by side before each seat, round the block of cards."""
    rng = random.Random(f"seats {scene.seed} {sorted(numbers)}")  # noqa: S311
    half_width, half_height = _block(scene, scene.disc_mm / 2 + _EDGE_MM)
    placed = []
    for seat, player in enumerate(players):
        own = numbers.get(player, ())
        long = (len(own) - 1) * (scene.disc_mm + 3 * _CLEAR_MM)
        side, middle = _seat_at(
            seat / len(players), (half_width, half_height), long / 2 + 0.8 * scene.disc_mm
        )
        for index, number in enumerate(own):
            along = middle + long * (index / max(len(own) - 1, 1) - 0.5)
            x, y = _on_rim(side, along, half_width, half_height)
            x, y = x + rng.uniform(-1, 1), y + rng.uniform(-1, 1)
            placed.append(DiscPlaced(player, number, x, y, rng.uniform(0, 360)))
    return tuple(placed)


def _block(scene: Scene, margin: float) -> Place:
    """Half the width and height of the cards' rectangle, `margin` mm further out."""
    wide = max(abs(plate.x) for plate in scene.plates) + PLATE_MM[0] / 2
    ends = [plate.y + PLATE_MM[1] / 2 for plate in scene.plates]
    ends += [CARD_MM[1] / 2 - plate.y - CARD_Y_MM for plate in scene.plates]
    return wide + margin, max(ends) + margin


def _seat_at(share: float, half: Place, keep: float) -> tuple[int, float]:
    """Side of the rectangle, and how far along from its middle: share 0 is the middle of the lower side,
    then clockwise. Nobody sits within `keep` mm of a corner.
    """
    way = (share * 4 * (half[0] + half[1]) + half[0]) % (4 * (half[0] + half[1]))
    side = 0
    while side < 3 and way > 2 * half[side % 2]:
        way -= 2 * half[side % 2]
        side += 1
    most = max(half[side % 2] - keep, 0.0)
    return side, max(-most, min(most, way - half[side % 2]))


def _on_rim(side: int, along: float, half_width: float, half_height: float) -> Place:
    """The sides are lower, left, upper, right; `along` runs clockwise."""
    return ((-along, half_height), (-half_width, -along), (along, -half_height), (half_width, along))[side]


def _laid_on(scene: Scene, slot: int, discs: Sequence[tuple[int, int | None]]) -> Scene:
    """Discs put down on a card one after the other, each clear of all that lie there already."""
    plate = next(plate for plate in scene.plates if plate.slot == slot)
    card = turned(Spot(plate.x, plate.y, plate.angle), 0, CARD_Y_MM)
    rng = random.Random(f"card {scene.seed} {slot} {discs}")  # noqa: S311
    placed = list(scene.discs)
    for player, number in discs:
        x, y = _free_place(scene, card, placed, len(discs) > _CROWDED, rng)
        placed.append(DiscPlaced(player, number, x, y, rng.uniform(0, 360)))
    return replace(scene, discs=tuple(placed))


def _free_place(
    scene: Scene, card: Spot, placed: Sequence[DiscPlaced], crowded: bool, rng: random.Random
) -> Place:
    """The first place that is clear of the other discs, or else the one with the most room."""
    half = scene.disc_mm / 2
    wide, high = CARD_MM[0] / 2 - half, CARD_MM[1] / 2 - half
    loose = [(rng.uniform(-wide, wide), rng.uniform(-high, high)) for _ in range(_TRIES)]
    rows = _rows(scene.disc_mm, rng)
    tried = [turned(card, x, y) for x, y in (rows if crowded else [*loose, *rows])]
    rooms = [_room(placed, at.x, at.y) for at in tried]
    wanted = scene.disc_mm + _CLEAR_MM / 2
    index = next((i for i, room in enumerate(rooms) if room >= wanted), rooms.index(max(rooms)))
    return tried[index].x, tried[index].y


def _room(placed: Sequence[DiscPlaced], x: float, y: float) -> float:
    """How far the nearest disc's middle is."""
    return min((math.hypot(x - disc.x, y - disc.y) for disc in placed), default=math.inf)


def _rows(disc_mm: float, rng: random.Random) -> list[Place]:
    """Twelve places in three columns, the middle ones first; they end clear of the plate's tag."""
    step = disc_mm + _CLEAR_MM
    places = [(column * step, (row - 1.5) * step - 3.0) for column in (-1, 0, 1) for row in range(4)]
    rng.shuffle(places)
    return sorted(places, key=lambda place: abs(place[0]) > step / 2)
