"""Made-up readings in, votes, owners and doubts out."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from made_up_readings import back, face, reading

from hardware.stickers import Face
from pi_app.game.pieces import Phase
from pi_app.session.proposal import propose
from pi_app.session.secrecy import without_numbers
from pi_app.session.setting import Setting
from pi_app.session.views import Trust
from pi_app.vision.seen import DiscSeen, Flaw, FlawSeen, Side

FOUR = Setting({1: 1, 2: 2, 3: 3, 4: 4}, storyteller=1, slots=(1, 2, 3, 4))
SURE, ASK, CONFLICT, MISSING = Trust.SURE, Trust.ASK, Trust.CONFLICT, Trust.MISSING
OTHERS = (face(3, 1, 1), face(4, 1, 1))


def codes(proposal, player=None):
    return {f.code for f in proposal.faults if player is None or f.player == player}


@pytest.mark.parametrize(
    ("disc", "slots", "trust", "code"),
    [
        (face(2, 3, 3), (3,), SURE, None),
        (face(2, 3, 3, ring=None), (3,), SURE, None),
        (face(2, 3, 3, tag=None), (3,), SURE, None),
        (face(2, 3, 4), (), CONFLICT, "TOKEN_SLOT_MISMATCH"),
        (face(2, 3, 4, ring=None), (), CONFLICT, "TOKEN_SLOT_MISMATCH"),
        (face(2, slot=3, tag=3, ring=4), (), CONFLICT, "WITNESSES_DIFFER"),
        (face(2, 3, 3, two_places=True), (), CONFLICT, "TWO_ALIKE"),
        (face(2, 9, 9), (), CONFLICT, "NO_SUCH_SLOT"),
        (face(2, 3), (), MISSING, "MISSING_VOTE"),
    ],
)
def test_a_face_on_a_card_is_sure_only_with_two_witnesses(disc, slots, trust, code):
    proposal = propose(reading(disc, *OTHERS), FOUR, Phase.REVEAL)
    assert (proposal.votes[2].slots, proposal.votes[2].trust) == (slots, trust)
    assert codes(proposal, 2) == ({code} if code else set())


@pytest.mark.parametrize(
    ("discs", "slots", "trust", "code"),
    [
        ((face(2, 3),), (3,), SURE, None),
        ((face(2, 3, ring=None),), (3,), ASK, "UNSURE_VOTE"),
        ((face(2, 3, tag=None),), (3,), ASK, "UNSURE_VOTE"),
        ((face(2, 7),), (), CONFLICT, "NO_SUCH_SLOT"),
        ((face(2, 3), face(2, 4)), (), CONFLICT, "TOO_MANY_VOTES"),
        ((), (), MISSING, "MISSING_VOTE"),
        ((back(2),), (), MISSING, "MISSING_VOTE"),
    ],
)
def test_a_face_in_front_of_its_player_needs_tag_and_ring(discs, slots, trust, code):
    proposal = propose(reading(*discs, face(3, 1), face(4, 1)), FOUR, Phase.REVEAL)
    assert (proposal.votes[2].slots, proposal.votes[2].trust) == (slots, trust)
    assert codes(proposal, 2) == ({code} if code else set())


def test_a_spare_face_beside_the_cards_does_not_count_when_one_lies_on_a_card():
    proposal = propose(reading(face(2, 3, 3), face(2, 4), *OTHERS), FOUR, Phase.REVEAL)
    assert (proposal.votes[2].slots, proposal.votes[2].trust) == ((3,), SURE)


def test_a_face_that_may_lie_on_a_hidden_plate_is_asked_for():
    proposal = propose(reading(face(2, 3), *OTHERS, slots=(1, 2, 4)), FOUR, Phase.REVEAL)
    assert (proposal.votes[2].slots, proposal.votes[2].trust) == ((3,), ASK)
    assert "SLOT_NUMBER_GAP" in codes(proposal)


def test_a_ring_of_another_player_is_a_conflict():
    disc = DiscSeen(2, Side.FACE, Face(2, 3), Face(4, 3), 3, (0.0, 0.0), None)
    assert propose(reading(disc, *OTHERS), FOUR, Phase.REVEAL).votes[2].trust is CONFLICT


@pytest.mark.parametrize(
    ("discs", "spares", "trust"),
    [
        ((face(2, 3), face(3, 1), face(4, 1)), {}, SURE),
        ((face(2, 3), face(3, 1)), {}, SURE),  # one lies under a hand
        ((face(2, 3),), {}, ASK),  # the votes may lie on the cards, under hands
        ((face(2, 3), back(2), face(3, 1), face(4, 1)), {2: 1}, SURE),
        ((face(2, 3), face(3, 1), face(4, 1)), {2: 1}, ASK),  # the spare was turned, the vote is hidden
        ((face(2, 3), face(3, 1), face(4, 1, 1), face(4, 2)), {}, ASK),  # the last one's spare lies face up
        ((face(2, 3), face(3, 1), face(4, 1), face(1, 2)), {}, ASK),  # the storyteller's does
        ((face(2, 3), face(3, 1), face(4, 1), face(1, 2)), {1: 1}, SURE),  # and did before the vote
    ],
)
def test_a_face_in_front_of_its_player_is_sure_only_where_it_can_be_no_spare(discs, spares, trust):
    setting = Setting(FOUR.players, 1, FOUR.slots, spares=spares)
    assert propose(reading(*discs), setting, Phase.REVEAL).votes[2].trust is trust


def test_a_lone_face_tells_nothing_sure_when_nobody_said_who_plays():
    votes = propose(reading(face(2, 3), slots=6), Setting(), Phase.REVEAL).votes
    assert votes[2].trust is ASK


def test_a_vote_seen_before_the_reveal_is_unreadable_not_missing():
    setting = Setting(FOUR.players, 1, FOUR.slots, voted=frozenset({2, 3}))
    proposal = propose(reading(back(3, 2), face(4, 1, 1)), setting, Phase.REVEAL)
    found = {(f.code, f.player, f.detail) for f in proposal.faults}
    assert found == {("UNREADABLE_VOTE", 2, ""), ("UNREADABLE_VOTE", 3, "face_down")}


@pytest.mark.parametrize(
    ("discs", "found"),
    [
        ((face(1, 2, 2), *OTHERS), {"STORYTELLER_VOTED"}),
        ((face(1, 2), *OTHERS), set()),
        ((face(9, 2, 2), *OTHERS), {"UNKNOWN_DISC"}),
    ],
)
def test_discs_of_the_storyteller_and_of_strangers_are_told(discs, found):
    proposal = propose(reading(face(2, 3, 3), *discs), FOUR, Phase.REVEAL)
    assert codes(proposal) == found
    assert set(proposal.votes) == {2, 3, 4}


def test_plates_that_are_not_in_play_and_tables_without_plates_are_told():
    extra = propose(reading(face(2, 3, 3), *OTHERS, slots=5), FOUR, Phase.REVEAL)
    assert ("NO_SUCH_SLOT", 5) in {(f.code, f.slot) for f in extra.faults}
    assert "NO_PLATES" in codes(propose(reading(face(2, 3), slots=0), FOUR, Phase.REVEAL))


TWO_EACH = Setting({1: 1, 2: 2, 3: 3}, 1, (1, 2, 3), votes=(1, 2))


@pytest.mark.parametrize(
    ("least", "discs", "slots", "trust"),
    [
        (1, (face(2, 3, 3), face(2, 1, 1)), (1, 3), SURE),
        (1, (face(2, 3, 3),), (3,), SURE),
        (2, (face(2, 3, 3),), (3,), MISSING),
        (1, (face(2, 3, 3), face(2, 1, 2)), (), CONFLICT),
        (1, (face(2, 1, 1), face(2, 2, 2), face(2, 3, 3)), (), CONFLICT),
    ],
)
def test_two_votes_where_the_rules_allow_them(least, discs, slots, trust):
    setting = Setting(TWO_EACH.players, 1, TWO_EACH.slots, votes=(least, 2))
    vote = propose(reading(*discs, slots=3), setting, Phase.REVEAL).votes[2]
    assert (vote.slots, vote.trust) == (slots, trust)


def test_before_the_reveal_only_presence_is_said():
    proposal = propose(reading(face(2, 3, 3), back(3), back(1), back(9)), FOUR, Phase.VOTING)
    assert (proposal.voted, proposal.votes, proposal.owners) == ((2, 3), {}, {})
    assert {(f.code, f.player) for f in proposal.faults} == {("FACE_UP_EARLY", 2), ("UNKNOWN_DISC", None)}


def test_a_stripped_reading_has_neither_number_nor_place_nor_picture():
    stripped = without_numbers(reading(face(2, 3, 3), back(3, 4)))
    assert {(d.player, d.side) for d in stripped.discs} == {(2, Side.FACE), (3, Side.BACK)}
    assert all((d.tag, d.ring, d.slot, d.crop, d.centre_mm) == (None,) * 5 for d in stripped.discs)
    assert {d.centre_px for d in stripped.discs} == {(0.0, 0.0)}


BACKS = tuple(back(player, slot) for player, slot in ((1, 2), (2, 1), (3, 4), (4, 3)))
FACES = (face(2, 2, 2), face(3, 2, 2), face(4, 1, 1))


def owners(*discs, setting=FOUR, slots=4):
    read = propose(reading(*discs, slots=slots), setting, Phase.OWNERS).owners
    return {slot: (owner.player, owner.trust) for slot, owner in read.items()}


def test_backs_on_cards_say_whose_they_are():
    assert owners(*FACES, *BACKS) == {2: (1, SURE), 1: (2, SURE), 4: (3, SURE), 3: (4, SURE)}


def test_the_last_card_is_proposed_to_the_only_player_without_one():
    assert owners(*FACES, *BACKS[:3])[3] == (4, SURE)


def test_a_voter_does_not_own_the_card_voted_for():
    # Left: slots 1 and 3 for players 2 and 4; 4 voted for 1, so 1 is player 2's.
    assert owners(*FACES, BACKS[0], BACKS[2]) == {2: (1, SURE), 4: (3, SURE), 1: (2, SURE), 3: (4, SURE)}


def test_two_discs_on_one_card_are_a_conflict_and_nothing_follows():
    read = propose(reading(*FACES, *BACKS[:3], back(4, 4)), FOUR, Phase.OWNERS)
    assert read.owners[4].trust is CONFLICT
    assert read.owners[4].player is None
    assert 3 not in read.owners
    assert "TWO_OWNERS" in codes(read)


def test_more_cards_than_a_player_has_are_a_conflict():
    read = propose(reading(*FACES, *BACKS[:2], back(3, 4), back(3, 3)), FOUR, Phase.OWNERS)
    assert {read.owners[3].trust, read.owners[4].trust} == {CONFLICT}
    assert ("CARD_COUNT_MISMATCH", 3) in {(f.code, f.player) for f in read.faults}


def test_with_three_players_one_of_two_cards_alone_is_asked_for():
    three = Setting({1: 1, 2: 2, 3: 3}, storyteller=1, slots=(1, 2, 3, 4, 5), own_cards=2)
    found = owners(back(1, 1), back(2, 2), back(3, 4), back(3, 5), setting=three, slots=5)
    assert found[2] == (2, ASK)
    assert found[4] == found[5] == (3, SURE)
    assert found[3] == (2, ASK)


def test_while_nobody_knows_who_told_one_card_alone_may_be_the_storytellers():
    three = Setting({1: 1, 2: 2, 3: 3}, slots=(1, 2, 3, 4, 5), own_cards=2)
    discs = (back(1, 1), back(2, 2), back(2, 3), back(3, 4), back(3, 5))
    assert owners(*discs, setting=three, slots=5)[1] == (1, SURE)
    assert owners(*discs, setting=replace(three, storyteller=2), slots=5)[1] == (1, ASK)


def test_without_a_list_of_players_everybody_seen_takes_part():
    proposal = propose(reading(face(2, 3, 3), face(4, 1, 1), back(7, 2)), Setting(), Phase.OWNERS)
    assert {p: v.slots for p, v in proposal.votes.items()} == {2: (3,), 4: (1,)}
    assert proposal.owners[2].player == 7
    assert proposal.faults == ()


def test_with_the_storyteller_unknown_one_silent_player_is_the_storyteller():
    setting = Setting({1: 1, 2: 2, 3: 3, 4: 4})
    assert propose(reading(face(2, 3, 3), *OTHERS), setting, Phase.REVEAL).faults == ()
    two_silent = propose(reading(*OTHERS), setting, Phase.REVEAL)
    assert codes(two_silent) == {"MISSING_VOTE"}


def test_a_vote_for_the_own_card_is_told_as_soon_as_the_owner_is_read():
    table = reading(face(2, 3, 3), *OTHERS, back(2, 3), back(1, 1))
    assert codes(propose(table, FOUR, Phase.OWNERS), 2) == {"OWN_CARD_VOTE"}
    allowed = replace(FOUR, own_card_forbidden=False)
    assert codes(propose(table, allowed, Phase.OWNERS), 2) == set()


def test_a_plate_that_lies_there_twice_is_not_said_to_be_hidden():
    seen = reading(face(2, 3, 3), *OTHERS, slots=(1, 2, 3))
    twice = replace(seen, picture=replace(seen.picture, flaws=(FlawSeen(Flaw.PLATE_TWICE, (0.0, 0.0), "4"),)))
    assert codes(propose(seen, FOUR, Phase.REVEAL)) == {"SLOT_NUMBER_GAP"}
    assert codes(propose(twice, FOUR, Phase.REVEAL)) == set()


def test_disc_sets_are_not_player_numbers():
    setting = Setting({1: 5, 2: 6, 3: 7}, storyteller=1, slots=(1, 2, 3))
    proposal = propose(reading(face(6, 3, 3), face(7, 1, 1), slots=3), setting, Phase.REVEAL)
    assert {p: v.slots for p, v in proposal.votes.items()} == {2: (3,), 3: (1,)}


numbers = st.none() | st.integers(1, 6)
faces = st.builds(
    lambda player, tag, ring, slot, number: face(player, number, slot, tag=tag or number, ring=ring),
    st.integers(1, 6), numbers, numbers, numbers, st.integers(1, 6),
)  # fmt: skip
backs = st.builds(back, st.integers(1, 6), numbers)


@given(st.lists(faces | backs, max_size=12), st.integers(0, 6), st.sampled_from([Phase.REVEAL, Phase.OWNERS]))
def test_sure_always_has_two_witnesses_and_a_conflict_suggests_nothing(discs, slots, phase):
    proposal = propose(reading(*discs, slots=slots), FOUR, phase)
    for vote in proposal.votes.values():
        if vote.trust is SURE:
            for slot in vote.slots:
                assert [slot in w for w in (vote.tag, vote.ring, vote.place)].count(True) >= 2
        if vote.trust is CONFLICT:
            assert vote.slots == ()
        if vote.trust is not SURE:
            assert vote.player in {fault.player for fault in proposal.faults}


@given(st.lists(faces | backs, max_size=12), st.randoms())
def test_the_order_of_the_discs_never_matters(discs, random):
    shuffled = list(discs)
    random.shuffle(shuffled)
    said, again = (propose(reading(*order), FOUR, Phase.OWNERS) for order in (discs, shuffled))
    assert {p: (v.slots, v.trust) for p, v in said.votes.items()} == {
        p: (v.slots, v.trust) for p, v in again.votes.items()
    }
    assert said.owners == again.owners
