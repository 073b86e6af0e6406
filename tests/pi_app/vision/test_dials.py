"""Dials in drawn pictures: the number they are set to, and refusal where it cannot be told."""

from __future__ import annotations

from dataclasses import replace

import pytest

from hardware.ports import Frame
from hardware.simulated.draw import draw
from hardware.simulated.layout import lay_table
from hardware.simulated.scene import CameraPose, DialPlaced, Flaws, Hand, Scene
from pi_app.vision.look import Looker
from pi_app.vision.reader import Reader
from pi_app.vision.seen import DialSeen, Look
from pi_app.vision.steady import Steady, merged
from pi_app.vision.turn import Turn

CAMERA = CameraPose(height_mm=700.0)


def dial(number: float, player: int = 1, x: float = 0.0, angle: float = 0.0) -> DialPlaced:
    return DialPlaced(player, number, x, 0.0, angle)


def looked(*dials: DialPlaced, camera: CameraPose = CAMERA, **more: object) -> Look:
    scene = Scene(dials=dials, camera=camera, **more)  # type: ignore[arg-type]
    return Looker().look(Frame(draw(scene), 0.0, 0))


def numbers(look: Look) -> dict[int, int | None]:
    return {dial.player: dial.turn.number if dial.turn else None for dial in look.dials}


@pytest.mark.parametrize(
    "camera", [CAMERA, replace(CAMERA, tilt_deg=25.0, yaw_deg=70.0)], ids=["flat", "tilted"]
)
def test_a_dial_shows_the_number_it_is_set_to_however_it_lies(camera: CameraPose) -> None:
    row = [dial(n, n, -330.0 + 60.0 * (n - 1), 37.0 * n) for n in range(1, 13)]

    assert numbers(looked(*row, camera=camera)) == {n: n for n in range(1, 13)}


def test_both_measures_of_a_turn_agree_to_a_few_degrees() -> None:
    seen = looked(dial(4.2, angle=200.0)).dials[0].turn
    assert seen is not None
    assert seen.tag_deg == pytest.approx(96.0, abs=4.0)
    assert seen.line_deg == pytest.approx(96.0, abs=4.0)


@pytest.mark.parametrize("number", [3.5, 3.44, 3.56, 12.5])
def test_a_dial_between_two_numbers_says_neither(number: float) -> None:
    seen = looked(dial(number, angle=15.0)).dials[0].turn
    assert seen is not None
    assert seen.number is None
    assert seen.between == (int(number), int(number) % 12 + 1)


def test_worn_and_blurred_dials_are_right_or_refused() -> None:
    row = [dial(n, n, -330.0 + 60.0 * (n - 1), 53.0 * n) for n in range(1, 13)]
    read = numbers(looked(*row, flaws=Flaws(blur_px=1.3, noise=5.0, wear=0.5), seed=3))

    assert len(read) >= 9
    assert all(number in (player, None) for player, number in read.items())


def test_the_rotor_of_another_player_is_told() -> None:
    base, rotor = looked(dial(5, 2)), looked(dial(5, 7))
    assert base.dials[0].rotor is None
    assert rotor.dials[0].player == 7


@pytest.mark.parametrize("reach", [-30.0, -20.0, -15.0, -10.0, -5.0, 5.0])
def test_a_finger_over_the_base_leaves_a_dial_right_or_unread(reach: float) -> None:
    seen = numbers(looked(dial(5, 3), hands=(Hand(reach, 0.0, 180.0),)))

    assert seen.get(3) in (5, None)
    assert reach < -10 or seen.get(3) is None


def test_no_dial_is_seen_where_there_is_none() -> None:
    scene = lay_table(4, seed=5, size_px=(1640, 922))
    assert Looker().look(Frame(draw(scene), 0.0, 0)).dials == ()


@pytest.mark.parametrize(
    ("turn", "number", "sure"),
    [
        (Turn(0.0, 359.0), 1, True),
        (Turn(58.0, 62.0), 3, True),
        (Turn(70.0, 71.0), 3, False),
        (Turn(73.0, 73.0), None, False),
        (Turn(74.0, 77.0), None, False),
        (Turn(30.0, 60.0), None, False),
        (Turn(349.5, 350.0), 1, False),
    ],
)
def test_a_turn_is_sure_near_the_middle_of_a_step_and_nothing_near_its_border(
    turn: Turn, number: int | None, sure: bool
) -> None:
    assert (turn.number, turn.sure) == (number, sure)


def at(look: Look, seconds: float) -> Look:
    return replace(look, taken_at=seconds)


def test_a_dial_that_is_being_turned_is_not_still() -> None:
    steady = Steady()
    before, after = looked(dial(3)), looked(dial(4))
    assert steady.add(at(before, 0.0)).still_since == 0.0
    assert steady.add(at(before, 0.4)).still_since == 0.0
    assert steady.add(at(after, 0.8)).still_since is None


def test_a_look_that_missed_one_tag_changes_nothing() -> None:
    whole = looked(dial(9, angle=80.0))
    half = replace(whole, dials=tuple(replace(d, turn=None) for d in whole.dials))
    reading = merged([whole, at(half, 0.4)])

    assert [(d.turn and d.turn.number, d.looks) for d in reading.dials] == [(9, 2)]


def test_looks_across_the_first_number_have_the_mean_of_the_circle() -> None:
    look = looked(dial(1))
    turned = [
        replace(look, dials=(DialSeen(1, Turn(deg, deg), look.dials[0].centre_px),)) for deg in (358.0, 4.0)
    ]
    turn = merged(turned).dials[0].turn
    assert turn is not None
    assert turn.tag_deg == pytest.approx(1.0, abs=0.01)


def test_a_reader_reads_dials_over_time() -> None:
    picture = draw(Scene(dials=(dial(6, 5, angle=10.0),), camera=CAMERA))
    reader = Reader()
    readings = [reader.look(Frame(picture, 0.7 * n, n)) for n in range(3)]
    assert [d.turn and d.turn.number for d in readings[-1].dials] == [6]
    assert readings[-1].still_since is not None
