"""Names from phones: codes, wishes, and the table's yes or no."""

import unicodedata
from concurrent.futures import ThreadPoolExecutor
from itertools import count
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from made_up_evening import Evening

from pi_app.game.pieces import Phase
from pi_app.session.door import LONGEST_NAME, Door, Reply, tidy_name
from pi_app.session.inbox import Inbox
from pi_app.session.offered import LobbyView, NameProposal
from pi_app.session.views import LobbySeat


@pytest.mark.parametrize(
    ("typed", "name"),
    [
        ("Anna", "Anna"),
        ("  Anna \n Lena ", "Anna Lena"),
        ("أحمد", "أحمد"),
        ("می\u200cخواهم", "می\u200cخواهم"),
        ("Zoe\u0308", "Zoë"),
        ("😀Max", "😀Max"),
        ("\u202eevil", "evil"),
        ("a\u0000b\u0007", "ab"),
        ("x" * 300, "x" * LONGEST_NAME),
        ("x" + "\u0336" * 40, "x" + "\u0336" * 3),
        ("=1+1", "=1+1"),
        ("<b>", "<b>"),
        ("", None),
        (" \t ", None),
        ("\u200c\u200d", None),
        ("\u0301\u0301", None),
    ],
)
def test_a_name_is_tidied_before_anybody_sees_it(typed: str, name: str | None) -> None:
    assert tidy_name(typed) == name


@given(st.text(max_size=200))
def test_whatever_is_typed_becomes_a_short_plain_name_or_none(typed: str) -> None:
    name = tidy_name(typed)
    if name is not None:
        assert 1 <= len(name) <= LONGEST_NAME
        assert name == name.strip()
        kept = set(name) - {"\u200c", "\u200d"}
        assert all(unicodedata.category(letter)[0] != "C" for letter in kept)


def door() -> tuple[Door, list[NameProposal]]:
    asked: list[NameProposal] = []
    numbers = count(1)
    return Door(asked.append, lambda: f"code-{next(numbers)}"), asked


def test_a_shut_door_has_no_code_and_hears_nobody() -> None:
    shut, asked = door()
    assert shut.code is None
    assert shut.look("code-1") is None
    assert shut.ask("code-1", "Anna", 1) is Reply.UNKNOWN
    assert asked == []


def test_a_code_is_good_for_one_name() -> None:
    open_door, asked = door()
    open_door.open((1, 2, 3))
    assert open_door.look("code-1") == (1, 2, 3)
    assert open_door.ask("code-1", "Anna", 2) is Reply.ASKED
    assert open_door.ask("code-1", "Bo", 3) is Reply.UNKNOWN
    assert asked == [NameProposal(1, 2, "Anna")]


def test_after_a_look_the_screen_shows_another_code_and_both_are_good() -> None:
    open_door, asked = door()
    open_door.open((1, 2))
    open_door.look("code-1")
    assert open_door.code == "code-2"
    open_door.look("code-1")
    assert open_door.code == "code-2"
    assert open_door.ask("code-2", "Bo", 2) is Reply.ASKED
    assert open_door.ask("code-1", "Anna", 1) is Reply.ASKED
    assert [proposal.name for proposal in asked] == ["Bo", "Anna"]


@pytest.mark.parametrize(
    ("name", "stickers", "reply"),
    [(" ", 1, Reply.BAD_NAME), ("Anna", 9, Reply.TAKEN), ("Anna", 0, Reply.TAKEN)],
)
def test_a_refused_wish_leaves_the_code_good(name: str, stickers: int, reply: Reply) -> None:
    open_door, asked = door()
    open_door.open((1, 2))
    assert open_door.ask("code-1", name, stickers) is reply
    assert open_door.ask("code-1", "Anna", 1) is Reply.ASKED
    assert len(asked) == 1


def test_every_code_dies_with_the_lobby() -> None:
    open_door, asked = door()
    open_door.open((1,))
    open_door.look("code-1")
    open_door.shut()
    assert [open_door.ask(f"code-{k}", "Anna", 1) for k in (1, 2)] == [Reply.UNKNOWN] * 2
    open_door.open((1,))
    assert open_door.code == "code-3"
    assert open_door.ask("code-2", "Anna", 1) is Reply.UNKNOWN
    assert asked == []


def test_who_asked_is_told_the_answer_and_nobody_else_is() -> None:
    open_door, asked = door()
    open_door.open((1, 2, 3))
    for stickers in (1, 2, 3):
        open_door.ask(f"code-{stickers}", f"N{stickers}", stickers)
    assert [told.reply for k in (1, 2, 3) if (told := open_door.told(f"code-{k}"))] == [Reply.ASKED] * 3
    open_door.open((2, 3), {asked[0].id: True, asked[1].id: False})
    open_door.shut()
    replies = [(told.reply, told.stickers) for k in (1, 2, 3) if (told := open_door.told(f"code-{k}"))]
    assert replies == [(Reply.YES, 1), (Reply.NO, 2), (Reply.LATE, 3)]
    assert open_door.told("code-4") is None


