"""Lays tables where people vote with dials: face down while they vote, face up at the reveal.

A dial is larger than a disc: the camera hangs a little higher, so that all of them are in the picture.
"""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import replace

from hardware.simulated.layout import lay_table, reveal_scene, voting_scene
from hardware.simulated.scene import DialPlaced, Scene
from hardware.stickers import DIAL_BASE_MM, DISC_MM


def lay_dial_table(slots: int, *, seed: int = 0, round_number: int = 0) -> Scene:
    """As `lay_table`, with room for dials before the players."""
    table = lay_table(slots, seed=seed, round_number=round_number, disc_mm=DIAL_BASE_MM)
    return replace(table, disc_mm=DISC_MM)


def dials_down(table: Scene, players: Sequence[int], laid: Mapping[int, int]) -> Scene:
    """`laid`: player -> how many dials lie face down before them, the back of a disc on each."""
    roomy = voting_scene(replace(table, disc_mm=DIAL_BASE_MM), players, laid)
    return replace(table, discs=roomy.discs)


def dials_up(table: Scene, players: Sequence[int], votes: Mapping[int, Sequence[int]]) -> Scene:
    """Each player's dials turned to the numbers voted for, as exactly as fingers do it."""
    roomy = reveal_scene(replace(table, disc_mm=DIAL_BASE_MM), players, votes, on_cards=False)
    rng = random.Random(f"dials {table.seed} {sorted(votes.items())}")  # noqa: S311 - a table, no secret
    dials = tuple(
        DialPlaced(disc.player, (disc.number or 1) + rng.uniform(-0.12, 0.12), disc.x, disc.y, disc.angle)
        for disc in roomy.discs
    )
    return replace(table, discs=(), dials=dials)
