"""Draws tables nobody has seen before and prints how well they are read, a line a tier.

    python -m tests.benchmarks.scenes [ROUNDS] [SEED]

Each round: plates, cards, discs of random players, a camera and flaws of its tier. Of every disc whose tag
is wholly in view: tag read, tag and ring agreeing, the right slot under it; and everything that is wrong.
"""

from __future__ import annotations

import random
import statistics
import sys
import time
from dataclasses import dataclass, field, replace

import cv2

from hardware.ports import Frame
from hardware.simulated.draw import draw
from hardware.simulated.layout import lay_table, owners_scene, reveal_scene
from hardware.simulated.scene import Flaws, Glare, Hand, Light, Scene, Surface, Table
from hardware.simulated.truth import truth
from hardware.stickers import Back, Face, Plate
from pi_app.game.pieces import Phase
from pi_app.session.proposal import propose
from pi_app.session.setting import Setting
from pi_app.session.views import Trust
from pi_app.vision.look import Looker
from pi_app.vision.seen import DiscSeen
from pi_app.vision.steady import merged

SIZES = ((2304, 1296), (3264, 1836), (4608, 2592))
HARDNESS = {"easy": 0.0, "typical": 0.35, "hard": 0.75, "extreme": 1.0}


@dataclass
class Tier:
    discs: int = 0
    tags: int = 0
    both: int = 0
    placed: int = 0
    votes: int = 0
    sure: int = 0
    wrong: int = 0
    false: int = 0
    ms: list[float] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)


def scene(seed: int, hardness: float) -> tuple[Scene, dict[int, int], dict[int, int]]:
    """A table at the owners' phase, its votes (player -> slot) and owners (slot -> player)."""
    rng = random.Random(f"{seed} {hardness}")
    players = rng.randint(3, 8)
    size = rng.choice(SIZES)
    table = lay_table(players, seed=seed, size_px=size, disc_mm=rng.choice((28.0, 32.0, 36.0)))
    seats = list(range(1, players + 1))
    teller = rng.choice(seats)
    slots = rng.sample(seats, players)
    owners = dict(zip(slots, seats, strict=True))
    own = {player: slot for slot, player in owners.items()}
    votes = {p: rng.choice([s for s in seats if s != own[p]]) for p in seats if p != teller}
    laid = reveal_scene(table, seats, {p: [s] for p, s in votes.items()})
    laid = owners_scene(laid, owners)
    return _flawed(laid, rng, hardness, size[0] / 3264), votes, owners


def _flawed(laid: Scene, rng: random.Random, hardness: float, per_px: float) -> Scene:
    h = hardness
    camera = replace(
        laid.camera,
        tilt_deg=rng.uniform(0, 25 * h),
        yaw_deg=rng.uniform(0, 360),
        turn_deg=rng.uniform(-8 * h, 8 * h),
        height_mm=laid.camera.height_mm * rng.uniform(1.05, 1.1 + 0.2 * h),
        k1=rng.uniform(-0.08, 0.02) * h,
    )
    glare = tuple(
        Glare(
            rng.uniform(-200, 200),
            rng.uniform(-150, 150),
            rng.uniform(15, 50),
            rng.uniform(0.3, 0.5 + 0.5 * h),
        )
        for _ in range(rng.randint(0, round(2 * h)))
    )
    light = Light(
        brightness=rng.uniform(1.0 - 0.7 * h, 1.0),
        gradient=rng.uniform(0, 0.15 + 0.45 * h),
        from_deg=rng.uniform(0, 360),
        bands=rng.uniform(0, 0.3) * h * (rng.random() < 0.3),
        glare=glare,
    )
    flaws = Flaws(
        blur_px=(0.5 + rng.uniform(0, 1.5) * h) * per_px**0.5,
        motion_px=rng.uniform(0, 4) * h * (rng.random() < 0.3),
        motion_deg=rng.uniform(0, 180),
        noise=1.5 + rng.uniform(0, 6) * h,
        wear=rng.uniform(0, 0.6) * h,
    )
    hands = tuple(
        Hand(rng.uniform(-200, 200), rng.uniform(-150, 150), rng.uniform(0, 360), rng.uniform(0.3, 0.7))
        for _ in range(rng.random() < 0.5 * h)
    )
    surface = rng.choice(list(Surface))
    top = Table(surface, rng.uniform(0.15, 0.8), grain=rng.randint(0, 999))
    discs = tuple(replace(d, curl=rng.uniform(0, 1.5) * h * (rng.random() < 0.2)) for d in laid.discs)
    return replace(laid, camera=camera, light=light, flaws=flaws, hands=hands, table=top, discs=discs)


