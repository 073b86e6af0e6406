"""A reading in the words of the match: whose disc or dial lies where, and which slots are in play."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from pi_app.game.pieces import PlayerId, SlotNumber
from pi_app.session.setting import Setting
from pi_app.vision.seen import DialSeen, DiscSeen, Reading, Side


@dataclass(frozen=True, slots=True)
class Laid:
    """on_cards: votes lie on the cards, not before the players. dials: those with their face up."""

    seats: Mapping[int, PlayerId]  # stickers -> player
    voters: tuple[PlayerId, ...]
    in_play: tuple[SlotNumber, ...]
    plates: frozenset[SlotNumber]
    faces: Mapping[PlayerId, tuple[DiscSeen, ...]]
    backs: tuple[DiscSeen, ...]
    on_cards: bool
    dials: Mapping[PlayerId, tuple[DialSeen, ...]]


def lay(reading: Reading, setting: Setting, players: Mapping[PlayerId, int]) -> Laid:
    """players: player -> number of the disc set."""
    seats = {stickers: player for player, stickers in players.items()}
    voters = replace(setting, players=players).voters
    plates = frozenset(plate.slot for plate in reading.slots)
    in_play = setting.slots or tuple(range(1, max(plates, default=0) + 1))
    faces: dict[PlayerId, tuple[DiscSeen, ...]] = {}
    for disc in reading.discs:
        if disc.side is Side.FACE and disc.player in seats:
            player = seats[disc.player]
            faces[player] = (*faces.get(player, ()), disc)
    shown = [faces[voter] for voter in voters if voter in faces]
    lying = sum(any(disc.slot is not None for disc in discs) for discs in shown)
    backs = tuple(d for d in reading.discs if d.side is Side.BACK and d.player in seats)
    on_cards = 0 < len(shown) <= 2 * lying
    return Laid(seats, voters, in_play, plates, faces, backs, on_cards, _dials(reading.dials, seats))


def _dials(seen: Iterable[DialSeen], seats: Mapping[int, PlayerId]) -> dict[PlayerId, tuple[DialSeen, ...]]:
    dials: dict[PlayerId, tuple[DialSeen, ...]] = {}
    for dial in seen:
        if dial.player in seats:
            player = seats[dial.player]
            dials[player] = (*dials.get(player, ()), dial)
    return dials
