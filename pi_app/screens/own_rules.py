"""The single rules that a table may change on the display, and the values it may choose. A table, no code.

The texts are messages for `Words.text`; `{n}` is the number beside them.
"""

from __future__ import annotations

from dataclasses import dataclass

from pi_app.game.moves import Override

Value = tuple[str, int | None, Override]
_N = "{n}"


@dataclass(frozen=True, slots=True)
class OwnRule:
    """`path`: of `custom.OVERRIDES`; `statement`: of the sentence that says it now."""

    path: str
    statement: str
    name: str
    values: tuple[Value, ...]


def _numbers(*numbers: int) -> tuple[Value, ...]:
    return tuple((_N, n, n) for n in numbers)


def _messages(text: str) -> str:
    """Marks a message that is translated where it is shown."""
    return text


RULES_TO_CHANGE: tuple[OwnRule, ...] = (
    OwnRule(
        "end.target",
        "end.target",
        _messages("Points that end the match"),
        (*_numbers(15, 20, 24, 30, 36, 42, 50), (_messages("No target"), None, None)),
    ),
    OwnRule(
        "scoring.bonus_cap",
        "scoring.bonus_cap",
        _messages("Most bonus points in a round"),
        (*_numbers(1, 2, 3, 4, 5), (_messages("No limit"), None, None)),
    ),
    OwnRule(
        "end.deck_exhausted",
        "end.deck_exhausted",
        _messages("The empty deck ends the match"),
        ((_messages("Yes"), None, True), (_messages("No"), None, False)),
    ),
    OwnRule(
        "end.turns_per_player",
        "end.turns_per_player",
        _messages("How often everybody tells"),
        (*_numbers(1, 2, 3, 4), (_messages("No fixed number"), None, None)),
    ),
    OwnRule(
        "tie",
        "tie",
        _messages("Equal points at the end"),
        (
            (_messages("The leaders share the victory"), None, ("highest", "shared")),
            (_messages("The last storyteller wins"), None, ("highest", "last_storyteller", "shared")),
        ),
    ),
    OwnRule(
        "rotation",
        "rotation",
        _messages("Who tells next"),
        ((_messages("To the left"), None, "left"), (_messages("To the right"), None, "right")),
    ),
    OwnRule(
        "own_card_vote",
        "own_card_vote",
        _messages("A vote for your own card"),
        (
            (_messages("Not allowed"), None, "forbidden"),
            (_messages("Allowed, without a bonus"), None, "allowed_no_bonus"),
        ),
    ),
)
