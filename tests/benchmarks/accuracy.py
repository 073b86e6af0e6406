"""How much is read of tables nobody has seen before, a line a tier, with 95 % intervals; and what limits it.

    python -m tests.benchmarks.accuracy [--rounds 300] [--living 60] [--first-seed 800000] [--jobs 2]

One look: of each disc whose tag is in view, tag read, tag and ring agreeing; votes proposed as sure, and
asked. Living: votes proposed after five looks at a table whose hands and glare move. Exit code 1 when
anything was wrong; stopped with Ctrl-C it prints what it has. `reading` compares speed and votes with
other readers.
"""

from __future__ import annotations

import argparse
import multiprocessing
import sys
from collections import Counter
from contextlib import suppress
from dataclasses import dataclass, field
from statistics import NormalDist

import cv2

from hardware.ports import Frame
from hardware.simulated.draw import draw
from hardware.simulated.tiers import Tier as Hardness
from hardware.simulated.truth import truth
from hardware.stickers import Back, Face
from pi_app.session.views import Trust
from pi_app.vision.look import Looker
from pi_app.vision.steady import Steady, merged
from tests.benchmarks.limits import LIMITS, UNEXPLAINED, limit_of
from tests.benchmarks.reading import LOOK_S, Round, drawn_round
from tests.benchmarks.scenes import same_disc

LOOKS = 5
Z = NormalDist().inv_cdf(0.975)
AIMS = {"typical": (99.9, 99.5, 100.0), "hard": (98.0, 85.0, 99.5), "extreme": (85.0, 40.0, 95.0)}
"""Per cent of discs by tag, by tag and ring, and of votes after looks at a living table."""


@dataclass
class Tally:
    """Counts of one tier. tag_limits, ring_limits: why discs were not read, or only by their tag."""

    counts: Counter[str] = field(default_factory=Counter)
    tag_limits: Counter[str] = field(default_factory=Counter)
    ring_limits: Counter[str] = field(default_factory=Counter)
    notes: list[str] = field(default_factory=list)

    def add(self, other: Tally) -> None:
        self.counts += other.counts
        self.tag_limits += other.tag_limits
        self.ring_limits += other.ring_limits
        self.notes += other.notes


