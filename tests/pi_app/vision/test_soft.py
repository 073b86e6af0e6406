"""Tags and rings in bad light: read by what is black and white near each cell, and never guessed."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from hardware.artwork import ring_modules
from hardware.ports import Frame, Grey
from hardware.simulated.draw import draw
from hardware.simulated.tiers import Tier
from hardware.stickers import BY_TAG, Back, Face
from pi_app.vision import look as look_module
from pi_app.vision.blobs import Darker
from pi_app.vision.faint import faint_patches
from pi_app.vision.find import find, pyramid
from pi_app.vision.look import MOST_LEVELS, Kept, Looker
from pi_app.vision.ring_faces import faces_of
from pi_app.vision.seen import Patch, Source
from pi_app.vision.soft import read_soft
from pi_app.vision.squares import CODE_BITS
from pi_app.vision.tags import read_more_tags, read_tags
from tests.benchmarks.reading import drawn_round
from tests.pi_app.vision.drawn import tag_picture

FACES = [Face(player, number) for player in range(1, 13) for number in range(1, 13)]


def cells_of(number: int, family: int | None = None, turn: int = 0) -> np.ndarray:
    """The 10 x 10 cells of a clean tag and the white round it."""
    dictionary = cv2.aruco.getPredefinedDictionary(family or cv2.aruco.DICT_ARUCO_MIP_36h12)
    cells = np.full((10, 10), 230, np.float32)
    cells[1:-1, 1:-1] = np.where(cv2.aruco.generateImageMarker(dictionary, number, 8) > 127, 230, 40)
    return np.rot90(cells, turn).copy()


def shaded(cells: np.ndarray, darkest: float) -> np.ndarray:
    """A shadow's edge right across it: one side as light as it was, the other this share of it."""
    slope = np.clip((np.arange(10) - 3) / 4, 0, 1)
    return cells * (darkest + (1 - darkest) * slope)[None, :]


@pytest.mark.parametrize("darkest", [1.0, 0.5, 0.3])
@pytest.mark.parametrize("number", [0, 77, 144, 167, 190])
def test_a_tag_half_in_shadow_is_read_in_each_turn(number: int, darkest: float) -> None:
    cells = np.stack([shaded(cells_of(number, turn=turn), darkest) for turn in range(4)])
    soft = read_soft(cells, CODE_BITS)
    assert soft.ids.tolist() == [number] * 4
    assert sorted(soft.turns.tolist()) == [0, 1, 2, 3]


def test_cells_drowned_in_glare_say_nothing_and_the_others_tell_the_number() -> None:
    cells = cells_of(100)
    cells[3:5, 3:5] = 135
    assert read_soft(cells[None], CODE_BITS).ids.tolist() == [100]
    cells[2:8, 2:8] = 135
    assert read_soft(cells[None], CODE_BITS).ids.tolist() == [-1]


@pytest.mark.parametrize("flipped", [3, 4, 6])
def test_three_cells_that_are_clearly_of_the_other_colour_make_it_another_number(flipped: int) -> None:
    cells = cells_of(100)
    inside = cells[2:-2, 2:-2]
    for k in range(flipped):
        inside[k, k % 6] = 270 - inside[k, k % 6]
    assert read_soft(cells[None], CODE_BITS).ids.tolist() == [-1]


def test_a_number_that_no_sticker_has_is_not_guessed() -> None:
    strangers = [number for number in range(250) if number not in BY_TAG]
    assert set(read_soft(np.stack([cells_of(n) for n in strangers]), CODE_BITS).ids.tolist()) == {-1}


@pytest.mark.parametrize("family", [cv2.aruco.DICT_APRILTAG_36h11, cv2.aruco.DICT_6X6_250])
@pytest.mark.parametrize("darkest", [1.0, 0.3])
def test_tags_of_other_families_in_shadow_are_not_read(family: int, darkest: float) -> None:
    cells = np.stack([shaded(cells_of(number, family), darkest) for number in range(250)])
    assert set(read_soft(cells, CODE_BITS).ids.tolist()) == {-1}


