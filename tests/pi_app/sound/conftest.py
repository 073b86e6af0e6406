"""Views to compare: one that a real session shows, and any field of it changed."""

from __future__ import annotations

from dataclasses import replace

import pytest

from pi_app.game.pieces import Phase
from pi_app.session.book import Book
from pi_app.session.manners import FOR_PROGRAMS
from pi_app.session.scored import RoundView
from pi_app.session.session import Session
from pi_app.session.views import LobbySeat, View
from pi_app.words import Words


@pytest.fixture(scope="session")
def clue(tmp_path_factory) -> View:
    """Anna, Bo and Cy have begun: Anna thinks of a clue."""
    session = Session(Book(tmp_path_factory.mktemp("book") / "book"), Words(), manners=FOR_PROGRAMS)
    session.set_lobby(
        "refresh2021", tuple(LobbySeat(n, name) for n, name in enumerate(("Anna", "Bo", "Cy"), 1)), 0
    )
    from hardware.ports import Button

    assert session.press(Button.NEXT).ok
    view = session.view()
    session.close()
    return view


@pytest.fixture
def scored(clue: View):
    """A view of the points of round 1, by its outcome."""

    def of(outcome: str) -> View:
        played = RoundView(1, 1, outcome, {}, {}, (), False, "")
        players = tuple(
            replace(p, score=s, rank=r) for p, s, r in zip(clue.players, (0, 5, 2), (3, 1, 2), strict=True)
        )
        return replace(clue, n=9, phase=Phase.SCORES, rounds=(played,), players=players)

    return of
