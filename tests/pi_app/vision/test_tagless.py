"""A disc whose tag is destroyed is told by its ring: its place and a question, never a sure vote."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from hardware.ports import Frame, Grey
from hardware.simulated.layout import lay_table, reveal_scene
from hardware.simulated.scene import Scene
from hardware.simulated.tiers import Tier, dressed, without_stickers
from hardware.simulated.truth import StickerTruth, truth
from hardware.stickers import Face
from pi_app.game.pieces import Phase
from pi_app.session.proposal import Setting, propose
from pi_app.session.views import Trust
from pi_app.vision.look import Looker
from pi_app.vision.reader import RESTS_S, Reader
from pi_app.vision.seen import DiscSeen, Reading
from pi_app.vision.steady import merged
from pi_app.vision.tagless import tagless_in, with_tagless
from tests.pi_app.vision.drawn import REVEALED, picture

PHOTOS = Path(__file__).parents[2] / "photos"
TABLE = lay_table(5, seed=3, size_px=(2304, 1296))
VOTES = {2: [1], 3: [4], 4: [5], 5: [1]}
SCENE = reveal_scene(TABLE, (1, 2, 3, 4, 5), VOTES)
WHOLE = picture(SCENE)
SEATS = Setting(players={player: player for player in range(1, 6)}, storyteller=1)


def face_of(player: int, scene: Scene = SCENE) -> StickerTruth:
    return next(s for s in truth(scene) if isinstance(s.sticker, Face) and s.sticker.player == player)


def without_tag(player: int, level: float | None, scene: Scene = SCENE) -> Grey:
    return covered(picture(scene), np.array(face_of(player, scene).corners_px), level)


def covered(grey: Grey, quad: NDArray[np.float64], level: float | None) -> Grey:
    """The picture with something of this grey level stuck over a tag; None: it is washed out."""
    middle = quad.mean(axis=0)
    area = np.zeros(grey.shape, np.uint8)
    cv2.fillConvexPoly(area, (middle + 1.1 * (quad - middle)).astype(np.int32), 255)
    washed = cv2.GaussianBlur(grey, (0, 0), 9.0) if level is None else np.full(grey.shape, level, np.uint8)
    return np.where(area > 0, washed, grey).astype(np.uint8)


def found(grey: Grey) -> tuple[DiscSeen, ...]:
    looker = Looker()
    look = looker.look(Frame(grey, 0.0, 0))
    return tagless_in(grey, look, looker.kept)


def readings(*pictures: tuple[float, Grey]) -> list[Reading]:
    reader = Reader()
    return [reader.look(Frame(grey, at, number)) for number, (at, grey) in enumerate(pictures)]


@pytest.mark.parametrize("level", [225, 120, 30, None], ids=["white", "grey", "black", "washed out"])
@pytest.mark.parametrize("player", list(VOTES))
def test_a_disc_whose_tag_is_gone_is_found_where_it_lies(player: int, level: float | None) -> None:
    there = face_of(player)
    (disc,) = found(without_tag(player, level))
    assert (disc.player, disc.tag, disc.ring) == (player, None, there.sticker)
    assert disc.slot == VOTES[player][0]
    assert np.hypot(*np.subtract(disc.centre_px, there.centre_px)) < 6
    assert disc.fleeting
    assert disc.crop is not None


@pytest.mark.parametrize("disc_mm", [28.0, 36.0, 40.0])
def test_discs_of_other_sizes_are_found_too(disc_mm: float) -> None:
    scene = reveal_scene(lay_table(5, seed=3, disc_mm=disc_mm), (1, 2, 3, 4, 5), VOTES)
    (disc,) = found(without_tag(4, 225, scene))
    assert (disc.ring, disc.slot) == (face_of(4, scene).sticker, VOTES[4][0])


@pytest.mark.parametrize("name", ["easy_s201_reveal", "typical_s202_reveal"])
def test_on_pictures_with_real_light_it_is_found_too(name: str) -> None:
    said = json.loads((PHOTOS / f"{name}.truth.json").read_text(encoding="utf-8"))
    grey = np.asarray(cv2.imread(str(PHOTOS / said["picture"]), cv2.IMREAD_GRAYSCALE), np.uint8)
    vote = next(s for s in said["stickers"] if s["state"] == "vote" and s["visible"] == 1)
    (disc,) = found(covered(grey, np.array(vote["corners_px"]), 200))
    assert disc.ring == Face(vote["player"], vote["number"])
    assert disc.slot == vote["number"]


def test_its_vote_is_proposed_as_a_question_and_the_others_stay_sure() -> None:
    looker = Looker()
    grey = without_tag(3, 225)
    look = looker.look(Frame(grey, 0.0, 0))
    reading = with_tagless(merged([look]), tagless_in(grey, look, looker.kept))
    votes = propose(reading, SEATS, Phase.REVEAL).votes
    assert (votes[3].slots, votes[3].trust) == ((4,), Trust.ASK)
    assert {votes[player].trust for player in (2, 4, 5)} == {Trust.SURE}
    assert propose(merged([look]), SEATS, Phase.REVEAL).votes[3].slots == ()


def test_a_ring_on_another_card_than_it_says_is_a_conflict() -> None:
    looker = Looker()
    grey = without_tag(3, 225)
    look = looker.look(Frame(grey, 0.0, 0))
    moved = [replace(disc, slot=2) for disc in tagless_in(grey, look, looker.kept)]
    vote = propose(with_tagless(merged([look]), moved), SEATS, Phase.REVEAL).votes[3]
    assert (vote.slots, vote.trust) == ((), Trust.CONFLICT)


def test_it_is_not_told_of_a_player_whose_face_was_read() -> None:
    looker = Looker()
    grey = without_tag(3, 225)
    ghosts = tagless_in(grey, looker.look(Frame(grey, 0.0, 0)), looker.kept)
    reading = merged([Looker().look(Frame(WHOLE, 0.0, 0))])
    assert len(ghosts) == 1
    assert with_tagless(reading, ghosts) == reading


def test_a_table_without_faults_has_none() -> None:
    assert found(WHOLE) == ()
    assert found(picture(REVEALED)) == ()


@pytest.mark.parametrize("tier", list(Tier))
@pytest.mark.parametrize("evening", [1, 2])
def test_what_is_found_on_hard_tables_lies_there(tier: Tier, evening: int) -> None:
    scene = dressed(SCENE, tier, evening)
    faces = {s.sticker: s for s in truth(scene)}
    for disc in found(picture(scene)):
        assert disc.ring is not None
        there = faces[disc.ring]
        assert np.hypot(*np.subtract(disc.centre_px, there.centre_px)) < 2 * there.px_per_module


@pytest.mark.parametrize("seed", range(3))
def test_a_table_without_stickers_has_none(seed: int) -> None:
    assert found(picture(without_stickers(seed, (1640, 922)))) == ()


@pytest.mark.parametrize("size", [(0, 0), (3, 2000), (64, 64)])
def test_a_picture_without_room_has_none(size: tuple[int, int]) -> None:
    assert found(np.full(size, 200, np.uint8)) == ()


def test_a_reader_tells_it_once_the_table_rests_and_drops_it_when_the_disc_is_gone() -> None:
    broken = without_tag(3, 225)
    gone = picture(replace(SCENE, discs=tuple(disc for disc in SCENE.discs if disc.player != 3)))
    rest = 1.0 + RESTS_S
    told = [
        {disc.player for disc in reading.discs}
        for reading in readings((0.0, broken), (1.0, broken), (rest + 0.5, broken), (rest + 1.5, gone))
    ]
    assert told == [{2, 4, 5}, {2, 3, 4, 5}, {2, 3, 4, 5}, {2, 4, 5}]


def test_a_reader_gives_way_to_the_tag_once_it_can_be_read() -> None:
    broken = without_tag(3, 225)
    *_, last = readings((0.0, broken), (1.0, broken), (1.7, WHOLE), (2.4, WHOLE))
    assert [disc.tag is None for disc in last.discs if disc.player == 3] == [False]


def test_where_no_ring_is_near_none_is_read() -> None:
    looker = Looker()
    look = looker.look(Frame(WHOLE, 0.0, 0))
    assert tagless_in(WHOLE, look, looker.kept, [(3000.0, 3000.0)]) == ()
    assert tagless_in(WHOLE, look, looker.kept, []) == ()
