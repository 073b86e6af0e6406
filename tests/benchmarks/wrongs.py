"""Looks for votes that are silently wrong; prints counts of what was tried. Exit code 1 when one was found;
stopped with Ctrl-C it prints what it has.

    python -m tests.benchmarks.wrongs [--rounds 30000] [--frames 100] [--strangers 200] [--first-seed 900000]

rounds: readings of living tables with faults put in: prints and plates that are not read, and one bad frame
in which a tag or ring reads as another disc's, a face or back comes out of nothing, a place is wrong.
frames: drawn tables, hard and extreme. strangers: drawn pictures without any sticker of ours.
"""

from __future__ import annotations

import argparse
import multiprocessing
import random
import sys
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, replace

import cv2

from hardware.ports import Frame
from hardware.simulated.draw import draw
from hardware.simulated.tiers import Tier, without_stickers
from hardware.stickers import Face
from pi_app.game.pieces import Phase
from pi_app.session.draft import Draft, with_proposal
from pi_app.session.proposal import propose
from pi_app.session.setting import Setting
from pi_app.session.views import Trust
from pi_app.vision.look import Looker
from pi_app.vision.seen import DiscSeen, Look, Picture, Point, Side, SlotSeen, Source
from pi_app.vision.steady import Steady, merged
from tests.benchmarks.reading import Round, drawn_round

PICTURE = Picture((4608, 2592), 6.0, 0.8, 0.6, False)
PITCH_PX = 400.0
LOOKS, LOOK_S = 6, 0.3
WRONGS = ("votes wrong", "owners wrong", "frame votes wrong", "frame owners wrong", "stickers out of nothing")


@dataclass(frozen=True)
class Faults:
    """How often each fault comes, per print and look."""

    tag_unread: float
    ring_unread: float
    plate_unread: float
    glitch: float


def place(slot: int) -> Point:
    return slot * PITCH_PX, 500.0


