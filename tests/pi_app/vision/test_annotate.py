"""The pictures of what was found: with a secret to keep they are the same whatever people voted."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from hardware.ports import Frame, Grey
from hardware.simulated.recorded import read_grey
from hardware.simulated.scene import Code, Glare, Stranger
from hardware.simulated.view import View
from hardware.stickers import Face
from pi_app.vision.annotate import annotate
from pi_app.vision.flaws import with_strangers
from pi_app.vision.look import Looker
from pi_app.vision.seen import DiscSeen, Look, Side
from pi_app.vision.strangers import strangers_in
from tests.pi_app.vision.drawn import REVEALED, picture

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


def _pictures(grey: Grey, folder: Path, secret: bool = False) -> dict[str, Grey]:
    looker = Looker()
    look = looker.look(Frame(grey, 0.0, 0))
    look = with_strangers(look, strangers_in(grey, looker.kept.outlines, look.ignored))
    annotate(grey, look, folder / "seen", looker.kept, secret=secret)
    return {path.stem: read_grey(path) for path in sorted(folder.iterdir())}


def test_what_is_read_and_what_is_wrong_is_drawn_where_it_is(tmp_path: Path) -> None:
    lamp = Glare(REVEALED.discs[0].x, REVEALED.discs[0].y, 25, 1.0)
    stranger = Stranger(Code.QR, "https://example.com/menu", 200, 120, 15, 36)
    light = replace(REVEALED.light, glare=(lamp,))
    scene = replace(REVEALED, strangers=(stranger,), light=light)
    grey = picture(scene)
    drawn = _pictures(grey, tmp_path)
    assert list(drawn) == [
        f"seen-{stage}" for stage in ("1-source", "2-threshold", "3-found", "4-decoded", "5-map")
    ]
    assert {shown.shape for stage, shown in drawn.items() if stage != "seen-2-threshold"} == {grey.shape}
    places = [(lamp.x, lamp.y), (stranger.x, stranger.y), *((p.x - 28, p.y) for p in scene.plates)]
    for x, y in View(scene.camera).project(*np.array(places).T).astype(int):
        near = (slice(y - 45, y + 45), slice(x - 45, x + 45))
        assert np.abs(drawn["seen-4-decoded"][near].astype(int) - grey[near]).max() > 60


@pytest.mark.parametrize("size", [(1, 1), (9, 40), (300, 400)])
def test_a_picture_of_nothing_can_be_drawn_too(tmp_path: Path, size: tuple[int, int]) -> None:
    assert len(_pictures(np.full(size, 90, np.uint8), tmp_path)) == 5
