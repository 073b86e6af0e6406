"""Which page shows which phase, and what it is called."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from pi_app.game.pieces import Phase
from pi_app.screens.clue import CluePage
from pi_app.screens.finish import FinishPage
from pi_app.screens.lobby import LobbyPage
from pi_app.screens.owners import OwnersPage
from pi_app.screens.page import Desk, Page
from pi_app.screens.reveal import RevealPage
from pi_app.screens.scores import ScoresPage
from pi_app.screens.voting import VotingPage
from pi_app.session.views import View
from pi_app.words import Words

PAGES: Mapping[Phase, Callable[[Desk], Page]] = {
    Phase.LOBBY: LobbyPage,
    Phase.CLUE: CluePage,
    Phase.VOTING: VotingPage,
    Phase.REVEAL: RevealPage,
    Phase.OWNERS: OwnersPage,
    Phase.SCORES: ScoresPage,
    Phase.OVER: FinishPage,
}


def title_of(words: Words, view: View) -> str:
    """The heading of the phase."""
    n = view.round
    return {
        Phase.LOBBY: words.text("Who plays?"),
        Phase.CLUE: words.text("Round {n}: the clue", n=n),
        Phase.VOTING: words.text("Round {n}: the vote", n=n),
        Phase.REVEAL: words.text("Round {n}: the votes", n=n),
        Phase.OWNERS: words.text("Round {n}: whose card?", n=n),
        Phase.SCORES: words.text("Round {n}: the points", n=n),
        Phase.OVER: words.text("The finish"),
    }[view.phase]
