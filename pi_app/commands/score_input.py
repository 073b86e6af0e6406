"""JSON of `score` in, typed values out: who plays, rounds, ends of rounds. BadInput says what is wrong.

Players may be any texts or numbers; inside they are numbers, and answers give back what was given.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from pi_app.game.checks import Token
from pi_app.game.custom import BadOverride, customise
from pi_app.game.ending import Deck
from pi_app.game.line import DECK_LABEL
from pi_app.game.pieces import DECK, Fault, IllegalMove, PlayerId, Reason, Round, SlotNumber, because
from pi_app.game.profiles import DEFAULT_PROFILE, Profile

BIGGEST = 10**9
_WHOLE = re.compile(r"[1-9][0-9]{0,8}")
Said = Mapping[str, Any]


class BadInput(Exception):
    """This is not what `score` reads. The text is a sentence without its full stop."""

    def __init__(self, text: str | Reason, **fields: int | str) -> None:
        self.reason = text if isinstance(text, Reason) else because(text, **fields)
        super().__init__(str(self.reason))


class Names:
    """Players as they were given <-> numbers in seat order from 1; strangers get numbers after those."""

    def __init__(self, players: list[object]) -> None:
        self._given: dict[PlayerId, object] = {DECK: DECK_LABEL}
        self._ids: dict[str, PlayerId] = {}
        self._numbers = all(isinstance(player, int) for player in players)
        self.twice = tuple(key for key, times in Counter(map(_key, players)).items() if times > 1)
        self.players = tuple(dict.fromkeys(map(self._entered, players)))

    def id_of(self, given: object) -> PlayerId:
        """A player may have any name: "#deck" is the deck only where nobody is called so."""
        key = _key(given)
        return DECK if key == DECK_LABEL and key not in self._ids else self._entered(given)

    def _entered(self, given: object) -> PlayerId:
        key = _key(given)
        if key not in self._ids:
            self._ids[key] = len(self._ids) + 1
            self._given[self._ids[key]] = int(key) if self._numbers and _WHOLE.fullmatch(key) else given
        return self._ids[key]

    def given(self, player: PlayerId | None) -> object:
        return None if player is None else self._given[player]

    def key(self, player: PlayerId) -> str:
        return str(self._given[player])

    @property
    def texts(self) -> dict[PlayerId, str]:
        return {player: "?" if given is None else str(given) for player, given in self._given.items()}


def _key(given: object) -> str:
    if given is None:
        return "\0nobody"
    if isinstance(given, bool) or not isinstance(given, str | int):
        raise BadInput("a player must be a text or a whole number, not {value}", value=_shown(given))
    return str(given)


@dataclass(frozen=True, slots=True)
class RoundEnd:
    """The decision at the end of a round."""

    scores: Mapping[PlayerId, int]
    storyteller: PlayerId | None
    rounds_completed: int | None
    deck: Deck | None


def profile_of(said: Said) -> Profile:
    """The profile, with `overrides` if there are any. Raise IllegalMove for one that does not exist."""
    profile, overrides = said.get("profile", DEFAULT_PROFILE), said.get("overrides") or {}
    if not isinstance(profile, str) or not isinstance(overrides, dict):
        raise BadInput("profile must be a text, and overrides an object")
    try:
        return customise(profile, overrides)
    except KeyError:
        raise IllegalMove(Fault("UNKNOWN_PROFILE", detail=profile[:60])) from None
    except BadOverride as error:
        raise IllegalMove(error.fault) from None


def names_of(said: Said) -> Names:
    """The players; who is listed twice is in `twice`."""
    return Names(listed_players(said))


def listed_players(said: Said) -> list[object]:
    players = said.get("players")
    if not isinstance(players, list) or not players:
        raise BadInput("players must be a list of names")
    return players


def round_of(said: Said, names: Names, number: int = 1) -> Round:
    """One round, as it was given; its faults are for the rules to find."""
    storyteller = names.id_of(said.get("storyteller"))
    slots = {_slot(slot): names.id_of(owner) for slot, owner in _object(said, "slots").items()}
    votes = {
        names.id_of(voter): tuple(_voted(slot, voter) for slot in _list(cast, f"votes[{voter[:40]}]"))
        for voter, cast in _object(said, "votes").items()
    }
    red, void = said.get("red"), said.get("void", False)
    if not isinstance(void, bool):
        raise BadInput("{field} must be true or false, not {value}", field="void", value=_shown(void))
    return Round(
        number=number,
        storyteller=storyteller,
        players=names.players,
        votes=votes,
        slots=slots,
        red=None if red is None else whole(red, "red", 1),
        void=void,
    )


def tokens_of(said: Said, names: Names) -> tuple[Token, ...]:
    """The raw readings of number tokens, if there are any."""
    tokens = []
    for token in _list(said.get("tokens") or [], "tokens"):
        if not isinstance(token, dict):
            raise BadInput("a token must be an object with player, number and slot")
        number, slot = whole(token.get("number"), "number", 0), whole(token.get("slot"), "slot", 0)
        tokens.append(Token(names.id_of(token.get("player")), number, slot))
    return tuple(tokens)


def round_end_of(said: Said, names: Names) -> RoundEnd:
    """Scores after the round, and what is known of rounds and deck."""
    before, points = (_scores(said, field, names) for field in ("scores_before", "round_points"))
    cards, discard, rounds = (
        None if said.get(field) is None else whole(said[field], field, 0)
        for field in ("deck_before_refill", "discard_before_refill", "rounds_completed")
    )
    teller = said.get("storyteller")
    return RoundEnd(
        scores={player: before[player] + points[player] for player in names.players},
        storyteller=None if teller is None else names.id_of(teller),
        rounds_completed=rounds,
        deck=None if cards is None else Deck(cards, discard or 0),
    )


def whole(value: object, what: str, least: int = -BIGGEST) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or not least <= value <= BIGGEST:
        raise BadInput("{field} must be a whole number, not {value}", field=what, value=_shown(value))
    return value


def _scores(said: Said, field: str, names: Names) -> dict[PlayerId, int]:
    given = {names.id_of(name): whole(points, field) for name, points in _object(said, field).items()}
    if set(given) != set(names.players):
        raise BadInput("{field} must have exactly the players", field=field)
    return given


def _slot(slot: str) -> SlotNumber:
    if _WHOLE.fullmatch(slot):
        return int(slot)
    raise BadInput("a slot must be a whole number from 1, not {value}", value=_shown(slot))


def _voted(slot: object, voter: str) -> SlotNumber | None:
    return None if slot is None else whole(slot, f"the vote of {voter}")


def _object(said: Said, field: str) -> dict[str, Any]:
    value = said.get(field)
    if not isinstance(value, dict):
        raise BadInput("{field} must be an object, not {value}", field=field, value=_shown(value))
    return value


def _list(value: object, what: str) -> list[object]:
    if not isinstance(value, list):
        raise BadInput("{field} must be a list, not {value}", field=what, value=_shown(value))
    return value


def _shown(value: object) -> str:
    return "nothing" if value is None else ascii(value)[:40]
