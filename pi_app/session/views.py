"""What each audience is shown, as frozen values: `View` for the touchscreen, `Board` for the network.

Nothing that could tell a vote is in either before the reveal, and a `Board` never has more than the
confirmed rounds. Texts are for people, in the table's language; numbers are for the program.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Protocol

from hardware.device import Device
from hardware.ports import Button
from pi_app.game.foresee import Foreseen
from pi_app.game.moves import Move, Override
from pi_app.game.pieces import Phase, PlayerId, SlotNumber
from pi_app.game.profiles import Rules
from pi_app.session.offered import (
    ChoiceView,
    LobbySeat,
    LobbyView,
    ProfileView,
    QuestionView,
    RuleView,
)
from pi_app.session.read_views import OwnerView, Trust, VoteView
from pi_app.session.restoring import BackupView
from pi_app.session.scored import AdjustmentView, PointsView, RoundView, TitleView
from pi_app.session.sight import Preview, Seeing, Sight
from pi_app.words import Words

__all__ = [
    "AdjustmentView",
    "Answer",
    "BackupView",
    "Banner",
    "Board",
    "ChoiceView",
    "LobbySeat",
    "LobbyView",
    "OwnerView",
    "PlayerView",
    "PointsView",
    "Preview",
    "Problem",
    "ProfileView",
    "QuestionView",
    "RoundView",
    "RuleView",
    "Seeing",
    "Table",
    "TitleView",
    "Trust",
    "View",
    "VoteView",
]


@dataclass(frozen=True, slots=True)
class Problem:
    """One thing that keeps the phase from going on, in words for the table and a code for programs."""

    code: str
    text: str
    player: PlayerId | None = None
    slot: SlotNumber | None = None


@dataclass(frozen=True, slots=True)
class PlayerView:
    """`stickers` (1..12) also picks the rabbit's colour and pattern. Equal points share a rank.

    `label`: the name, with the player's number where two have the same.
    Who joined late takes part from `joined_round`, and began with `start_score` points.
    """

    id: PlayerId
    name: str
    stickers: int
    score: int
    rank: int
    active: bool
    storyteller: bool
    joined_round: int = 1
    start_score: int = 0
    label: str = ""

    @property
    def shown(self) -> str:
        """What people are shown: of two Annas, which one."""
        return self.label or self.name


@dataclass(frozen=True, slots=True)
class Banner:
    """A part is missing or back: shown on every screen, never in the way."""

    code: str
    text: str


@dataclass(frozen=True, slots=True)
class View:
    """All that the touchscreen shows, in one value; two equal views look the same."""

    n: int  # number of the last event; a press made on an older view is stale
    phase: Phase
    round: int
    storyteller: PlayerId | None
    profile: ProfileView | None
    target: int | None
    players: tuple[PlayerView, ...]
    lobby: LobbyView | None
    voted: tuple[PlayerId, ...]  # VOTING: who has laid a disc
    awaited: tuple[PlayerId, ...]  # VOTING: who has not
    slots: tuple[SlotNumber, ...]  # slots in play this round
    votes: tuple[VoteView, ...]  # REVEAL and later, else empty
    owners: tuple[OwnerView, ...]  # OWNERS
    points: tuple[PointsView, ...]  # SCORES and OVER: the round just scored
    rounds: tuple[RoundView, ...]
    problems: tuple[Problem, ...]
    next_label: str  # what NEXT does now, for people
    next_ready: bool  # NEXT would be accepted
    can_undo: bool
    winners: tuple[PlayerId, ...]
    banners: tuple[Banner, ...]
    address: str | None  # where the scoreboard is
    hint: str  # one sentence: what the table should do now
    can_redo: bool = False
    language: str = "en"
    votes_each: tuple[int, int] = (1, 1)  # fewest and most slots a voter votes for, this round
    same_slot_twice: bool = False
    rules: tuple[RuleView, ...] = ()  # of this match, or of the lobby's choice: where each comes from
    rounds_left: int | None = None  # by deck or turns, the running one included; 1: the last round
    can_end_by_deck: bool = False  # SCORES: NextRound(deck_empty=True) would end the match
    can_play_on: bool = False  # OVER: PlayOn would be accepted
    can_take_up: bool = False  # LOBBY: the match that was left last can be gone on with
    played_on: bool = False  # the match goes on after its end
    reasons: tuple[str, ...] = ()  # OVER: why; of target, deck, turns, stopped
    titles: tuple[TitleView, ...] = ()  # OVER
    red_wanted: bool = False  # REVEAL: the storyteller's red disc must be said, with `Table.set_red`
    red: SlotNumber | None = None  # REVEAL and later: the slot it lies on, as far as it was said


@dataclass(frozen=True, slots=True)
class Board:
    """The public scoreboard: what phones and a TV may know.

    A player's score is the start score, the points of all rounds, and the adjustments, added up.
    `rules`: what is played by; whoever shows them says them in the reader's language.
    """

    n: int
    match: str | None
    phase: Phase
    round: int
    storyteller: PlayerId | None
    profile: ProfileView | None
    target: int | None
    players: tuple[PlayerView, ...]
    voted: int  # how many have voted
    voters: int  # of how many
    rounds: tuple[RoundView, ...]
    winners: tuple[PlayerId, ...]
    over: bool
    language: str = "en"
    adjustments: tuple[AdjustmentView, ...] = ()
    rounds_left: int | None = None
    played_on: bool = False
    reasons: tuple[str, ...] = ()
    titles: tuple[TitleView, ...] = ()
    rules: Rules | None = None


@dataclass(frozen=True, slots=True)
class Answer:
    """What became of a move or a press."""

    ok: bool
    n: int
    problems: tuple[Problem, ...] = ()


class Table(Sight, Protocol):
    """What the screens may do. Only called on the main thread."""

    def view(self) -> View: ...

    def press(self, button: Button) -> Answer:
        """The same as the physical button: `controls.py` says what it means in this phase."""

    def do(self, move: Move, expect_n: int | None = None) -> Answer:
        """Ask for a move; refused with every reason, or with STALE when something else came first."""

    def what_if(self, move: Move) -> Foreseen | Answer:
        """What the move would change, to be shown before it is confirmed; or why it would be refused."""

    def set_lobby(
        self,
        profile: str | None = None,
        seats: tuple[LobbySeat, ...] | None = None,
        storyteller: int | None = None,
        device: Device | None = None,
    ) -> None: ...

    def set_rules(self, overrides: Mapping[str, Override]) -> Answer:
        """LOBBY: exactly these changes to the chosen profile, by the paths of `custom.OVERRIDES`."""

    def save_rules(self, name: str) -> Answer:
        """LOBBY: keep these rules under a name; they are then one of `LobbyView.profiles`."""

    def forget_rules(self, profile: str) -> Answer:
        """Throw saved rules away, by their id."""

    def answer_proposal(self, proposal: int, accept: bool) -> Answer:
        """LOBBY: give the phone that asks its seat, or not; by the id of a `NameProposal`."""

    def correct_vote(self, player: PlayerId, slots: tuple[SlotNumber, ...]) -> None:
        """A person says what this player voted; kept until the phase is confirmed. Empty: forget it."""

    def report_wrong(self, player: PlayerId) -> bool:
        """REVEAL: this vote was read wrong. What is seen now is kept as a case; False where it cannot be."""

    def correct_owner(self, slot: SlotNumber, player: PlayerId | None) -> None:
        """A person says whose card lies at this slot. None: forget it."""

    def set_words(self, words: Words) -> None:
        """Another language from now on."""

    def set_red(self, slot: SlotNumber | None) -> None:
        """REVEAL: a person says on which slot the storyteller's red disc lies. None: forget it."""

    def backups(self) -> tuple[BackupView, ...]:
        """The copies of the book that were made here, the newest first."""

    def bring_back(self, backup: str) -> Answer:
        """The matches of this copy instead of those of the book; the book is then one of the copies."""

    def new_match(self) -> None:
        """From OVER (or a resumed match nobody wants) back to the lobby, with the same players."""

    def take_up(self) -> Answer:
        """LOBBY: back to the match that was left last, as it was left."""
