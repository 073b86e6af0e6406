"""The rules for a number of players in, each rule as one plain sentence with its value out.

The path names the rule as `custom.OVERRIDES` and the provenance do. Sentences have named fields.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from pi_app.game.ending import deck_rounds
from pi_app.game.pieces import Outcome
from pi_app.game.profiles import Kernel, Payout, Rules

Value = int | str | bool | None


@dataclass(frozen=True, slots=True)
class Statement:
    """One rule: `text` with its {fields}, and the bare value for programs."""

    path: str
    text: str
    value: Value
    fields: Mapping[str, int] = field(default_factory=dict)


_OWN_CARD = {
    "forbidden": "You may not vote for your own card.",
    "allowed_no_bonus": "You may vote for your own card, but it brings no bonus.",
    "allowed": "You may vote for your own card.",
}
_TIES = {
    ("highest", "shared"): "With equal points the leaders share the victory.",
    ("highest", "last_storyteller", "shared"): "With equal points the last storyteller wins; "
    "if another leads, the leaders share the victory.",
    ("highest", "last_storyteller"): "With equal points the last storyteller wins.",
    ("highest",): "Whoever leads wins.",
    ("success > failure wins",): "You win together when successes outnumber failures.",
}
_USED_CARDS = {
    "rest_plus_discard_shuffled": "When the deck runs short, it is shuffled with the used cards.",
    "discard_shuffled": "When the deck runs short, the used cards are shuffled in.",
    "none": "Used cards do not come back.",
    "not_needed": "Used cards go back to their owners.",
}
_ROTATION = {
    "left": "The next storyteller sits to the left.",
    "right": "The next storyteller sits to the right.",
    "alternate": "You tell in turns.",
}
_FIRST = {
    "first_with_clue_or_chosen": "Whoever has a clue first begins, or whom the table chooses.",
    "first_with_clue": "Whoever has a clue first begins.",
    "chosen": "The table chooses who begins.",
}


def statements(rules: Rules) -> tuple[Statement, ...]:
    """Every rule that means something for this profile and number of players."""
    return (*_table(rules), *_SCORING[rules.profile.kernel](rules), *_ending(rules), *_turns(rules))


def _table(rules: Rules) -> Iterator[Statement]:
    profile = rules.profile
    span = f"{profile.least}-{profile.most}"
    if profile.least == profile.most:
        yield Statement("players", "For exactly {n} players.", span, {"n": profile.least})
    else:
        fields = {"least": profile.least, "most": profile.most}
        yield Statement("players", "For {least} to {most} players.", span, fields)
    yield Statement("hand_size", "Cards in each hand: {n}.", rules.hand, {"n": rules.hand})
    text = "Cards that each player lays, besides the storyteller's one: {n}."
    yield Statement("cards_per_voter", text, rules.cards_per_voter, {"n": rules.cards_per_voter})
    if rules.votes_least == rules.votes_most:
        yield Statement("votes", "Votes of each player: {n}.", rules.votes_most, {"n": rules.votes_most})
    else:
        fields = {"least": rules.votes_least, "most": rules.votes_most}
        span = f"{rules.votes_least}-{rules.votes_most}"
        yield Statement("votes", "Votes of each player: {least} to {most}.", span, fields)
    if rules.votes_most > 1:
        twice = profile.same_slot_twice
        text = "Both votes may go to one card." if twice else "Both votes may not go to one card."
        yield Statement("same_slot_twice", text, twice)
    yield Statement("own_card_vote", _OWN_CARD[profile.own_card_vote], profile.own_card_vote)
    votes = profile.storyteller_votes
    text = "The storyteller votes too." if votes else "The storyteller does not vote."
    yield Statement("storyteller_votes", text, votes)


def _by_finding(rules: Rules) -> Iterator[Statement]:
    scoring, some = rules.profile.scoring, rules.payouts[Outcome.SOME]
    yield _some(rules, some)
    for outcome, text in (
        (
            Outcome.ALL,
            "Everyone finds the storyteller's card: storyteller {teller}, others {other} each.",
        ),
        (
            Outcome.NONE,
            "Nobody finds the storyteller's card: storyteller {teller}, others {other} each.",
        ),
    ):
        payout = rules.payouts[outcome]
        fields = {"teller": payout.teller, "other": payout.other}
        yield Statement(f"scoring.{outcome}", text, f"{payout.teller}/{payout.other}", fields)
    each, cap = scoring.bonus_per_vote, scoring.bonus_cap
    text = "Bonus for each vote of another player for your card: {n}."
    yield Statement("scoring.bonus_per_vote", text, each, {"n": each})
    if cap is None:
        yield Statement("scoring.bonus_cap", "There is no limit to the bonus.", None)
    else:
        yield Statement("scoring.bonus_cap", "Bonus points in a round: at most {n}.", cap, {"n": cap})
    if rules.single_vote:
        text = "Who gives one vote only, and is right, gets {n} more."
        yield Statement("scoring.single_vote_bonus", text, rules.single_vote, {"n": rules.single_vote})


def _some(rules: Rules, some: Payout) -> Statement:
    fields = {"teller": some.teller, "finder": some.finder, "other": some.other}
    value = f"{some.teller}/{some.finder}/{some.other}"
    text = "Some find the storyteller's card: storyteller {teller}, finders {finder} each, others {other}."
    if rules.profile.scoring.per_dial:
        text = "Some dials find the storyteller's card: storyteller {teller}, each right dial {finder}."
    elif some.teller_per_finder:
        fields["each"] = some.teller_per_finder
        value = f"{some.teller}+{some.teller_per_finder} each/{some.finder}/{some.other}"
        text = (
            "Some find the storyteller's card: storyteller {teller} and {each} more for each finder, "
            "finders {finder} each, others {other}."
        )
    return Statement("scoring.some", text, value, fields)


def _party(rules: Rules) -> Iterator[Statement]:
    each, cap = rules.profile.scoring.same_vote, rules.profile.scoring.bonus_cap
    text = "Several on one picture: each gets {n} for every player on it. Alone, or under the red disc: 0."
    yield Statement("scoring.points_per_same_vote", text, each, {"n": each})
    if cap is None:
        yield Statement("scoring.bonus_cap", "There is no limit to the points of a round.", None)
    else:
        yield Statement("scoring.bonus_cap", "Points in a round: at most {n}.", cap, {"n": cap})


def _together(rules: Rules) -> Iterator[Statement]:
    added = rules.profile.deck_cards_added
    yield Statement("deck_cards_added", "Cards from the deck on the table: {n}.", added, {"n": added})
    text = "Both find the other's card: a success. Otherwise a failure."
    yield Statement("scoring", text, "success/failure")


def _ending(rules: Rules) -> Iterator[Statement]:
    profile, target, turns = rules.profile, rules.target, rules.profile.turns_per_player
    if target is None:
        yield Statement("end.target", "No number of points ends the match.", None)
    else:
        text = "The match ends when somebody has {n} points."
        yield Statement("end.target", text, target, {"n": target})
    if rounds := deck_rounds(rules):
        text = "The match ends when the deck is empty; with a full box after {n} rounds."
        yield Statement("end.deck_exhausted", text, True, {"n": rounds})
    else:
        yield Statement("end.deck_exhausted", "An empty deck does not end the match.", False)
    if turns is not None:
        text = "The match ends when everyone has told; times each: {n}."
        yield Statement("end.turns_per_player", text, turns, {"n": turns})
    yield Statement("end.evaluate", "All points of the round count before anybody has won.", "end_of_round")
    yield Statement("tie", _TIES[profile.tie], " > ".join(profile.tie))


def _turns(rules: Rules) -> Iterator[Statement]:
    profile = rules.profile
    yield Statement("recycle", _USED_CARDS[profile.recycle], profile.recycle)
    yield Statement("rotation", _ROTATION[profile.rotation], profile.rotation)
    if profile.first_teller in _FIRST:
        yield Statement("first_teller", _FIRST[profile.first_teller], profile.first_teller)
    yield Statement("duplicates", "Two equal pictures lie as two cards.", profile.duplicates)


_SCORING = {
    Kernel.STANDARD: _by_finding,
    Kernel.DIALS: _by_finding,
    Kernel.PARTY: _party,
    Kernel.COOP2: _together,
}
