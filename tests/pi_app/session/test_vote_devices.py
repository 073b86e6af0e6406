"""What a table with dials, or with one disc whose place is the vote, proposes; and what stays a question."""

from __future__ import annotations

from dataclasses import replace

import pytest
from made_up_readings import back, face, reading

from hardware.device import Device
from hardware.stickers import Face
from pi_app.game.pieces import Phase
from pi_app.session.proposal import propose
from pi_app.session.secrecy import without_numbers
from pi_app.session.setting import Setting
from pi_app.session.views import Trust
from pi_app.vision.seen import DialSeen, DiscSeen, Reading
from pi_app.vision.turn import Turn

FOUR = {1: 1, 2: 2, 3: 3, 4: 4}
DIALS = Setting(players=FOUR, storyteller=1, slots=(1, 2, 3, 4), device=Device.DIALS)
PLACES = replace(DIALS, device=Device.PLACES)


def dial(player: int, deg: float | None, line: float | None = None, rotor: int | None = None) -> DialSeen:
    turn = None if deg is None else Turn(deg, deg if line is None else line)
    return DialSeen(player, turn, (10.0 * player, 0.0), rotor=rotor)


def with_dials(*dials: DialSeen, discs: tuple[DiscSeen, ...] = ()) -> Reading:
    return replace(reading(*discs), dials=dials)


@pytest.mark.parametrize(
    ("seen", "slots", "trust", "code"),
    [
        ((dial(2, 61.0),), (3,), Trust.SURE, None),
        ((dial(2, 70.5),), (3,), Trust.ASK, "UNSURE_VOTE"),
        ((dial(2, 75.0),), (), Trust.CONFLICT, "DIAL_BETWEEN"),
        ((dial(2, 60.0, 90.0),), (), Trust.CONFLICT, "DIAL_BETWEEN"),
        ((dial(2, 150.0),), (), Trust.CONFLICT, "NO_SUCH_SLOT"),
        ((dial(2, None),), (), Trust.MISSING, "DIAL_HIDDEN"),
        ((dial(2, 60.0, rotor=3),), (), Trust.CONFLICT, "DIAL_MIXED"),
        ((dial(2, 60.0), dial(2, 30.0)), (), Trust.CONFLICT, "TOO_MANY_VOTES"),
        ((), (), Trust.MISSING, "MISSING_VOTE"),
    ],
)
def test_a_dial_is_sure_or_says_why_not(
    seen: tuple[DialSeen, ...], slots: tuple[int, ...], trust: Trust, code: str | None
) -> None:
    proposal = propose(with_dials(*seen), DIALS, Phase.REVEAL)

    assert (proposal.votes[2].slots, proposal.votes[2].trust) == (slots, trust)
    assert [f.code for f in proposal.faults if f.player == 2] == ([code] if code else [])


def test_two_dials_may_both_show_the_same_number() -> None:
    setting = replace(DIALS, votes=(2, 2))
    proposal = propose(with_dials(dial(3, 30.0), dial(3, 31.0)), setting, Phase.REVEAL)
    assert proposal.votes[3].slots == (2,)
    assert proposal.votes[3].trust is Trust.SURE
    assert proposal.votes[3].tag == (2, 2)


def test_the_storytellers_dial_says_nothing() -> None:
    proposal = propose(with_dials(dial(1, 0.0)), DIALS, Phase.REVEAL)
    assert 1 not in proposal.votes
    assert not [f for f in proposal.faults if f.player == 1]


def test_one_dial_where_two_are_due_is_too_few_and_what_it_shows_is_kept() -> None:
    proposal = propose(with_dials(dial(3, 30.0)), replace(DIALS, votes=(2, 2)), Phase.REVEAL)
    assert (proposal.votes[3].slots, proposal.votes[3].trust) == ((2,), Trust.MISSING)
    assert [(f.code, f.detail) for f in proposal.faults if f.player == 3] == [("TOO_FEW_VOTES", "1")]


@pytest.mark.parametrize(
    ("disc", "detail"),
    [(back(2), "dial_down"), (back(3), ""), (back(2, 1), "")],
    ids=["the own before its player", "another one's", "the own on a card"],
)
def test_a_dial_still_face_down_is_asked_to_be_turned(disc: DiscSeen, detail: str) -> None:
    setting = replace(DIALS, voted=frozenset({2}))
    proposal = propose(with_dials(discs=(disc,)), setting, Phase.REVEAL)
    assert [(f.code, f.detail) for f in proposal.faults if f.player == 2] == [("UNREADABLE_VOTE", detail)]


def test_owners_lay_discs_where_people_vote_with_dials() -> None:
    seen = with_dials(dial(2, 60.0), discs=(back(1, 1), back(2, 2), back(3, 3), back(4, 4)))
    proposal = propose(seen, DIALS, Phase.OWNERS)
    assert {slot: owner.player for slot, owner in proposal.owners.items()} == FOUR


def test_before_the_reveal_a_dial_face_up_is_told_without_its_number() -> None:
    hidden = without_numbers(with_dials(dial(2, 60.0), dial(1, 0.0)))
    assert [(d.player, d.turn, d.centre_px) for d in hidden.dials] == [(1, None, (0, 0)), (2, None, (0, 0))]
    proposal = propose(hidden, DIALS, Phase.VOTING)
    assert [(f.code, f.player) for f in proposal.faults] == [("DIAL_UP_EARLY", 2)]
    assert not proposal.votes


@pytest.mark.parametrize(
    ("seen", "slots", "trust", "code"),
    [
        ((face(2, 2, 3),), (3,), Trust.ASK, "UNSURE_VOTE"),
        ((face(2, 2, 2),), (2,), Trust.ASK, "UNSURE_VOTE"),
        ((face(2, 2),), (), Trust.MISSING, "MISSING_VOTE"),
        ((face(2, 2, 3), face(2, 2, 4)), (), Trust.CONFLICT, "TWO_ALIKE"),
        ((face(2, 2, 9),), (), Trust.CONFLICT, "NO_SUCH_SLOT"),
        ((back(2, 3),), (), Trust.MISSING, "UNREADABLE_VOTE"),
    ],
)
def test_the_place_alone_is_the_vote_and_stays_a_question(
    seen: tuple[DiscSeen, ...], slots: tuple[int, ...], trust: Trust, code: str
) -> None:
    proposal = propose(reading(*seen), PLACES, Phase.REVEAL)

    assert (proposal.votes[2].slots, proposal.votes[2].trust) == (slots, trust)
    assert [f.code for f in proposal.faults if f.player == 2] == [code]


def test_a_disc_whose_two_codes_name_two_players_is_nobodys_vote_and_both_are_named() -> None:
    torn = replace(face(2, 3, 2), ring=Face(5, 3))
    proposal = propose(reading(face(2, 1, 1), torn), PLACES, Phase.REVEAL)

    assert (proposal.votes[2].slots, proposal.votes[2].trust) == ((), Trust.CONFLICT)
    assert [(f.code, f.detail) for f in proposal.faults if f.player == 2] == [("WITNESSES_DIFFER", "2/5")]


def test_a_storyteller_who_lays_a_disc_on_a_card_has_voted() -> None:
    on_card = propose(reading(face(1, 1, 2)), PLACES, Phase.REVEAL)
    beside = propose(reading(face(1, 1)), PLACES, Phase.REVEAL)
    assert "STORYTELLER_VOTED" in {f.code for f in on_card.faults}
    assert "STORYTELLER_VOTED" not in {f.code for f in beside.faults}
