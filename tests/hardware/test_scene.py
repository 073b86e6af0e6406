"""Scenes as values: they survive the way through a file, and lie as a table can lie."""

from __future__ import annotations

import itertools
import math
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hardware.simulated.layout import lay_table, owners_scene, reveal_scene, voting_scene, with_spares
from hardware.simulated.pose import px_per_module
from hardware.simulated.scene import (
    CameraPose,
    Clutter,
    Code,
    CornerPlaced,
    DialPlaced,
    DiscPlaced,
    Fault,
    Flaws,
    Glare,
    Hand,
    Light,
    PlatePlaced,
    Scene,
    Stranger,
    Surface,
    Table,
    Thing,
)
from hardware.simulated.scene_file import SceneError, read_scene, write_scene
from hardware.simulated.truth import truth
from hardware.stickers import Face

EVERYTHING = Scene(
    plates=(PlatePlaced(1, -50.5, 10, 3.0, card=None), PlatePlaced(12, 50, 10, kit=2)),
    discs=(DiscPlaced(3, None, 1.25, 2), DiscPlaced(12, 12, 0, 0, 90.5, level=1, wear=0.5, curl=2.0)),
    disc_mm=28.0,
    corners=(CornerPlaced(4, -300, 200, 5),),
    dials=(DialPlaced(2, 4.5, 100, 100),),
    strangers=(Stranger(Code.QR, "größer", 0, 0),),
    clutter=(Clutter(Thing.MUG, 200, 0, 0, 85, 85),),
    hands=(Hand(0, 0, 45, sway_mm=3),),
    table=Table(Surface.TARTAN),
    camera=CameraPose(640, 480, 700, 12.5, 30, 2, 5, 6, 102, -0.1, 0.01),
    light=Light(glare=(Glare(1, 2),), bands=0.2),
    flaws=Flaws(1.0, 3.0, 45.0, 4.0, 0.5),
    faults=(Fault.MIRRORED, Fault.STALE),
    seed=2**40,
)
SEATS = {n: list(range(1, n + 1)) for n in range(3, 13)}


@pytest.mark.parametrize("scene", [Scene(), EVERYTHING])
def test_a_scene_comes_back_from_its_file_as_it_was(scene: Scene, tmp_path: Path) -> None:
    write_scene(tmp_path / "scene.json", scene)
    assert read_scene(tmp_path / "scene.json") == scene


def test_writing_a_scene_leaves_nothing_but_the_scene(tmp_path: Path) -> None:
    for seed in range(3):
        write_scene(tmp_path / "scene.json", Scene(seed=seed))
    assert [file.name for file in tmp_path.iterdir()] == ["scene.json"]


@pytest.mark.parametrize(
    "text",
    [
        b"",
        b"{",
        b"[]",
        b"null",
        b"\xff\xfe\x00",
        b'{"plates":[{"slot":13,"x":0,"y":0}]}',
        b'{"discs":[{"player":0,"number":1,"x":0,"y":0}]}',
        b'{"discs":[{"player":1,"number":1}]}',
        b'{"camera":{"width_px":1000000000}}',
        b'{"clutter":[{"thing":"mug","x":0,"y":0,"width_mm":1e9}]}',
        b'{"table":{"surface":"lava"}}',
        b'{"faults":["fire"]}',
    ],
)
def test_a_file_without_a_scene_is_refused_by_name(text: bytes, tmp_path: Path) -> None:
    (tmp_path / "scene.json").write_bytes(text)
    with pytest.raises(SceneError, match=r"scene\.json holds no scene"):
        read_scene(tmp_path / "scene.json")


@given(st.binary(max_size=60))
def test_no_garbage_in_a_file_is_more_than_a_scene_error(tmp_path_factory, garbage: bytes) -> None:
    path = tmp_path_factory.mktemp("garbage") / "scene.json"
    path.write_bytes(garbage)
    try:
        read_scene(path)
    except SceneError:
        return


def _full_evening(slots: int, size_px: tuple[int, int] = (2304, 1296)) -> list[Scene]:
    players = SEATS[slots]
    table = lay_table(slots, seed=slots, size_px=size_px)
    votes = {player: [player % slots + 1] for player in players[1:]}
    revealed = reveal_scene(table, players, votes)
    return [
        voting_scene(table, players, dict.fromkeys(players[1:], 2)),
        reveal_scene(table, players, votes, on_cards=False),
        revealed,
        owners_scene(revealed, {slot: slot for slot in players}),
    ]


@pytest.mark.parametrize("slots", range(3, 13))
@pytest.mark.parametrize("size_px", [(2304, 1296), (4608, 2592)])
def test_all_that_is_laid_is_wholly_in_the_picture(slots: int, size_px: tuple[int, int]) -> None:
    for scene in _full_evening(slots, size_px):
        stickers = truth(scene)
        assert len(stickers) == slots + len(scene.discs)
        for seen in stickers:
            assert seen.visible == 1.0
            assert all(8 < x < size_px[0] - 8 and 8 < y < size_px[1] - 8 for x, y in seen.corners_px)