def measured(task: tuple[str, int, int, bool]) -> Tally:
    """One round: tier, seed, width of the picture, whether to look again as the table lives."""
    tier, seed, width, lives = task
    cv2.setNumThreads(1)
    played, tally = drawn_round(seed, (width, width * 9 // 16)), Tally()
    scene = played.scene(Hardness(tier))
    grey = draw(scene)
    seen = Looker().look(Frame(grey, 0.0, 0))
    there = [s for s in truth(scene) if isinstance(s.sticker, Face | Back)]
    for sticker in (s for s in there if s.visible > 0.99):
        found = next((disc for disc in seen.discs if same_disc(disc, sticker)), None)
        both = found is not None and found.ring == found.tag
        tally.counts.update(discs=1, tag=found is not None, both=both)
        if sticker.whole > 0.995:
            tally.counts.update(whole=1, whole_tag=found is not None, whole_both=both)
        if not both:
            limits = tally.tag_limits if found is None else tally.ring_limits
            limits[limit_of(scene, grey, sticker)] += 1
    for disc in seen.discs:
        if disc.ring not in (None, disc.tag) or not any(same_disc(disc, s) for s in there):
            tally.counts["false"] += 1
            tally.notes.append(f"{tier} {seed}: {disc.player} {disc.tag} {disc.ring} is not there")
    _votes(tally, played, tier, seen, lives)
    return tally


def _votes(tally: Tally, played: Round, tier: str, seen, lives: bool) -> None:
    first = played.proposal(merged([seen]))
    after = None
    if lives:
        steady = Steady()
        reading = steady.add(seen)
        for k in range(1, LOOKS):
            other = Frame(draw(played.scene(Hardness(tier), k), k), LOOK_S * k, k)
            reading = steady.add(Looker().look(other))
        after = played.proposal(reading)
    for player, slot in played.votes.items():
        vote = first.votes[player]
        right = vote.slots == (slot,)
        tally.counts.update(votes=1, sure=right and vote.trust is Trust.SURE)
        tally.counts["asked"] += right and vote.trust is not Trust.SURE
        said = [vote]
        if after is not None:
            said.append(after.votes[player])
            tally.counts.update(living_votes=1, living=said[1].slots == (slot,))
            tally.counts["living_sure"] += said[1].slots == (slot,) and said[1].trust is Trust.SURE
        for vote in (vote for vote in said if vote.slots not in ((), (slot,))):
            tally.counts["wrong"] += 1
            tally.notes.append(f"{tier} {played.seed}: vote of {player} read as {vote.slots}, is {slot}")
    for slot, owner in first.owners.items():
        if owner.trust is Trust.SURE and owner.player != played.owners[slot]:
            tally.counts["wrong"] += 1
            tally.notes.append(f"{tier} {played.seed}: owner of {slot} read as {owner.player}")


def between(right: int, of: int) -> tuple[float, float]:
    """Wilson's 95 % interval, in per cent."""
    if not of:
        return 0.0, 100.0
    share, spread = right / of, Z * Z / of
    middle = (share + spread / 2) / (1 + spread)
    half = Z * (share * (1 - share) / of + spread / (4 * of)) ** 0.5 / (1 + spread)
    return 100 * max(0.0, middle - half), 100 * min(1.0, middle + half)


def at_most(wrong: int, of: int) -> float:
    """The upper end, in per cent; for none wrong that of Clopper and Pearson, one-sided."""
    return 100 * (1 - 0.05 ** (1 / max(of, 1))) if not wrong else between(wrong, of)[1]


def table(tallies: dict[str, Tally]) -> str:
    lines = []
    for tier, tally in tallies.items():
        c, aims = tally.counts, AIMS.get(tier, ("", "", ""))
        lines.append(
            f"\n{tier}: {c['discs']} discs, {c['votes']} votes, {c['living_votes']} of living tables"
        )
        for name, right, of, aim in (
            ("tag read, one look", c["tag"], c["discs"], aims[0]),
            ("tag and ring agree, one look", c["both"], c["discs"], aims[1]),
            ("  of discs nothing lies on: tag", c["whole_tag"], c["whole"], aims[0]),
            ("  and ring", c["whole_both"], c["whole"], aims[1]),
            ("votes sure, one look", c["sure"], c["votes"], ""),
            ("votes asked, one look", c["asked"], c["votes"], ""),
            (f"votes proposed after {LOOKS} living looks", c["living"], c["living_votes"], aims[2]),
            ("  of them sure", c["living_sure"], c["living_votes"], ""),
        ):
            low, high = between(right, of)
            share = 100 * right / max(of, 1)
            lines.append(f"  {name:38}{share:7.2f} %  [{low:6.2f}, {high:6.2f}]  of {of:5}   aim {aim}")
        all_votes = c["votes"] + c["living_votes"]
        lines.append(
            f"  wrong votes or owners: {c['wrong']} (at most {at_most(c['wrong'], all_votes):.3f} %)"
        )
        lines.append(f"  discs that are not there, or with a wrong ring: {c['false']}")
        for what, limits in (("tag", tally.tag_limits), ("ring alone", tally.ring_limits)):
            told = [
                f"{name} {limits[name]}" for name in (*(n for n, _ in LIMITS), UNEXPLAINED) if limits[name]
            ]
            lines.append(f"  {what} not read: {', '.join(told) or 'none'}")
    return "\n".join([*lines, *(note for tally in tallies.values() for note in tally.notes)])


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=300, help="of each tier")
    parser.add_argument("--living", type=int, default=60, help="of them looked at again as they live")
    parser.add_argument("--first-seed", type=int, default=800_000)
    parser.add_argument("--width", type=int, default=4608, help="of the pictures, in pixels")
    parser.add_argument("--tiers", nargs="+", default=list(AIMS))
    parser.add_argument("--jobs", type=int, default=2)
    args = parser.parse_args()
    tallies = {tier: Tally() for tier in args.tiers}
    tasks = [
        (tier, args.first_seed + k, args.width, k < args.living)
        for k in range(args.rounds)
        for tier in tallies
    ]
    with multiprocessing.get_context("spawn").Pool(args.jobs) as pool, suppress(KeyboardInterrupt):
        for task, tally in zip(tasks, pool.imap(measured, tasks), strict=True):
            tallies[task[0]].add(tally)
    print(table(tallies))
    return 1 if any(t.counts["wrong"] or t.counts["false"] for t in tallies.values()) else 0


if __name__ == "__main__":
    sys.exit(main())
