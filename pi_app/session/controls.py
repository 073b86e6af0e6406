"""What the NEXT button means in each phase: one table.

Rule: NEXT asks for exactly one move, and only when nothing is open; an evening in, that move out.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from hardware.device import Device
from hardware.ports import LampState
from pi_app.game.moves import Move, NextRound, OpenReveal, OpenVoting
from pi_app.game.pieces import Fault, IllegalMove, Phase
from pi_app.game.rules import play
from pi_app.session.evening import Evening
from pi_app.session.lobby import start_move
from pi_app.session.views import View


@dataclass(frozen=True, slots=True)
class Asked:
    """The move a press asks for (None: a new match), and what keeps it from being asked."""

    move: Move | None
    open: tuple[Fault, ...] = ()


@dataclass(frozen=True, slots=True)
class Step:
    """One row: what the button says, what the table should do now, what a press asks for.

    settled: what can be done once a press would be accepted, where that is something else.
    """

    label: str
    hint: str
    ask: Callable[[Evening], Asked]
    settled: str = ""


NEXT: Mapping[Phase, Step] = {
    Phase.LOBBY: Step(
        "Start",
        "Lay a disc on the table to take a seat, then start.",
        lambda evening: Asked(start_move(evening.lobby)),
    ),
    Phase.CLUE: Step(
        "Cards are out",
        "The storyteller gives a clue; lay out the cards with their plates.",
        lambda _: Asked(OpenVoting()),
    ),
    Phase.VOTING: Step(
        "Reveal",
        "Vote with a disc, face down.",
        lambda _: Asked(OpenReveal()),
    ),
    Phase.REVEAL: Step(
        "Confirm votes",
        "Turn your discs up. Tap a vote to correct it.",
        lambda evening: Asked(evening.votes.move, evening.votes.open),
    ),
    Phase.OWNERS: Step(
        "Confirm cards",
        "Lay a disc face down on your own card.",
        lambda evening: Asked(evening.owners.move, evening.owners.open),
        settled="Tap a card to correct it.",
    ),
    Phase.SCORES: Step(
        "Next round",
        "Draw new cards and clear the table.",
        lambda _: Asked(NextRound()),
    ),
    Phase.OVER: Step(
        "New match",
        "The match is over.",
        lambda _: Asked(None),
    ),
}


HINTS: Mapping[tuple[Device, Phase], str] = {
    (Device.DIALS, Phase.LOBBY): "Lay a dial or a disc on the table to take a seat, then start.",
    (Device.DIALS, Phase.VOTING): "Set your dial and lay it face down.",
    (Device.DIALS, Phase.REVEAL): "Turn your dials up. Tap a vote to correct it.",
    (Device.PLACES, Phase.VOTING): "Think of a card. Lay your disc once everybody is ready.",
    (Device.PLACES, Phase.REVEAL): "Lay your disc on the card you chose, face up. Tap each vote to say yes.",
}
"""Where another device than discs with numbers asks for something else."""


def hint_for(device: Device, phase: Phase, settled: bool) -> str:
    """settled: NEXT would be accepted."""
    step = NEXT[phase]
    return (settled and step.settled) or HINTS.get((device, phase), step.hint)


def next_faults(evening: Evening) -> tuple[Fault, ...]:
    """Everything that would refuse NEXT now; empty: it would be accepted."""
    asked = NEXT[evening.phase].ask(evening)
    if asked.move is None:
        return asked.open
    try:
        play(evening.match, asked.move)
    except IllegalMove as refused:
        told = {fault.player for fault in asked.open if fault.player is not None}
        return (*asked.open, *(f for f in refused.faults if f.player not in told and f not in asked.open))
    return asked.open


def lamp_for(view: View) -> LampState:
    """ON: NEXT would do something; BLINK: a question is open at the reveal; else OFF."""
    if view.next_ready:
        return LampState.ON
    return LampState.BLINK if view.phase in (Phase.REVEAL, Phase.OWNERS) else LampState.OFF
