"""A reading in the words of the match: whose disc or dial lies where, and which slots are in play."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from pi_app.game.pieces import Phase, PlayerId, SlotNumber
from pi_app.session.setting import Setting
from pi_app.vision.seen import DialSeen, DiscSeen, Reading, Side


@dataclass(frozen=True, slots=True)
class Laid:
    """on_cards: votes lie on the cards, not before the players. dials: those with their face up.

    in_front: voters whose faces before them must be votes: most voters show some, and no spares lie face up.
    face_down: players whose disc lies on a card, its back up, when all should be turned up.
    """

    seats: Mapping[int, PlayerId]  # stickers -> player
    voters: tuple[PlayerId, ...]
    in_play: tuple[SlotNumber, ...]
    plates: frozenset[SlotNumber]
    faces: Mapping[PlayerId, tuple[DiscSeen, ...]]
    backs: tuple[DiscSeen, ...]
    on_cards: bool
    in_front: frozenset[PlayerId]
    face_down: frozenset[PlayerId]
    dials: Mapping[PlayerId, tuple[DialSeen, ...]]


def lay(reading: Reading, setting: Setting, players: Mapping[PlayerId, int], phase: Phase) -> Laid:
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
    revealing = phase is Phase.REVEAL
    backs = tuple(d for d in reading.discs if d.side is Side.BACK and d.player in seats)
    shown = [voter for voter in voters if voter in faces]
    before = [voter for voter in shown if all(disc.slot is None for disc in faces[voter])]
    awaited = max(len(voters), (len(in_play) - 1) // setting.own_cards)
    on_cards = 0 < len(shown) <= 2 * (len(shown) - len(before))
    # Few faces before the players may be spares, of those whose votes on the cards cannot be seen.
    by_place = on_cards or 2 * len(before) <= awaited
    discs = Counter(disc.player for disc in reading.discs)
    new = {player: discs[players[player]] - setting.spares.get(player, 0) for player in faces}
    # Who shows a face beside the own vote, or without having one, shows a spare: others' may be spares, too.
    spares = any(
        new[player] > 0 if player not in voters else len({disc.slot is None for disc in seen}) > 1
        for player, seen in faces.items()
    )
    votes = {} if by_place or spares else {voter: new[voter] for voter in before}
    return Laid(
        seats=seats,
        voters=voters,
        in_play=in_play,
        plates=plates,
        faces=faces,
        backs=backs,
        on_cards=on_cards,
        in_front=frozenset(voter for voter, seen in votes.items() if seen >= len(faces[voter])),
        face_down=frozenset(seats[back.player] for back in backs if revealing and back.slot is not None),
        dials=_dials(reading.dials, seats),
    )


def _dials(seen: Iterable[DialSeen], seats: Mapping[int, PlayerId]) -> dict[PlayerId, tuple[DialSeen, ...]]:
    dials: dict[PlayerId, tuple[DialSeen, ...]] = {}
    for dial in seen:
        if dial.player in seats:
            player = seats[dial.player]
            dials[player] = (*dials.get(player, ()), dial)
    return dials