def test_answers_that_nobody_fetches_do_not_pile_up() -> None:
    open_door, asked = door()
    open_door.open((1,))
    for _ in range(100):
        open_door.ask(open_door.code or "", "Anna", 1)
    assert len(asked) == 100
    assert open_door.told("code-1") is None
    assert open_door.told("code-99") is not None


def test_codes_that_nobody_uses_do_not_pile_up() -> None:
    open_door, _ = door()
    open_door.open((1,))
    for _ in range(100):
        open_door.look(open_door.code or "")
    assert open_door.look("code-1") is None
    assert open_door.look("code-90") is not None


def test_codes_cannot_be_guessed() -> None:
    open_door = Door(lambda _: None)
    codes = []
    for _ in range(50):
        open_door.open((1,))
        codes.append(open_door.code or "")
        open_door.shut()
    assert len(set(codes)) == 50
    assert all(len(code) == 22 for code in codes)


@pytest.mark.parametrize("_again", range(20))
def test_of_two_phones_with_one_code_one_is_heard(_again: int) -> None:
    open_door, asked = door()
    open_door.open((1, 2))
    with ThreadPoolExecutor(2) as phones:
        replies = list(phones.map(lambda k: open_door.ask("code-1", "Anna", k), (1, 2)))
    assert sorted(replies) == [Reply.ASKED, Reply.UNKNOWN]
    assert len(asked) == 1


def lobby(evening: Evening) -> LobbyView:
    shown = evening.session.view().lobby
    assert shown is not None
    return shown


def asks(evening: Evening, *proposals: NameProposal) -> None:
    inbox = Inbox(evening.clock)
    for proposal in proposals:
        inbox.put_name(proposal)
    evening.session.receive(inbox.take())


@pytest.fixture
def evening(tmp_path: Path) -> Evening:
    return Evening(tmp_path)


def test_a_name_is_only_a_proposal_until_the_table_says_yes(evening: Evening) -> None:
    asks(evening, NameProposal(1, 3, "Anna"))
    assert (lobby(evening).seats, lobby(evening).proposals) == ((), (NameProposal(1, 3, "Anna"),))
    assert evening.session.answer_proposal(1, True).ok
    assert lobby(evening).seats == (LobbySeat(3, "Anna"),)
    assert lobby(evening).proposals == ()
    assert 3 not in lobby(evening).free


def test_a_refused_name_is_gone(evening: Evening) -> None:
    asks(evening, NameProposal(1, 3, "Anna"))
    assert evening.session.answer_proposal(1, False).ok
    assert (lobby(evening).seats, lobby(evening).proposals) == ((), ())
    assert not evening.session.answer_proposal(1, True).ok
    assert lobby(evening).answers == {1: False}


def test_a_name_goes_to_the_seat_of_its_stickers(evening: Evening) -> None:
    evening.session.set_lobby(seats=(LobbySeat(1, "Player 1"), LobbySeat(2, "Bo")))
    assert lobby(evening).free == (1, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12)
    asks(evening, NameProposal(1, 1, "Anna"))
    evening.session.answer_proposal(1, True)
    assert lobby(evening).seats == (LobbySeat(1, "Anna"), LobbySeat(2, "Bo"))


def test_of_two_who_want_the_same_rabbit_the_table_chooses(evening: Evening) -> None:
    asks(evening, NameProposal(1, 3, "Anna"), NameProposal(2, 3, "Bo"), NameProposal(3, 4, "Clara"))
    evening.session.answer_proposal(2, True)
    assert lobby(evening).seats == (LobbySeat(3, "Bo"),)
    assert [proposal.name for proposal in lobby(evening).proposals] == ["Clara"]
    assert lobby(evening).answers == {1: False, 2: True}


def test_no_crowd_of_phones_fills_the_screen(evening: Evening) -> None:
    asks(evening, *(NameProposal(k, 1, f"N{k}") for k in range(50)))
    assert len(lobby(evening).proposals) == 12
    assert lobby(evening).answers == dict.fromkeys(range(12, 50), False)


def test_wishes_die_with_the_lobby_and_do_not_come_back(evening: Evening) -> None:
    asks(evening, NameProposal(1, 3, "Anna"))
    evening.start()
    asks(evening, NameProposal(2, 4, "Bo"))
    assert evening.session.view().phase is Phase.CLUE
    assert not evening.session.answer_proposal(1, True).ok
    before = evening.session.view().players
    evening.undo()
    assert evening.session.view().phase is Phase.LOBBY
    assert lobby(evening).proposals == ()
    assert [player.name for player in before] == ["Anna", "Bo", "Clara", "Dan"]


def test_the_screen_is_told_where_the_next_phone_may_ask(evening: Evening) -> None:
    evening.session.set_address("http://192.168.1.20:8080", "http://192.168.1.20:8080/join/code")
    assert lobby(evening).join_url == "http://192.168.1.20:8080/join/code"
