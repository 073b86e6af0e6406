"""Boards of an invented evening, for the tests of the scoreboard and its benchmark."""

import time
from dataclasses import replace

import httpx

from pi_app.game.pieces import Phase
from pi_app.game.profiles import Rules
from pi_app.session.views import AdjustmentView, Board, PlayerView, PointsView, ProfileView, RoundView
from pi_app.web.board import public_state
from pi_app.web.server import Scoreboard

NAMES = ("Anna", "Bo", "Clara", "David", "Emma", "Farhad")
SECRET_SLOT = 4
LATE = "Greta"
"""Joins in round 3 of `uneven_evening` with four points."""


def _points(player: int, found: bool, bonus: int) -> PointsView:
    return PointsView(player, 3 * found, bonus, 0, 3 * found + bonus, ("Because.",))


def scored(number: int, players: int = 6, storyteller: int = 1) -> RoundView:
    """A round in which everybody found the storyteller's card but the last player."""
    everybody = range(1, players + 1)
    voters = [p for p in everybody if p != storyteller]
    return RoundView(
        number=number,
        storyteller=storyteller,
        outcome="some",
        slots={slot: slot for slot in everybody},
        votes=dict.fromkeys(voters[:-1], (storyteller,)) | {voters[-1]: (voters[0],)},
        points=tuple(_points(p, found=p != voters[-1], bonus=int(p == voters[0])) for p in everybody),
        void=False,
        notation="",
    )


def board(
    phase: Phase = Phase.SCORES,
    *,
    n: int = 9,
    names: tuple[str, ...] = NAMES,
    scores: tuple[int, ...] = (),
    rounds: tuple[RoundView, ...] = (),
    voted: int = 0,
    number: int = 1,
    winners: tuple[int, ...] = (),
    language: str = "en",
    rules: Rules | None = None,
) -> Board:
    points = scores or tuple(range(len(names), 0, -1))
    best = sorted(points, reverse=True)
    players = tuple(
        PlayerView(i, name, i, score, best.index(score) + 1, True, i == 1)
        for i, (name, score) in enumerate(zip(names, points, strict=True), 1)
    )
    return Board(
        n=n,
        match="m1",
        phase=phase,
        round=number,
        storyteller=1,
        profile=ProfileView("refresh2021", "Dixit 2021", 3, 8),
        target=30,
        players=players,
        voted=voted,
        voters=len(names) - 1,
        rounds=rounds,
        winners=winners,
        over=phase is Phase.OVER,
        language=language,
        rules=rules,
    )


def uneven_evening() -> Board:
    """Four rounds; Greta joins in the third with 4 points, Bo loses 2 in the second and gains 5 at last."""
    rounds = (*(scored(k) for k in (1, 2)), *(scored(k, players=7) for k in (3, 4)))
    adjustments = (
        AdjustmentView(2, -2, "looked at a card", 2),
        AdjustmentView(2, 5, "=found the rabbit", 5),
    )
    names = (*NAMES, LATE)
    gained = {i: sum(p.total for r in rounds for p in r.points if p.player == i) for i in range(1, 8)}
    gained[2] += 3
    gained[7] += 4
    shown = board(Phase.VOTING, n=40, names=names, scores=tuple(gained.values()), rounds=rounds, number=5)
    players = (*shown.players[:-1], replace(shown.players[-1], joined_round=3, start_score=4))
    return replace(shown, players=players, adjustments=adjustments)


def until_told(scoreboard: Scoreboard, client: httpx.Client, shown: Board) -> None:
    """Publish and wait until it is served."""
    scoreboard.publish(shown)
    until = time.monotonic() + 20
    while client.get("/api/state").json() != public_state(shown):
        assert time.monotonic() < until
        time.sleep(0.01)