def run(rounds: int, seed: int, hardness: float) -> Tier:
    tier = Tier()
    for k in range(rounds):
        laid, votes, owners = scene(seed + k, hardness)
        frame = Frame(draw(laid), 0.0, 0)
        started = time.process_time()
        look = Looker().look(frame)
        tier.ms.append(1000 * (time.process_time() - started))
        judge_discs(tier, laid, look.discs, f"round {seed + k}")
        teller = next(iter(set(owners.values()) - set(votes)))
        seats = {player: player for player in owners.values()}
        proposal = propose(merged([look]), Setting(players=seats, storyteller=teller), Phase.OWNERS)
        for player, slot in votes.items():
            vote = proposal.votes[player]
            tier.votes += 1
            tier.sure += vote.trust is Trust.SURE and vote.slots == (slot,)
            if vote.slots not in ((), (slot,)):
                tier.wrong += 1
                tier.notes.append(f"round {seed + k}: vote of {player} read as {vote.slots}, is {slot}")
        for slot, owner in proposal.owners.items():
            if owner.trust is Trust.SURE and owner.player != owners[slot]:
                tier.wrong += 1
                tier.notes.append(f"round {seed + k}: owner of {slot} read as {owner.player}")
    return tier


def judge_discs(tier: Tier, laid: Scene, discs: tuple[DiscSeen, ...], name: str) -> None:
    there = [s for s in truth(laid) if isinstance(s.sticker, Face | Back)]
    cards = {s.sticker.slot: s for s in truth(laid) if isinstance(s.sticker, Plate)}
    for sticker in (s for s in there if s.visible > 0.99):
        found = next((d for d in discs if same_disc(d, sticker)), None)
        tier.discs += 1
        tier.tags += found is not None
        if found is not None and isinstance(sticker.sticker, Face):
            tier.both += found.ring == found.tag
            tier.placed += found.slot == sticker.sticker.number
        if found is not None and isinstance(sticker.sticker, Back):
            tier.both += 1
            tier.placed += found.slot in cards
    for disc in discs:
        wrong_ring = disc.ring is not None and disc.ring != disc.tag
        if wrong_ring or not any(same_disc(disc, s) for s in there):
            tier.false += 1
            tier.notes.append(
                f"{name}: {disc.player} {disc.tag} {disc.ring} at {disc.centre_px} is not there"
            )


def same_disc(disc: DiscSeen, sticker) -> bool:
    dx = disc.centre_px[0] - sticker.centre_px[0]
    dy = disc.centre_px[1] - sticker.centre_px[1]
    said = disc.tag or Back(disc.player)
    return abs(dx) + abs(dy) < 4 * sticker.px_per_module and said == sticker.sticker


def table(tiers: dict[str, Tier]) -> str:
    lines = [
        f"{'tier':9}{'discs':>7}{'tag %':>8}{'both %':>8}{'placed %':>10}{'votes':>7}{'sure %':>8}"
        f"{'wrong':>7}{'false':>7}{'ms median':>11}{'max':>7}"
    ]
    for name, t in tiers.items():
        share = [
            100 * part / max(whole, 1)
            for part, whole in ((t.tags, t.discs), (t.both, t.discs), (t.placed, t.discs), (t.sure, t.votes))
        ]
        lines.append(
            f"{name:9}{t.discs:>7}{share[0]:>8.2f}{share[1]:>8.2f}{share[2]:>10.2f}{t.votes:>7}"
            f"{share[3]:>8.2f}{t.wrong:>7}{t.false:>7}{statistics.median(t.ms):>11.1f}{max(t.ms):>7.1f}"
        )
    return "\n".join([*lines, *(note for t in tiers.values() for note in t.notes)])


if __name__ == "__main__":
    cv2.setNumThreads(1)
    rounds_ = int(sys.argv[1]) if len(sys.argv) > 1 else 10
    seed_ = int(sys.argv[2]) if len(sys.argv) > 2 else 1000
    print(table({name: run(rounds_, seed_, hardness) for name, hardness in HARDNESS.items()}))
