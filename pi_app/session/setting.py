"""What the match says about the table before anybody looks: who plays, which slots, with what they vote."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from hardware.device import Device
from pi_app.game.checks import slots_in_play
from pi_app.game.pieces import PlayerId, SlotNumber
from pi_app.game.profiles import Rules


@dataclass(frozen=True, slots=True)
class Setting:
    """What is known before looking.

    players: player -> number of the disc set; None: everybody whose disc is seen.
    slots: the slots in play; None: 1 to the highest plate seen.
    votes: least and most discs of one voter. own_cards: cards of each player but the storyteller.
    voted: who was seen to vote before the reveal: such a vote is unreadable, not missing.
    laid: how many discs each voter was seen to lay.
    absent: who left in mid-round: has a card on the table, but no vote.
    spares: how many discs of a player lay about before anybody voted. device: what people vote with.
    """

    players: Mapping[PlayerId, int] | None = None
    storyteller: PlayerId | None = None
    slots: tuple[SlotNumber, ...] | None = None
    votes: tuple[int, int] = (1, 1)
    own_cards: int = 1
    storyteller_votes: bool = False
    own_card_forbidden: bool = True
    voted: frozenset[PlayerId] = frozenset()
    laid: Mapping[PlayerId, int] = field(default_factory=dict)
    absent: frozenset[PlayerId] = frozenset()
    spares: Mapping[PlayerId, int] = field(default_factory=dict)
    device: Device = Device.TOKENS

    @staticmethod
    def under(rules: Rules) -> Setting:
        """What these rules alone say of the table."""
        return Setting(
            slots=tuple(slots_in_play(rules)),
            votes=(rules.votes_least, rules.votes_most),
            own_cards=rules.cards_per_voter,
            storyteller_votes=rules.profile.storyteller_votes,
            own_card_forbidden=rules.profile.own_card_vote == "forbidden",
        )

    @property
    def voters(self) -> tuple[PlayerId, ...]:
        """Who votes, as far as the players are known."""
        silent = self.absent if self.storyteller_votes else self.absent | {self.storyteller}
        return tuple(player for player in self.players or {} if player not in silent)
