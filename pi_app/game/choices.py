"""Where editions differ for this number of players: questions in plain words, and the answer for the box.

profile, players and what was changed already in; questions out. An answer is another profile, or changes
for `customise`; nothing is asked that could not change a point at this table.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from pi_app.game.custom import BadOverride, customise
from pi_app.game.editions import EDITIONS
from pi_app.game.moves import Override
from pi_app.game.pieces import Outcome
from pi_app.game.profiles import PROFILES, Kernel, Profile, Rules, resolve

USUAL_CAP = 3
_ODYSSEYS = {"odyssey2011": "Pegs in a board", "odyssey2024": "Two dials each"}


@dataclass(frozen=True, slots=True)
class Choice:
    """One answer. `profile`: the edition it means; `overrides`: the rules it sets."""

    code: str
    text: str
    profile: str
    overrides: Mapping[str, Override] = field(default_factory=dict)
    fields: Mapping[str, int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Question:
    """`proposed`: index of the answer that fits the box; `chosen`: of the one in force; None: neither is.

    `answered`: somebody has said so, it is not only the box's answer.
    """

    code: str
    text: str
    choices: tuple[Choice, ...]
    proposed: int | None
    chosen: int | None
    answered: bool = False


def fitting(players: int) -> tuple[str, ...]:
    """Ids of the editions that so many can play."""
    return tuple(name for name, profile in PROFILES.items() if profile.least <= players <= profile.most)


def choices(
    profile_id: str, players: int, overrides: Mapping[str, Override] | None = None
) -> tuple[Question, ...]:
    """What to ask before the first round. Raise KeyError for an unknown profile."""
    profile = PROFILES[profile_id]
    said = overrides or {}
    try:
        rules = resolve(customise(profile_id, said), players)
    except BadOverride:
        rules = resolve(profile, players)
    asked = (_edition, _odyssey, _three_players, _bonus_cap)
    return tuple(question for ask in asked for question in ask(profile, rules, said))


def _edition(profile: Profile, rules: Rules, _: Mapping[str, Override]) -> Iterator[Question]:
    """This edition is not for so many: which one is?"""
    options = tuple(Choice(name, EDITIONS[name].name, name) for name in fitting(rules.players))
    if not rules.fits and options:
        text = "This edition is not for so many players. Which one do you play?"
        yield Question("EDITION", text, options, _nearest(profile, options), None)


def _nearest(profile: Profile, options: tuple[Choice, ...]) -> int:
    """The first of the same family of scoring, else the first."""
    kernels = [PROFILES[option.profile].kernel for option in options]
    return kernels.index(profile.kernel) if profile.kernel in kernels else 0


def _odyssey(profile: Profile, rules: Rules, _: Mapping[str, Override]) -> Iterator[Question]:
    if profile.id in _ODYSSEYS and rules.fits:
        options = tuple(Choice(name, text, name) for name, text in _ODYSSEYS.items())
        place = list(_ODYSSEYS).index(profile.id)
        yield Question("PEGS_OR_DIALS", "How do you vote in your Odyssey?", options, place, place)


def _three_players(profile: Profile, rules: Rules, said: Mapping[str, Override]) -> Iterator[Question]:
    """European rules pay 4, all others 3; it changes every round in which one of the two finds the card."""
    if profile.kernel is not Kernel.STANDARD or rules.players != 3 or not rules.fits:
        return
    box, now = (found.payouts[Outcome.SOME] for found in (resolve(profile, 3), rules))
    if box.teller != box.finder or box.teller_per_finder:
        return
    paths = tuple(f"scoring.by_players.3.some.{role}" for role in ("teller", "guesser"))
    options = tuple(
        Choice(str(n), "{n} points", profile.id, dict.fromkeys(paths, n), {"n": n}) for n in (3, 4)
    )
    yield Question(
        "THREE_PLAYERS",
        "Three players, and one of the two finds the card: how much do finder and storyteller get?",
        options,
        _place(options, {paths[0]: box.teller}),
        _place(options, {paths[0]: now.teller, paths[1]: now.finder}),
        any(path in said for path in paths),
    )


def _bonus_cap(profile: Profile, rules: Rules, said: Mapping[str, Override]) -> Iterator[Question]:
    """Only where somebody can draw more votes than the usual limit."""
    drawn = (rules.players - 2) * rules.votes_most
    if profile.kernel is not Kernel.STANDARD or not rules.fits or drawn <= USUAL_CAP:
        return
    path = "scoring.bonus_cap"
    options = (
        Choice("none", "No limit", profile.id, {path: None}),
        Choice(str(USUAL_CAP), "At most {n}", profile.id, {path: USUAL_CAP}, {"n": USUAL_CAP}),
    )
    yield Question(
        "BONUS_CAP",
        "How many bonus points can one player get in a round?",
        options,
        _place(options, {path: profile.scoring.bonus_cap}),
        _place(options, {path: rules.profile.scoring.bonus_cap}),
        path in said,
    )


def _place(options: tuple[Choice, ...], values: Mapping[str, Override]) -> int | None:
    """Which option has these values."""
    found = (
        n
        for n, option in enumerate(options)
        if all(option.overrides[path] == values[path] for path in values)
    )
    return next(found, None)