def true_discs(votes: dict[int, int], owners: dict[int, int]) -> list[DiscSeen]:
    discs = []
    for player, slot in votes.items():
        x, y = place(slot)
        face = Face(player, slot)
        at = (x + 70 * (player % 4), y - 40 * (player // 4))
        discs.append(DiscSeen(player, Side.FACE, face, face, slot, at, at))
    for slot, player in owners.items():
        x, y = place(slot)
        discs.append(DiscSeen(player, Side.BACK, None, None, slot, (x, y + 90), (x, y + 90)))
    return discs


def look_at(
    discs: list[DiscSeen], slots: int, rng: random.Random, faults: Faults, at: float, glitches: bool
) -> Look:
    """One look at what lies there, as a bad picture would show it."""
    plates = {slot for slot in range(1, slots + 1) if rng.random() > faults.plate_unread}
    seen: list[DiscSeen] = []
    for disc in discs:
        slot = disc.slot if disc.slot in plates else None
        if disc.side is Side.BACK:
            if rng.random() > faults.tag_unread:
                seen.append(replace(disc, slot=slot))
            continue
        if rng.random() > faults.tag_unread:
            ring = disc.ring if rng.random() > faults.ring_unread else None
            seen.append(replace(disc, slot=slot, ring=ring))
    if glitches and seen and rng.random() < faults.glitch:
        seen = glitched(seen, slots, rng)
    shown = tuple(
        SlotSeen(slot, place(slot), place(slot), frozenset({Source.TAG, Source.QR}))
        for slot in sorted(plates)
    )
    return Look(at, shown, tuple(seen), (), PICTURE)


def glitched(seen: list[DiscSeen], slots: int, rng: random.Random) -> list[DiscSeen]:
    """What one bad frame may say: one print that reads as another of the kit, or one out of nothing."""
    k = rng.randrange(len(seen))
    disc, other = seen[k], Face(rng.randint(1, 8), rng.randint(1, slots))
    kind = rng.randrange(5)
    if kind == 0 and disc.tag is not None:
        seen[k] = replace(disc, tag=other, player=other.player)
    elif kind == 1 and disc.tag is not None:
        seen[k] = replace(disc, ring=other)
    elif kind == 2:
        at = place(other.number)
        lone = DiscSeen(other.player, Side.FACE, other, None, other.number, (at[0] + 35, at[1] - 70), at)
        seen.append(lone)
    elif kind == 3:
        slot = rng.randint(1, slots)
        at = place(slot)
        seen.append(DiscSeen(other.player, Side.BACK, None, None, slot, (at[0] - 60, at[1] + 30), at))
    else:
        seen[k] = replace(disc, slot=rng.randint(1, slots))
    return seen


def simulated_round(seed: int, tally: Counter[str]) -> None:
    """A living table, read as the session does: what was sure at rest is kept."""
    rng = random.Random(f"wrongs {seed}")
    seats = list(range(1, rng.randint(3, 8) + 1))
    teller = rng.choice(seats)
    owners = dict(zip(rng.sample(seats, len(seats)), seats, strict=True))
    own = {player: slot for slot, player in owners.items()}
    votes = {p: rng.choice([s for s in seats if s != own[p]]) for p in seats if p != teller}
    faults = Faults(rng.uniform(0, 0.3), rng.uniform(0, 0.6), rng.uniform(0, 0.2), 0.5)
    discs = true_discs(votes, owners)
    setting = Setting(players={player: player for player in seats}, storyteller=teller)
    steady, draft = Steady(), Draft()
    glitch_at = rng.randrange(LOOKS)
    for k in range(LOOKS):
        look = look_at(discs, len(seats), rng, faults, LOOK_S * k, glitches=k == glitch_at)
        reading = steady.add(look)
        proposal = propose(reading, setting, Phase.OWNERS)
        draft = with_proposal(draft, proposal, Phase.OWNERS, reading.still_since is not None)
    tally["rounds"] += 1
    for player, slot in votes.items():
        kept = draft.sure_votes.get(player)
        tally["votes"] += 1
        tally["votes kept"] += kept is not None
        tally["votes wrong"] += kept is not None and kept.slots != (slot,)
    for player in draft.sure_votes.keys() - votes.keys():
        tally["votes wrong"] += 1
        print(f"round {seed}: a vote of {player} out of nothing")
    for slot, owner in draft.sure_owners.items():
        tally["owners kept"] += 1
        if owners.get(slot) != owner:
            tally["owners wrong"] += 1
            print(f"round {seed}: owner of {slot} read as {owner}, is {owners.get(slot)}")


def drawn_frame(seed: int, tally: Counter[str]) -> None:
    played: Round = drawn_round(seed, (2304, 1296))
    hardness = (Tier.HARD, Tier.EXTREME)[seed % 2]
    proposal = played.proposal(merged([Looker().look(Frame(draw(played.scene(hardness)), 0.0, 0))]))
    tally["frames"] += 1
    for player, slot in played.votes.items():
        vote = proposal.votes[player]
        tally["frame votes sure"] += vote.trust is Trust.SURE
        if vote.slots not in ((), (slot,)):
            tally["frame votes wrong"] += 1
            print(f"frame {seed} {hardness}: vote of {player} read as {vote.slots}, is {slot}")
    for slot, owner in proposal.owners.items():
        if owner.trust is Trust.SURE and owner.player != played.owners[slot]:
            tally["frame owners wrong"] += 1
            print(f"frame {seed} {hardness}: owner of {slot} read as {owner.player}")


def stranger_picture(seed: int, tally: Counter[str]) -> None:
    seen = Looker().look(Frame(draw(without_stickers(seed, (1640, 922))), 0.0, 0))
    tally["pictures without stickers"] += 1
    tally["strangers named"] += len(seen.ignored)
    if seen.discs or seen.slots:
        tally["stickers out of nothing"] += 1
        print(f"stranger {seed}: {seen.discs} {seen.slots}")


def tried(task: tuple[Callable[[int, Counter[str]], None], int]) -> Counter[str]:
    work, seed = task
    cv2.setNumThreads(1)
    tally: Counter[str] = Counter()
    work(seed, tally)
    return tally


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=30_000)
    parser.add_argument("--frames", type=int, default=100)
    parser.add_argument("--strangers", type=int, default=200)
    parser.add_argument("--first-seed", type=int, default=900_000)
    parser.add_argument("--jobs", type=int, default=2)
    args = parser.parse_args()
    tally = Counter(dict.fromkeys(WRONGS, 0))
    counts = ((simulated_round, args.rounds), (drawn_frame, args.frames), (stranger_picture, args.strangers))
    tasks = [(work, args.first_seed + k) for work, count in counts for k in range(count)]
    with multiprocessing.get_context("spawn").Pool(args.jobs) as pool, suppress(KeyboardInterrupt):
        for found in pool.imap_unordered(tried, tasks, chunksize=8):
            tally.update(found)
    for what, number in tally.items():
        print(f"{number:>8} {what}")
    return 1 if any(tally[what] for what in WRONGS) else 0


if __name__ == "__main__":
    sys.exit(main())
