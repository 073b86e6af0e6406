"""Looks over time: what they agree on, what has moved, and what stays a question."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hardware.stickers import Face
from pi_app.vision.seen import DiscSeen, Ignored, Look, Picture, Side, SlotSeen, Source
from pi_app.vision.steady import Steady, has_moved, merged

PICTURE = Picture((640, 360), 6.0, 0.8, 0.6, False)


def disc(
    player: int, number: int | None, x: float = 100.0, *, ring: bool = True, slot: int | None = None
) -> DiscSeen:
    face = Face(player, number) if number else None
    side = Side.FACE if face else Side.BACK
    return DiscSeen(player, side, face, face if ring else None, slot, (x, 50.0), (x / 3, 50 / 3))


def look(at: float, *discs: DiscSeen, slots: tuple[int, ...] = (1,)) -> Look:
    plates = tuple(SlotSeen(n, (0.0, 0.0), (0.0, 0.0), frozenset({Source.TAG})) for n in slots)
    return Look(at, plates, discs, (), PICTURE)


def test_one_look_with_agreeing_witnesses_counts() -> None:
    reading = Steady().add(look(5.0, disc(1, 3, slot=3)))
    assert [(d.number, d.slot, d.looks) for d in reading.discs] == [(3, 3, 1)]
    assert reading.still_since == 5.0


def test_looks_of_a_still_table_add_up() -> None:
    steady = Steady()
    for k in range(4):
        reading = steady.add(look(0.2 * k, disc(1, 3)))
    assert (reading.looks, reading.discs[0].looks, reading.still_since) == (4, 4, 0.0)
    assert reading.slots[0].looks == 4


def test_a_moved_disc_means_the_table_is_not_still() -> None:
    steady = Steady()
    steady.add(look(0.0, disc(1, 3, 100)))
    moving = steady.add(look(0.2, disc(1, 3, 200)))
    assert moving.still_since is None
    assert [d.centre_px[0] for d in moving.discs] == [200]
    assert not moving.discs[0].two_places
    assert steady.add(look(0.4, disc(1, 3, 200))).still_since == 0.4


def test_a_disc_that_was_merely_not_read_has_not_moved() -> None:
    assert not has_moved([look(0.0, disc(1, 3), disc(2, 1, 300))], look(0.2, disc(1, 3)))


def test_a_disc_that_is_read_at_last_does_not_undo_what_was_seen_of_the_others() -> None:
    steady = Steady()
    for k in range(3):
        steady.add(look(0.3 * k, disc(1, 3)))
    reading = steady.add(look(0.9, disc(2, 1, 300)))
    assert reading.still_since is None
    assert {seen.player: seen.looks for seen in reading.discs} == {1: 3, 2: 1}
    assert steady.add(look(1.2, disc(2, 1, 300))).still_since == 1.2


def test_a_disc_that_is_read_in_every_other_look_lies_still() -> None:
    steady = Steady()
    for k in range(7):
        reading = steady.add(look(0.2 * k, disc(1, 3), *([disc(2, 1, 300)] if k % 2 else [])))
    # Its first coming may be one; from then on nothing has moved.
    assert reading.still_since == pytest.approx(0.4)
    assert {seen.player: seen.looks for seen in reading.discs} == {1: 7, 2: 3}


@pytest.mark.parametrize(
    "after", [disc(1, 3, 180), disc(1, None), disc(2, 3, 400)], ids=["pushed", "turned over", "come"]
)
def test_what_changes_is_a_movement(after: DiscSeen) -> None:
    assert has_moved([look(0.0, disc(1, 3))], look(0.2, after))


def test_a_glitch_in_one_look_is_a_conflict_and_never_the_answer() -> None:
    steady = Steady()
    steady.add(look(0.0, disc(1, 3)))
    reading = steady.add(look(0.2, disc(1, 5)))
    (seen,) = reading.discs
    assert seen.number is None
    assert {seen.tag, seen.ring} == {Face(1, 3), Face(1, 5)}


def test_the_last_look_does_not_win_a_conflict_however_often_it_is_repeated() -> None:
    steady = Steady()
    steady.add(look(0.0, disc(1, 3)))
    for k in range(1, 6):
        reading = steady.add(look(0.2 * k, disc(1, 5)))
        assert reading.discs[0].number is None


@pytest.mark.parametrize("when", range(4))
def test_what_one_frame_alone_saw_by_a_tag_alone_is_never_firm_wherever_it_lies(when: int) -> None:
    steady = Steady()
    for k in range(10):
        glitch = [disc(2, 1, 300, ring=False, slot=1)] if k == when else []
        reading = steady.add(look(0.2 * k, disc(1, 3, slot=3), *glitch))
        assert all(seen.fleeting for seen in reading.discs if seen.player == 2)
        assert not any(seen.fleeting for seen in reading.discs if seen.player == 1)
    assert {seen.player for seen in reading.discs} == {1}


def test_a_back_counts_from_the_second_look_on() -> None:
    steady = Steady()
    assert [steady.add(look(0.2 * k, disc(1, None))).discs[0].fleeting for k in range(3)] == [
        True,
        False,
        False,
    ]


def test_a_tag_and_its_place_count_from_the_second_look_on() -> None:
    steady = Steady()
    seen = [steady.add(look(0.2 * k, disc(1, 3, ring=False, slot=3))).discs[0] for k in range(8)]
    assert [found.fleeting for found in seen] == [True] + [False] * 7


def test_a_conflict_is_forgotten_once_it_is_old() -> None:
    steady = Steady()
    steady.add(look(0.0, disc(1, 5)))
    for k in range(1, 12):
        reading = steady.add(look(0.2 * k, disc(1, 3)))
    assert reading.discs[0].number == 3


def test_a_lone_witness_seen_once_is_left_out_when_looks_reach_over_a_second() -> None:
    lone = disc(1, 3, ring=False)
    steady = Steady()
    steady.add(look(0.0))
    steady.add(look(0.5, lone))
    for at in (0.8, 1.1, 1.4, 1.7):
        reading = steady.add(look(at))
    assert reading.discs == ()


def test_a_lone_witness_seen_over_a_second_stays() -> None:
    steady = Steady()
    for k in range(7):
        reading = steady.add(look(0.2 * k, disc(1, 3, ring=False)))
    assert [(d.tag, d.ring, d.looks) for d in reading.discs] == [(Face(1, 3), None, 7)]


@pytest.mark.parametrize("turned", [False, True])
def test_one_face_on_a_card_and_beside_the_cards_is_told_of_the_card(turned: bool) -> None:
    lying = [disc(1, 3, 100, slot=3), disc(1, 3, 400, slot=None)]
    reading = Steady().add(look(0.0, *(reversed(lying) if turned else lying)))
    assert [(d.two_places, d.slot, d.centre_px[0]) for d in reading.discs] == [(True, 3, 100)]


def test_one_face_on_two_cards_in_different_looks_is_in_two_places() -> None:
    reading = merged([look(0.0, disc(1, 3, 100, slot=3)), look(1.0, disc(1, 3, 400, slot=5))])
    assert [d.two_places for d in reading.discs] == [True]


def test_a_face_pushed_about_on_its_card_is_one_disc() -> None:
    reading = merged([look(0.0, disc(1, 3, 100, slot=3)), look(1.0, disc(1, 3, 140, slot=3))])
    assert [(d.two_places, d.slot, d.looks) for d in reading.discs] == [(False, 3, 2)]


def test_places_that_differ_between_looks_are_no_place() -> None:
    reading = merged([look(0.0, disc(1, 3, slot=3)), look(1.0, disc(1, 3, slot=4))])
    assert reading.discs[0].slot is None


def test_two_backs_of_one_player_are_two_discs() -> None:
    reading = merged([look(0.0, disc(1, None, 100), disc(1, None, 300))] * 2)
    assert [(d.player, d.side, d.looks) for d in reading.discs] == [(1, Side.BACK, 1)] * 2


def test_a_look_from_before_is_not_taken() -> None:
    steady = Steady()
    steady.add(look(1.0, disc(1, 3)))
    reading = steady.add(look(0.5, disc(1, 5)))
    assert (reading.taken_at, reading.discs[0].number) == (1.0, 3)


def test_after_forgetting_only_the_new_looks_count() -> None:
    steady = Steady()
    steady.add(look(0.0, disc(1, 3)))
    steady.forget()
    assert steady.add(look(0.1, disc(2, 4))).looks == 1


def test_strangers_are_named_once() -> None:
    stranger = Ignored("tag 201", "not in this kit", (5.0, 5.0))
    looks = [replace(look(float(k)), ignored=(stranger,)) for k in range(3)]
    assert merged(looks).ignored == (stranger,)


@given(st.lists(st.tuples(st.integers(1, 3), st.integers(1, 3), st.booleans()), min_size=1, max_size=12))
def test_a_number_is_said_only_when_every_look_in_reach_agrees(told: list[tuple[int, int, bool]]) -> None:
    steady = Steady()
    for k, (_, number, ring) in enumerate(told):
        reading = steady.add(look(0.1 * k, disc(1, number, ring=ring)))
    numbers = {number for _, number, _ in told}
    for seen in reading.discs:
        assert seen.number is None or numbers == {seen.number}
