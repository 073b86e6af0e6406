"""While a hand is in view the table is told to wait, and nothing read is kept; glitches are never kept."""

from __future__ import annotations

from dataclasses import replace

import pytest
from made_up_evening import VOTES, Evening
from made_up_readings import back, face, reading

from pi_app.session.flaw_texts import flaw_text
from pi_app.session.secrecy import without_numbers
from pi_app.session.seeing import seeing_of
from pi_app.session.views import Trust
from pi_app.vision.seen import DiscSeen, Flaw, FlawSeen
from pi_app.words import LANGUAGES, Words


def see(evening: Evening, *discs: DiscSeen, waiting: bool = False) -> None:
    evening.clock.seconds += 0.1
    seen = reading(*discs, at=evening.clock.seconds)
    still = None if waiting else seen.still_since
    evening.session.see(replace(seen, waiting=waiting, still_since=still))


def problems(evening: Evening) -> list[str]:
    return [problem.code for problem in evening.session.view().problems]


def test_a_hand_in_view_is_waited_for_and_then_the_votes_are_read(evening: Evening) -> None:
    evening.at_reveal()
    see(evening, *VOTES, waiting=True)
    assert problems(evening)[0] == "WAITING_FOR_HANDS"
    see(evening, *VOTES)
    assert "WAITING_FOR_HANDS" not in problems(evening)


def test_what_was_read_under_hands_is_not_kept(evening: Evening) -> None:
    evening.at_reveal()
    see(evening, *VOTES, waiting=True)
    see(evening, waiting=True)
    assert {vote.trust for vote in evening.session.view().votes} == {Trust.MISSING}


def test_a_fleeting_vote_is_asked_for_even_where_it_lies_on_its_card(evening: Evening) -> None:
    evening.at_reveal()
    see(evening, *VOTES[1:], replace(face(2, 1, 1, ring=None), fleeting=True))
    trust = {vote.player: vote.trust for vote in evening.session.view().votes}
    assert trust[2] is Trust.ASK
    see(evening, *VOTES[1:])
    assert {vote.player: vote.trust for vote in evening.session.view().votes}[2] is Trust.MISSING


def test_a_fleeting_back_has_not_voted(evening: Evening) -> None:
    evening.start()
    assert evening.next().ok
    see(evening, replace(back(2), fleeting=True))
    assert not evening.session.view().voted
    see(evening, back(2))
    assert evening.session.view().voted == (2,)


@pytest.mark.parametrize("flaw", list(Flaw))
def test_every_flaw_has_a_sentence(flaw: Flaw) -> None:
    text = flaw_text(FlawSeen(flaw, (1.0, 2.0), "3"), Words())
    assert text.endswith(".")
    assert "{" not in text


def test_the_place_of_a_flaw_is_no_hint_during_the_vote() -> None:
    seen = reading()
    picture = replace(seen.picture, flaws=(FlawSeen(Flaw.FOREIGN_STICKERS, (5.0, 6.0), "tag 201"),))
    told = replace(seen, picture=picture)
    assert without_numbers(told).picture.flaws == (FlawSeen(Flaw.FOREIGN_STICKERS),)
    assert without_numbers(told, match=False).picture == picture


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_flaw_whose_detail_is_a_secret_is_said_without_it(language: str) -> None:
    text = flaw_text(FlawSeen(Flaw.FOREIGN_STICKERS), Words(language))
    assert "(" not in text
    assert "  " not in text
    assert "(tag 201" in flaw_text(FlawSeen(Flaw.FOREIGN_STICKERS, detail="tag 201"), Words())


def test_the_cameras_screen_says_what_is_wrong_and_where() -> None:
    flaws = (FlawSeen(Flaw.GLARE, (320.0, 90.0)), FlawSeen(Flaw.CODES_TOO_SMALL, detail="1.9"))
    seen = reading()
    picture = replace(seen.picture, size=(640, 360), flaws=flaws)
    shown = seeing_of(replace(seen, picture=picture), None, Words()).flaws
    assert [(flaw.code, flaw.at) for flaw in shown] == [("GLARE", (0.5, 0.25)), ("CODES_TOO_SMALL", None)]
    assert "1.9 pixels" in shown[1].text


@pytest.mark.parametrize(
    ("flaw", "code"),
    [
        (FlawSeen(Flaw.CAMERA_MOVED), "CAMERA_MOVED"),
        (FlawSeen(Flaw.LENS_MISFIT), "LENS_MISFIT"),
        (FlawSeen(Flaw.OTHER_LENS, detail="OTHER_SIZE"), "OTHER_SIZE"),
    ],
)
def test_a_bumped_camera_and_a_lens_that_does_not_fit_are_said_on_every_screen(
    evening: Evening, flaw: FlawSeen, code: str
) -> None:
    evening.at_reveal()
    seen = reading(at=evening.clock.seconds + 0.1)
    evening.session.see(replace(seen, picture=replace(seen.picture, flaws=(flaw,))))
    (banner,) = evening.session.view().banners
    assert (banner.code, banner.text[-1]) == (code, ".")
    evening.see()
    assert evening.session.view().banners == ()
