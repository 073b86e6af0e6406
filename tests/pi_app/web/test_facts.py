"""What each player did, counted from the rounds that may be told."""

from dataclasses import replace

import pytest

from pi_app.game.pieces import Phase
from pi_app.game.titles import TITLES
from pi_app.session.views import PointsView, TitleView
from pi_app.web.board import public_state
from pi_app.web.facts import player_facts
from pi_app.web.page import html
from pi_app.web.phrases import Phrases
from tests.pi_app.web.evenings import board, scored


def test_rounds_are_counted_for_each_player() -> None:
    facts = player_facts([scored(1), scored(2)])
    assert facts[1] == {"told": 2, "found": 0, "drawn": 0, "best_round": 3}
    assert facts[2] == {"told": 0, "found": 2, "drawn": 2, "best_round": 4}
    assert facts[6] == {"told": 0, "found": 0, "drawn": 0, "best_round": 0}


@pytest.mark.parametrize("change", [{"void": True}, {"points": ()}])
def test_a_round_that_does_not_count_counts_nowhere(change: dict[str, object]) -> None:
    assert player_facts([replace(scored(1), **change)]) == {}  # type: ignore[arg-type]


def test_where_nobody_looks_for_a_card_nobody_finds_one() -> None:
    facts = player_facts([replace(scored(1), outcome="party")])
    assert {one["found"] for one in facts.values()} == {0}


def test_two_votes_on_one_card_are_drawn_twice_and_one_round_is_found_once() -> None:
    points = tuple(PointsView(k, 0, 0, 0, 0, ()) for k in (1, 2, 3))
    odyssey = replace(scored(1, 3), points=points, votes={2: (1, 3), 3: (2, 2)})
    facts = player_facts([odyssey])
    assert (facts[2]["found"], facts[2]["drawn"], facts[3]["drawn"]) == (1, 2, 1)


@pytest.mark.parametrize("phase", [Phase.REVEAL, Phase.OWNERS])
def test_the_running_round_is_not_counted(phase: Phase) -> None:
    assert public_state(board(phase, rounds=(scored(1),)))["statistics"] == {}


@pytest.mark.parametrize("code", TITLES)
def test_every_title_has_a_name_in_the_viewers_language(code: str) -> None:
    assert Phrases("fa").knows(f"title.{code}")


def test_titles_are_told_at_the_end_only() -> None:
    title = TitleView("BEST_LIAR", "Best liar: Bo and Clara, 5 votes", (2, 3), 5)
    assets = {"style.css": "", "tv.css": "", "page.js": "", "plain.js": "", "icon.svg": ""}
    over = replace(board(Phase.OVER, rounds=(scored(1),)), titles=(title,))
    assert ">Лучший обманщик<" in html(over, "ru", assets)
    assert ">Bo</bdi>, <bdi" in html(over, "ru", assets)
    assert public_state(over)["titles"] == [
        {"code": "BEST_LIAR", "players": [2, 3], "count": 5, "text": "Best liar: Bo and Clara, 5 votes"}
    ]
    early = replace(over, phase=Phase.SCORES, over=False)
    assert public_state(early)["titles"] == []
    assert ">Лучший обманщик<" not in html(early, "ru", assets)


def test_nobody_tells_a_story_after_the_end() -> None:
    assets = dict.fromkeys(("style.css", "tv.css", "page.js", "plain.js", "icon.svg"), "")
    assert ">Storyteller<" in html(board(Phase.SCORES), "en", assets)
    assert ">Storyteller<" not in html(board(Phase.OVER), "en", assets)
