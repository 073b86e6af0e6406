"""Looks over time -> reading: what the last looks agree on, and since when nothing has moved.

Time comes from the looks. Sightings that contradict each other are kept as a conflict; the last one
never wins. What one look alone saw by one print is doubted, and left out once looks reach over a second.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace

from hardware.stickers import Face
from pi_app.vision.dials import dials_moved, merged_dials
from pi_app.vision.seen import DiscSeen, Ignored, Look, Reading, Side, SlotSeen

WINDOW_S = 1.5
MOST_LOOKS = 12
LONE_LOOKS = 2
LONE_S = 1.0
"""A lone witness must be seen in this many looks, over this time."""
SPOT_MODULES = 4.0
"""Discs closer than this are one disc that did not move."""
USUAL_PX_PER_MODULE = 5.0


@dataclass(slots=True)
class _Spot:
    """All sightings of one disc that stayed where it is, oldest first."""

    seen: list[tuple[float, DiscSeen]] = field(default_factory=list)

    @property
    def last(self) -> DiscSeen:
        return self.seen[-1][1]


class Steady:
    """Keeps the last looks. One per camera; not thread-safe."""

    def __init__(self, window_s: float = WINDOW_S, most_looks: int = MOST_LOOKS) -> None:
        self._window_s = window_s
        self._most_looks = most_looks
        self._looks: list[Look] = []
        self._still_since: float | None = None

    def add(self, look: Look) -> Reading:
        """The reading after one more look; looks older than the last one are not taken."""
        if self._looks and look.taken_at < self._looks[-1].taken_at:
            return self._reading()
        recent = [k for k in self._looks if look.taken_at - k.taken_at <= self._window_s]
        before = recent or self._looks[-1:]
        turned = bool(before) and dials_moved(before[-1], look)
        moved = turned or (bool(before) and has_moved(before, look))
        if turned or (moved and _elsewhere(before, look)):
            recent = []
        # What has merely come says nothing against what was seen of the others.
        self._looks = [*recent[-self._most_looks + 1 :], look]
        if moved:
            self._still_since = None
        elif self._still_since is None:
            self._still_since = look.taken_at
        return self._reading()

    def forget(self) -> None:
        """Begin anew, as after the camera was away."""
        self._looks = []
        self._still_since = None

    def _reading(self) -> Reading:
        return replace(merged(self._looks, live=True), still_since=self._still_since)


def _agreed(disc: DiscSeen) -> bool:
    """Tag and ring say the same: two prints, which no glitch of one frame makes."""
    return disc.tag is not None and disc.tag == disc.ring


def has_moved(before: Sequence[Look], after: Look) -> bool:
    """A disc lies elsewhere, was turned over, or has come; what was merely not read has not moved.

    before: the last looks at rest. A disc that some of them saw has not come, where the last one missed it.
    """
    reach, old = _reach(after), _seen_in(before)
    come = any(not any(_near(disc, other, reach) for other in old) for disc in after.discs)
    return come or _elsewhere(before, after)


def _elsewhere(before: Sequence[Look], after: Look) -> bool:
    """A disc lies elsewhere than it did, or was turned over."""
    reach, old = _reach(after), _seen_in(before)
    for disc in after.discs:
        near = [other for other in old if _near(disc, other, reach)]
        if any(other.side is not disc.side for other in near):
            return True
        if not near and any(_print(other) == _print(disc) for other in old):
            return True
    return False


def _seen_in(looks: Sequence[Look]) -> list[DiscSeen]:
    return [disc for look in looks for disc in look.discs]


def _print(disc: DiscSeen) -> tuple[int, Side, Face | None]:
    return disc.player, disc.side, disc.tag or disc.ring


def merged(looks: Sequence[Look], live: bool = False) -> Reading:
    """One reading of looks at one table, however far apart in time.

    live: more looks will come, so what one alone has seen, or placed, by one print may wait for them.
    """
    last = looks[-1]
    spots = _spots(looks)
    lone_counts = len(looks) > LONE_LOOKS and last.taken_at - looks[0].taken_at >= LONE_S
    discs = [_disc(spot, live) for spot in spots if not (lone_counts and _once_and_lone(spot))]
    return Reading(
        taken_at=last.taken_at,
        looks=len(looks),
        still_since=None,
        slots=_slots(looks),
        discs=tuple(_one_place(discs, looks)),
        ignored=_ignored(looks),
        picture=last.picture,
        dials=merged_dials(looks),
    )


def _reach(look: Look) -> float:
    return SPOT_MODULES * (look.picture.px_per_module or USUAL_PX_PER_MODULE)


def _near(a: DiscSeen, b: DiscSeen, reach: float) -> bool:
    return (a.centre_px[0] - b.centre_px[0]) ** 2 + (a.centre_px[1] - b.centre_px[1]) ** 2 < reach**2


def _spots(looks: Iterable[Look]) -> list[_Spot]:
    spots: list[_Spot] = []
    for look in looks:
        reach = _reach(look)
        for disc in look.discs:
            here = (s for s in spots if _near(s.last, disc, reach) and s.last.side is disc.side)
            spot = next(here, None)
            if spot is None:
                spot = _Spot()
                spots.append(spot)
            spot.seen.append((look.taken_at, disc))
    return spots


def _once_and_lone(spot: _Spot) -> bool:
    """Seen in too few looks by one witness only, nowhere confirmed by another."""
    discs = [disc for _, disc in spot.seen]
    if spot.last.side is not Side.FACE or any(_agreed(disc) for disc in discs):
        return False
    placed = any(disc.number is not None and disc.number == disc.slot for disc in discs)
    brief = spot.seen[-1][0] - spot.seen[0][0] < LONE_S
    return len(discs) < LONE_LOOKS or (brief and not placed)


def _disc(spot: _Spot, live: bool) -> DiscSeen:
    """What all sightings of a spot say together: where two faces were read, both are kept."""
    discs = [disc for _, disc in spot.seen]
    last = discs[-1]
    looks = len({at for at, _ in spot.seen})
    tags = Counter(disc.tag for disc in discs if disc.tag)
    rings = Counter(disc.ring for disc in discs if disc.ring)
    tag = tags.most_common(1)[0][0] if tags else None
    ring = rings.most_common(1)[0][0] if rings else None
    other = next((face for face in (*tags, *rings) if face not in (tag, None)), None)
    players = {disc.player for disc in discs}
    slot = _same(disc.slot for disc in discs)
    same = {at for at, disc in spot.seen if slot is None or disc.slot == slot}
    return replace(
        last,
        player=tag.player if tag else last.player,
        tag=tag,
        ring=other or ring,
        slot=slot,
        looks=looks,
        two_places=any(disc.two_places for disc in discs) or (last.side is Side.BACK and len(players) > 1),
        fleeting=live and len(same) < LONE_LOOKS and not any(_agreed(disc) for disc in discs),
    )


def _same(slots: Iterable[int | None]) -> int | None:
    """The slot that every look which placed the disc agrees on."""
    placed = {slot for slot in slots if slot is not None}
    return placed.pop() if len(placed) == 1 else None


def _one_place(discs: Sequence[DiscSeen], looks: Sequence[Look]) -> list[DiscSeen]:
    """A face that was pushed about on its card is one disc; elsewhere, too, it is a conflict."""
    kept: list[DiscSeen] = []
    for disc in discs:
        twin = next((k for k, d in enumerate(kept) if disc.tag and d.tag == disc.tag), None)
        if twin is None:
            kept.append(disc)
            continue
        other = kept[twin]
        together = (
            any(sum(seen.tag == disc.tag for seen in look.discs) > 1 for look in looks)
            or disc.slot != other.slot
        )
        # What is said of it is said of where it counts.
        kept[twin] = replace(
            other if disc.slot is None else disc,
            ring=disc.ring or other.ring,
            looks=min(disc.looks + other.looks, len(looks)),
            two_places=together or disc.two_places or other.two_places,
        )
    return kept


def _slots(looks: Iterable[Look]) -> tuple[SlotSeen, ...]:
    found: dict[int, SlotSeen] = {}
    for look in looks:
        for slot in look.slots:
            before = found.get(slot.slot)
            sources = slot.sources | before.sources if before else slot.sources
            found[slot.slot] = replace(slot, sources=sources, looks=before.looks + 1 if before else 1)
    return tuple(found[number] for number in sorted(found))


def _ignored(looks: Iterable[Look]) -> tuple[Ignored, ...]:
    """Each stranger once, where it was seen last."""
    found: dict[tuple[str, str], Ignored] = {}
    for look in looks:
        here = {(thing.what, thing.reason): thing for thing in look.ignored}
        found.update(here)
    return tuple(found.values())
