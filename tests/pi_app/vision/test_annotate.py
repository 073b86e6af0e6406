"""The pictures of what was found: with a secret to keep they are the same whatever people voted."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from hardware.ports import Frame
from hardware.simulated.recorded import read_grey
from hardware.stickers import Face
from pi_app.vision.annotate import annotate
from pi_app.vision.look import Looker
from pi_app.vision.seen import DiscSeen, Look, Side

REVEAL = Path(__file__).parents[2] / "photos" / "typical_s202_reveal.jpg"


def _voted_otherwise(look: Look) -> Look:
    """The same discs at the same places, with other numbers and in other slots."""
    return replace(look, discs=tuple(_turned(disc) for disc in look.discs))


def _turned(disc: DiscSeen) -> DiscSeen:
    if disc.side is Side.BACK:
        return disc
    return replace(disc, tag=_next(disc.tag), ring=_next(disc.ring), slot=(disc.slot or 1) % 6 + 1)


def _next(face: Face | None) -> Face | None:
    return face and Face(face.player, face.number % 12 + 1)


@pytest.mark.parametrize("secret", [True, False])
def test_secret_pictures_do_not_depend_on_the_votes(tmp_path: Path, secret: bool) -> None:
    grey = read_grey(REVEAL)
    looker = Looker()
    look = looker.look(Frame(grey, 0.0, 0))
    other = _voted_otherwise(look)
    assert other != look
    for name, seen in (("one", look), ("other", other)):
        annotate(grey, seen, tmp_path / name, looker.kept, secret=secret)
    for stage in ("4-decoded", "5-map"):
        one, two = ((tmp_path / f"{name}-{stage}.jpg").read_bytes() for name in ("one", "other"))
        assert (one == two) is secret
