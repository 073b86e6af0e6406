"""A reading and what it suggests -> the answer of `rabbit-table read`, as JSON or as lines for people.

With phase VOTING nothing that could tell a vote is in either.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from pi_app.commands.read_input import NO_FILE, OTHER_SIZE, LeftOut, UsedLens
from pi_app.game.pieces import Fault, Phase
from pi_app.session.flaw_texts import flaw_text
from pi_app.session.proposal import Proposal
from pi_app.session.sentences import fault_text
from pi_app.session.views import Trust, VoteView
from pi_app.vision.seen import DialSeen, DiscSeen, Flaw, FlawSeen, Picture, Point, Reading, Side, SlotSeen
from pi_app.words import Words

Json = dict[str, Any]

_BLINDING = frozenset({Flaw.TOO_DARK, Flaw.OUT_OF_FOCUS, Flaw.CODES_TOO_SMALL, Flaw.GLARE})
"""Where plates are read and no disc is, these may be why."""
_SERIOUS = frozenset({Flaw.LENS_MISFIT, Flaw.PLATE_TWICE, Flaw.CODES_TOO_SMALL})
"""Discs may be missing from what was read, and nobody would know."""


@dataclass(frozen=True, slots=True)
class Told:
    """What is answered beside the reading. map_error_mm: how far known sizes are missed on the table."""

    proposal: Proposal
    phase: Phase | None
    left_out: Sequence[LeftOut]
    lens: UsedLens
    map_error_mm: float | None

    @property
    def secret(self) -> bool:
        return self.phase is Phase.VOTING


def answer(reading: Reading, told: Told, words: Words) -> Json:
    """The JSON of the contract."""
    proposal, secret = told.proposal, told.secret
    found: list[Json] = [
        {"code": left.code, "player": None, "picture": left.path.name, "text": left_out_text(left, words)}
        for left in told.left_out
    ]
    found += [_flaw(seen, words, secret) for seen in flaws_that_matter(reading, proposal)]
    found += [_problem(fault, words) for fault in proposal.faults]
    return {
        "format": 1,
        "looks": reading.looks,
        "size": list(reading.picture.size),
        "slots": [_slot(slot) for slot in reading.slots],
        "discs": [_disc(disc, secret) for disc in sorted(reading.discs, key=_in_order)],
        **({"dials": [_dial(dial, secret) for dial in reading.dials]} if reading.dials else {}),
        "voted": sorted(proposal.voted),
        "votes": {} if secret else {str(p): _vote(vote) for p, vote in sorted(_said(proposal).items())},
        "owners": {}
        if secret
        else {
            str(slot): {"player": owner.player, "sure": owner.trust is Trust.SURE}
            for slot, owner in sorted(proposal.owners.items())
            if owner.player is not None
        },
        "problems": found,
        "ignored": [
            {"what": thing.what, "reason": thing.reason, "centre_px": _rounded(thing.centre_px)}
            for thing in reading.ignored
        ],
        "picture": {
            **_picture(reading.picture),
            "flaws": [_flaw(seen, words, secret) for seen in reading.picture.flaws],
            "lens": {
                "measured": told.lens.lens is not None,
                "camera": told.lens.camera,
                "refused": told.lens.refused,
            },
            "map_error_mm": None if told.map_error_mm is None else round(told.map_error_mm, 2),
        },
    }


def left_out_text(left: LeftOut, words: Words) -> str:
    if left.code == OTHER_SIZE:
        return words.text(
            "{picture} is left out: it is of another size than the others.", picture=left.path.name
        )
    if left.code == NO_FILE:
        return words.text("{picture} is left out: there is no such file.", picture=left.path.name)
    return words.text("{picture} is left out: it is not a picture, or it is damaged.", picture=left.path.name)


def flaws_that_matter(reading: Reading, proposal: Proposal) -> Sequence[FlawSeen]:
    """What is wrong with the picture itself; a picture in which all was read is good enough."""
    nothing = not reading.players and not reading.slots
    if nothing:
        return reading.picture.flaws
    seen = [seen for seen in reading.picture.flaws if seen.flaw is not Flaw.NOTHING_SEEN]
    if proposal.faults:
        return seen
    told = _SERIOUS if reading.players else _SERIOUS | _BLINDING
    return [flaw for flaw in seen if flaw.flaw in told]


def _flaw(seen: FlawSeen, words: Words, secret: bool) -> Json:
    """Glare is looked for where a disc's ring is white: during the vote its place is not said."""
    shown: Json = {"code": seen.flaw, "player": None, "text": flaw_text(seen, words)}
    hidden = seen.at_px is None or (secret and seen.flaw is Flaw.GLARE)
    return shown if hidden else {**shown, "centre_px": _rounded(seen.at_px)}