def test_noise_and_smooth_pictures_are_no_tags() -> None:
    rng = np.random.default_rng(3)
    noise = rng.uniform(0, 255, (4000, 10, 10))
    soft = np.stack([cv2.GaussianBlur(cells.astype(np.float32), (0, 0), 1.0) for cells in noise])
    assert set(read_soft(np.concatenate([noise, soft]), CODE_BITS).ids.tolist()) == {-1}


def test_a_tag_under_the_edge_of_a_shadow_is_read_from_the_picture() -> None:
    grey = tag_picture(77, 96).astype(np.float32)
    slope = np.clip((np.arange(grey.shape[1]) - grey.shape[1] / 2) / 40 + 0.5, 0, 1)
    dark: Grey = (grey * (0.2 + 0.8 * slope)[None, :]).astype(np.uint8)
    assert [tag.id for tag in read_tags(dark, find(pyramid(dark)))[0]] == [77]


def light_modules(face: Face) -> np.ndarray:
    return np.where(ring_modules(face), -1.0, 1.0).astype(np.float32)


def test_every_clean_ring_says_its_face() -> None:
    assert faces_of(np.stack([light_modules(face) for face in FACES])) == FACES


@pytest.mark.parametrize(("noise", "least"), [(0.2, 140), (0.5, 30)])
def test_a_worn_ring_says_its_face_or_nothing(noise: float, least: int) -> None:
    rng = np.random.default_rng(8)
    worn = [np.clip(light_modules(f) * 0.7 + rng.normal(0, noise, 57), -1, 1) for f in FACES]
    said = faces_of(np.array(worn, np.float32))
    assert [pair for pair in zip(FACES, said, strict=True) if pair[1] not in (None, pair[0])] == []
    assert sum(face is not None for face in said) >= least


@pytest.mark.parametrize("tone", [-1.0, 0.0, 1.0])
@pytest.mark.parametrize("symbol", range(5))
def test_what_covers_a_symbol_is_not_guessed(symbol: int, tone: float) -> None:
    covered = np.stack([light_modules(face) for face in FACES])
    covered[:, 11 * symbol : 11 * symbol + 11] = tone
    assert set(faces_of(covered)) == {None}


def test_noise_is_no_ring() -> None:
    assert set(faces_of(np.random.default_rng(4).uniform(-1, 1, (5000, 57)).astype(np.float32))) == {None}


@pytest.mark.parametrize("seed", [720_103, 720_110])
def test_faint_tags_are_found_by_looking_again(seed: int) -> None:
    levels = pyramid(draw(drawn_round(seed, (1640, 922)).scene(Tier.EXTREME)), MOST_LEVELS)
    tags, left = read_tags(levels.levels[0], find(levels))
    again, _ = read_more_tags(levels.levels[0], faint_patches(levels.levels, tags), tags, left)
    assert len(again) > len(tags)


def test_thin_rims_are_found_where_tags_do_not_stand_out() -> None:
    grey = draw(drawn_round(970_004, (1536, 864)).scene(Tier.HARD))
    first = {tag.id for tag in read_tags(grey, find(pyramid(grey), darker=Darker.MUCH))[0]}
    stickers = {sticker for sticker, source in looked_at(grey).read if source is Source.TAG}
    assert stickers - {BY_TAG.get(number) for number in first} >= {Back(4), Face(6, 1)}


@pytest.mark.parametrize(("seed", "tier", "searches"), [(720_003, "typical", 1), (970_004, "hard", 2)])
def test_clear_tags_are_searched_for_once(
    seed: int, tier: str, searches: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[object] = []

    def counted(*what: object, **how: object) -> tuple[Patch, ...]:
        asked.append((what, how))
        return find(*what, **how)  # type: ignore[arg-type]

    monkeypatch.setattr(look_module, "find", counted)
    looked_at(draw(drawn_round(seed, (2304, 1296)).scene(Tier(tier))))
    assert len(asked) == searches


def looked_at(grey: Grey) -> Kept:
    looker = Looker()
    looker.look(Frame(grey, 0.0, 0))
    return looker.kept


def test_no_tags_no_second_look() -> None:
    blank: Grey = np.full((400, 600), 120, np.uint8)
    assert faint_patches((blank,), ()) == ()
