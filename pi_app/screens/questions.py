"""Where editions differ for this number of players: what is asked in few words, and the sheets that ask it.

Every answer goes to the lobby at once.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from pi_app.screens.choices import Choice, ChoiceSheet
from pi_app.screens.page import Desk
from pi_app.session.views import LobbyView, QuestionView
from pi_app.words import Words


def open_questions(lobby: LobbyView) -> tuple[QuestionView, ...]:
    """Those that nobody has answered yet."""
    # Who chose an Odyssey has said with it how they vote; only who looks for the question sees it.
    return tuple(q for q in lobby.questions if not q.answered and q.code != "PEGS_OR_DIALS")


def topic_of(words: Words, questions: Sequence[QuestionView]) -> str:
    """What they are about in a few words; nothing for none."""
    if len(questions) > 1:
        return words.text("Where editions differ")
    topics = {
        "EDITION": words.text("Another edition?"),
        "PEGS_OR_DIALS": words.text("Pegs or dials?"),
        "THREE_PLAYERS": words.text("Finder: 3 or 4?"),
        "BONUS_CAP": words.text("Bonus limit?"),
    }
    return "".join(topics.get(question.code, question.text) for question in questions)


def ask_questions(desk: Desk, again: bool = False) -> None:
    """The next question that nobody has answered; `again`: all of them, to choose from."""
    lobby = desk.table.view().lobby
    questions = lobby.questions if lobby else ()
    still = open_questions(lobby) if lobby else ()
    if again and len(questions) > 1:
        choices = [Choice(q.text, partial(_ask, desk, q), "ask", _now(q)) for q in questions]
        desk.open(ChoiceSheet(desk, desk.words.text("Where editions differ"), choices, 1))
    elif again and questions:
        _ask(desk, questions[0])
    elif still:
        _ask(desk, still[0])


def _now(question: QuestionView) -> str:
    """The answer in force, else the one that fits the box."""
    place = question.chosen if question.chosen is not None else question.proposed
    return "" if place is None else question.choices[place].text


def _ask(desk: Desk, question: QuestionView) -> None:
    """The answer of the chosen box is marked."""
    fits = desk.words.text("as in your box")
    choices = [
        Choice(
            choice.text,
            partial(_answer, desk, question, n),
            detail=fits if n == question.proposed else "",
            chosen=n == question.chosen,
        )
        for n, choice in enumerate(question.choices)
    ]
    desk.open(ChoiceSheet(desk, question.text, choices))


def _answer(desk: Desk, question: QuestionView, place: int) -> None:
    choice = question.choices[place]
    if choice.profile != _chosen_base(desk):
        desk.table.set_lobby(profile=choice.profile)
    lobby = desk.table.view().lobby
    if choice.overrides and lobby is not None:
        desk.said(desk.table.set_rules({**lobby.overrides, **choice.overrides}))
    desk.refresh()
    ask_questions(desk)


def _chosen_base(desk: Desk) -> str:
    """Of rules saved by name too, the edition below them."""
    view = desk.table.view()
    lobby = view.lobby
    if lobby is None:
        return ""
    asked = (c.profile for q in lobby.questions for c in q.choices if c.overrides)
    saved = lobby.profile.startswith("saved:")
    return next(asked, lobby.profile) if saved else lobby.profile
