"""Made-up readings for the tests: a table in one short text."""

from __future__ import annotations

from hardware.stickers import Face
from pi_app.vision.seen import DiscSeen, Picture, Reading, Side, SlotSeen, Source

PICTURE = Picture((640, 360), 6.0, 0.8, 0.6, False)


def face(
    player: int,
    number: int | None = None,
    slot: int | None = None,
    *,
    tag: int | None = -1,
    ring: int | None = -1,
    **more: object,
) -> DiscSeen:
    """A face up disc. tag and ring say `number` unless told otherwise."""
    tag, ring = (number if said == -1 else said for said in (tag, ring))
    return DiscSeen(
        player,
        Side.FACE,
        Face(player, tag) if tag else None,
        Face(player, ring) if ring else None,
        slot,
        (0.0, 0.0),
        None,
        **more,  # type: ignore[arg-type]
    )


def back(player: int, slot: int | None = None) -> DiscSeen:
    return DiscSeen(player, Side.BACK, None, None, slot, (0.0, 0.0), None)


def reading(*discs: DiscSeen, slots: int | tuple[int, ...] = 4, at: float = 0.0) -> Reading:
    """The discs, and plates 1 to `slots`."""
    numbers = range(1, slots + 1) if isinstance(slots, int) else slots
    plates = tuple(SlotSeen(n, (100.0 * n, 0.0), None, frozenset({Source.TAG, Source.QR})) for n in numbers)
    return Reading(at, 3, at, plates, discs, (), PICTURE)