@pytest.mark.parametrize("slots", range(3, 13))
def test_discs_never_lie_on_each_other_when_votes_are_spread(slots: int) -> None:
    for scene in _full_evening(slots):
        for one, other in itertools.combinations(scene.discs, 2):
            assert math.hypot(one.x - other.x, one.y - other.y) >= scene.disc_mm


@pytest.mark.parametrize("disc_mm", [25.0, 32.0])
def test_eleven_votes_and_the_owner_find_room_on_one_card(disc_mm: float) -> None:
    players = SEATS[12]
    table = lay_table(12, seed=4, disc_mm=disc_mm)
    scene = owners_scene(reveal_scene(table, players, {p: [3] for p in players[1:]}), {3: 1})
    assert len(scene.discs) == 12
    assert all(seen.visible == 1.0 for seen in truth(scene))


@pytest.mark.parametrize("slots", [3, 4, 7, 12])
def test_plates_and_cards_keep_clear_of_each_other(slots: int) -> None:
    plates = lay_table(slots, seed=9).plates
    assert [plate.slot for plate in plates] == list(range(1, slots + 1))
    assert len({plate.card for plate in plates}) == slots
    for one, other in itertools.combinations(plates, 2):
        assert abs(one.x - other.x) > 92 or abs(one.y - other.y) > 156


@pytest.mark.parametrize("slots", range(3, 13))
def test_the_chosen_pose_leaves_every_code_enough_pixels(slots: int) -> None:
    sizes = px_per_module(lay_table(slots).camera)
    assert sizes["tag"] >= 4.5
    assert sizes["ring"] >= 3.5
    assert sizes["qr"] >= 2.5


def test_a_vote_lies_on_the_card_it_names_and_an_unknown_one_before_its_player() -> None:
    scene = reveal_scene(lay_table(4), SEATS[5], {2: [4], 3: [5]})
    placed = {disc.player: disc for disc in scene.discs}
    fourth = scene.plates[3]
    assert math.hypot(placed[2].x - fourth.x, placed[2].y - (fourth.y - 78)) < 70
    assert all(math.hypot(placed[3].x - plate.x, placed[3].y - plate.y) > 60 for plate in scene.plates)


def test_owners_leave_the_faces_where_they_lie() -> None:
    revealed = reveal_scene(lay_table(4), SEATS[4], {2: [1], 3: [1], 4: [2]})
    scene = owners_scene(revealed, {1: 1, 2: 2, 3: 3, 4: 4})
    assert scene.discs[:3] == revealed.discs
    assert [(disc.player, disc.number) for disc in scene.discs[3:]] == [(n, None) for n in SEATS[4]]


def test_the_same_seed_lays_the_same_table_and_another_round_other_cards() -> None:
    assert lay_table(6, seed=1, round_number=2) == lay_table(6, seed=1, round_number=2)
    first, second = lay_table(6, seed=1, round_number=2), lay_table(6, seed=1, round_number=3)
    assert [plate.card for plate in first.plates] != [plate.card for plate in second.plates]


@pytest.mark.parametrize("slots", range(3, 13))
def test_piles_of_spare_discs_lie_beside_the_seats_and_clear_of_the_votes(slots: int) -> None:
    for laid in _full_evening(slots):
        scene = with_spares(laid, SEATS[slots], face_up=1.0)
        assert scene.discs[: len(laid.discs)] == laid.discs
        tops = [disc for disc in scene.discs[len(laid.discs) :] if disc.level == 2]
        assert len(tops) >= slots // 2
        for seen in truth(scene)[slots : slots + len(laid.discs)]:
            assert seen.visible == 1.0
        used = {(disc.player, disc.number) for disc in laid.discs}
        assert not used & {(disc.player, disc.number) for disc in tops}


def test_the_truth_knows_what_a_disc_on_top_hides() -> None:
    below, above = DiscPlaced(1, 2, 0, 0), DiscPlaced(3, 4, 10, 0, level=1)
    hidden, shown = truth(Scene(discs=(below, above)))
    assert hidden.sticker == Face(1, 2)
    assert 0.1 < hidden.visible < 0.6
    assert shown.visible == 1.0


def test_the_truth_knows_what_a_hand_hides() -> None:
    scene = Scene(discs=(DiscPlaced(1, 2, 0, 0), DiscPlaced(2, 3, 300, -150)), hands=(Hand(-60, 0, 20),))
    covered, free = truth(scene)
    assert covered.visible < 0.3
    assert free.visible == 1.0