def table(result: Json, words: Words) -> str:
    """The answer in a few lines for a person."""
    lines = [
        words.text("Slots seen: {slots}", slots=_listed(slot["slot"] for slot in result["slots"])),
        words.text("Voted: {players}", players=_listed(result["voted"])),
    ]
    for player, vote in result["votes"].items():
        message = (
            "Player {player}: card {slots}" if vote["sure"] else "Player {player}: card {slots}, please check"
        )
        lines.append(words.text(message, player=player, slots=_listed(vote["slots"])))
    for slot, owner in result["owners"].items():
        message = (
            "Card {slot}: of player {player}"
            if owner["sure"]
            else "Card {slot}: of player {player}, please check"
        )
        lines.append(words.text(message, slot=slot, player=owner["player"]))
    lines += [f"- {problem['text']}" for problem in result["problems"]]
    return "\n".join(lines)


def _listed(numbers: Any) -> str:
    return ", ".join(str(number) for number in numbers) or "-"


def _said(proposal: Proposal) -> Mapping[int, VoteView]:
    """Votes of which at least one witness was read."""
    return {p: v for p, v in proposal.votes.items() if v.slots or v.tag or v.ring or v.place or v.line}


def _vote(vote: VoteView) -> Json:
    witnesses = {"tag": list(vote.tag), "ring": list(vote.ring), "place": list(vote.place)}
    if vote.line:
        witnesses["line"] = list(vote.line)
    return {
        "slots": list(vote.slots),
        "sure": vote.trust is Trust.SURE,
        "witnesses": witnesses,
    }


def _slot(slot: SlotSeen) -> Json:
    return {
        "slot": slot.slot,
        "centre_px": _rounded(slot.centre_px),
        "centre_mm": _rounded(slot.centre_mm),
        "sources": sorted(slot.sources, reverse=True),
        "looks": slot.looks,
    }


def _in_order(disc: DiscSeen) -> tuple[int, str, Point]:
    return disc.player, disc.side, disc.centre_px


def _disc(disc: DiscSeen, secret: bool) -> Json:
    """What lies on a card tells a vote by its place: during the vote that place is not said."""
    on_a_card = secret and disc.slot is not None
    return {
        "player": disc.player,
        "side": disc.side,
        "number": disc.number if disc.side is Side.FACE and not secret else None,
        "slot": None if secret else disc.slot,
        "centre_px": None if on_a_card else _rounded(disc.centre_px),
        "centre_mm": None if on_a_card else _rounded(disc.centre_mm),
        "sources": sorted(disc.sources, reverse=True),
        "looks": disc.looks,
    }


def _dial(dial: DialSeen, secret: bool) -> Json:
    turn = None if secret else dial.turn
    return {
        "player": dial.player,
        "number": turn.number if turn else None,
        "turn_deg": round(turn.tag_deg, 1) if turn else None,
        "centre_px": _rounded(dial.centre_px),
        "centre_mm": _rounded(dial.centre_mm),
        "sources": ["tag"],
        "looks": dial.looks,
    }


def _problem(fault: Fault, words: Words) -> Json:
    names: Mapping[int, str] = (
        {fault.player: words.text("player {number}", number=fault.player)} if fault.player else {}
    )
    text = fault_text(fault, names, words)
    stranger = int(fault.detail) if fault.code == "UNKNOWN_DISC" else None
    shown: Json = {"code": fault.code, "player": fault.player or stranger}
    if fault.slot is not None:
        shown["slot"] = fault.slot
    return {**shown, "text": text[:1].upper() + text[1:]}


def _picture(picture: Picture) -> Json:
    return {
        "px_per_module": None if picture.px_per_module is None else round(picture.px_per_module, 2),
        "sharpness": round(picture.sharpness, 3),
        "light": round(picture.light, 3),
        "mirrored": picture.mirrored,
    }


def _rounded(point: Point | Sequence[float] | None) -> list[float] | None:
    if point is None or not all(math.isfinite(value) for value in point):
        return None
    return [round(float(value), 1) for value in point]
