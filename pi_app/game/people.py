"""Who is at the table: start, join, leave, rename, resticker, swap seats; and who tells next."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection
from dataclasses import replace

from pi_app.game.checks import count_fault
from pi_app.game.custom import BadOverride, customise
from pi_app.game.ending import Deck, first_deck
from pi_app.game.match import Match
from pi_app.game.moves import (
    AddPlayer,
    LeavePlayer,
    RenamePlayer,
    RestickerPlayer,
    Seat,
    StartMatch,
    SwapSeats,
)
from pi_app.game.pieces import STICKER_SETS, Fault, IllegalMove, Phase, Player, PlayerId, Round, altered
from pi_app.game.profiles import Profile, resolve


def start(match: Match, move: StartMatch) -> Match:
    """The first round, in CLUE."""
    profile, faults = _profile(move)
    if profile and not profile.least <= len(move.players) <= profile.most:
        faults.append(count_fault(resolve(profile, len(move.players))))
    ids = Counter(seat.id for seat in move.players)
    faults += [Fault("DUPLICATE_PLAYER", seat) for seat, times in ids.items() if times > 1]
    faults += [fault for seat in move.players for fault in _seat_faults(seat)]
    players = _with_stickers(move.players)
    sets = Counter({player.id: player.stickers for player in players}.values())
    faults += [
        Fault("DUPLICATE_STICKERS", player.id, detail=str(player.stickers))
        for player in players
        if sets[player.stickers] > 1
    ]
    if move.storyteller is not None and move.storyteller not in ids:
        faults.append(Fault("STORYTELLER_UNKNOWN", move.storyteller))
    if faults or profile is None:
        raise IllegalMove(*faults)
    deck = first_deck(resolve(profile, len(players)))
    opened = replace(match, profile=profile, players=players, deck=deck.cards)
    opened = replace(opened, scores={player.id: 0 for player in players})
    return open_round(opened, 1, move.storyteller if move.storyteller is not None else players[0].id)


def open_round(match: Match, number: int, storyteller: PlayerId, deck: Deck | None = None) -> Match:
    """Everyone at the table takes part, in CLUE. `deck` None: as it is."""
    players = match.players
    if max([player.joined_round for player in players]) > number:
        players = tuple(replace(player, joined_round=min(number, player.joined_round)) for player in players)
    return altered(
        match,
        phase=Phase.CLUE,
        players=players,
        running=Round(number, storyteller, tuple([player.id for player in players if player.active])),
        deck=deck.cards if deck else match.deck,
        discard=deck.discard if deck else match.discard,
        deck_empty=False,
    )


def next_storyteller(match: Match, previous: PlayerId) -> PlayerId:
    """The next active player by the profile's turn direction; who left keeps the place in the order."""
    seats = match.players if match.profile and match.profile.rotation != "right" else match.players[::-1]
    place = next((n for n, player in enumerate(seats) if player.id == previous), -1)
    around = (*seats[place + 1 :], *seats[: place + 1])
    return next((player.id for player in around if player.active), previous)


def add(match: Match, move: AddPlayer) -> Match:
    """A new player, or one who comes back with the old points."""
    seat, known = move.player, match.player(move.player.id)
    faults = _seat_faults(seat)
    if known and known.active:
        faults.append(Fault("ALREADY_PLAYING", seat.id))
    elif known and move.score:
        faults.append(Fault("RETURN_KEEPS_SCORE", seat.id))
    others = match.active
    if match.profile and len(others) + 1 > match.profile.most:
        faults.append(count_fault(resolve(match.profile, len(others) + 1)))
    if move.seat is not None and not 1 <= move.seat <= len(others) + 1:
        faults.append(Fault("SEAT_OUT_OF_RANGE", seat.id, detail=str(len(others) + 1)))
    taken = {player.stickers for player in others}
    stickers = seat.stickers
    if stickers is None and known and known.stickers not in taken:
        stickers = known.stickers
    if stickers in taken:
        faults.append(Fault("DUPLICATE_STICKERS", seat.id, detail=str(stickers)))
    if faults:
        raise IllegalMove(*faults)
    stickers = stickers if stickers is not None else _free_stickers(seat.id, taken)
    if known:
        return _seated(match, replace(known, name=seat.name, stickers=stickers, active=True), move.seat)
    joined = match.round_number + 1
    hand = match.rules.hand if match.rules else 0
    dealt = replace(
        match,
        scores={**match.scores, seat.id: move.score},
        deck=max(0, match.deck - hand),
    )
    newcomer = Player(seat.id, seat.name, stickers, True, joined, move.score, seat.person)
    return _seated(dealt, newcomer, move.seat)


def _seated(match: Match, player: Player, seat: int | None) -> Match:
    rest = [other for other in match.players if other.id != player.id]
    here = [n for n, other in enumerate(rest) if other.active]
    if seat is None and len(rest) < len(match.players):
        place = match.players.index(next(old for old in match.players if old.id == player.id))
    else:
        place = here[seat - 1] if seat is not None and seat <= len(here) else len(rest)
    seated = replace(match, players=(*rest[:place], player, *rest[place:]))
    running = seated.running
    if seated.phase is Phase.CLUE and running and match.profile:
        # Too few to play this round: whoever joins is in it.
        teller_gone = running.storyteller not in running.players
        if len(running.players) < match.profile.least or teller_gone:
            return open_round(seated, running.number, running.storyteller)
    return seated


def leave(match: Match, move: LeavePlayer) -> Match:
    """Who leaves before the votes are confirmed is out of the round; afterwards it still counts."""
    player = _known(match, move.player)
    if not player.active:
        raise IllegalMove(Fault("ALREADY_GONE", player.id))
    left = _changed(match, replace(player, active=False))
    running = left.running
    if not left.active and match.phase is not Phase.OVER:
        return replace(left, phase=Phase.OVER, running=None, stopped=True)
    if running is None or player.id not in running.players or match.phase is Phase.OWNERS:
        return left
    if player.id == running.storyteller:
        return open_round(left, running.number, next_storyteller(left, player.id))
    absent = {*running.absent, player.id}
    staying = [other for other in running.players if other not in absent]
    if match.phase is Phase.CLUE or (match.profile and len(staying) < match.profile.least):
        return open_round_again(left, running, staying if match.phase is Phase.CLUE else None)
    gone = tuple(other for other in running.players if other in absent)
    return replace(left, running=replace(running, absent=gone))


def open_round_again(match: Match, running: Round, players: Collection[PlayerId] | None = None) -> Match:
    """The running round from its start, with the same storyteller. `players` None: all at the table."""
    teller = match.player(running.storyteller)
    here = teller is not None and teller.active
    storyteller = running.storyteller if here else next_storyteller(match, running.storyteller)
    opened = open_round(match, running.number, storyteller)
    if players is None or opened.running is None:
        return opened
    staying = tuple(player for player in opened.running.players if player in players)
    return replace(opened, players=match.players, running=replace(opened.running, players=staying))


def rename(match: Match, move: RenamePlayer) -> Match:
    player = _known(match, move.player)
    if not move.name.strip():
        raise IllegalMove(Fault("NAME_EMPTY", player.id))
    return _changed(match, replace(player, name=move.name))


def resticker(match: Match, move: RestickerPlayer) -> Match:
    player = _known(match, move.player)
    faults = _sticker_faults(player.id, move.stickers)
    if any(other.stickers == move.stickers and other.id != player.id for other in match.active):
        faults.append(Fault("DUPLICATE_STICKERS", player.id, detail=str(move.stickers)))
    if faults:
        raise IllegalMove(*faults)
    return _changed(match, replace(player, stickers=move.stickers))


def swap_seats(match: Match, move: SwapSeats) -> Match:
    one, other = _known(match, move.player), _known(match, move.other)
    if one.id == other.id:
        raise IllegalMove(Fault("NOTHING_CHANGED", one.id))
    swapped = {one.id: other, other.id: one}
    moved = replace(match, players=tuple(swapped.get(player.id, player) for player in match.players))
    if moved.running is None:
        return moved
    in_round = moved.running.players
    seats = tuple(player.id for player in moved.players if player.id in in_round)
    return replace(moved, running=replace(moved.running, players=seats))


def _profile(move: StartMatch) -> tuple[Profile | None, list[Fault]]:
    try:
        return customise(move.profile, move.overrides), []
    except KeyError:
        return None, [Fault("UNKNOWN_PROFILE", detail=move.profile)]
    except BadOverride as error:
        return None, [error.fault]


def _known(match: Match, player: PlayerId) -> Player:
    found = match.player(player)
    if found is None:
        raise IllegalMove(Fault("UNKNOWN_PLAYER", player))
    return found


def _changed(match: Match, player: Player) -> Match:
    return replace(
        match, players=tuple(player if other.id == player.id else other for other in match.players)
    )


def _seat_faults(seat: Seat) -> list[Fault]:
    faults = [] if seat.id >= 1 else [Fault("BAD_PLAYER_ID", seat.id)]
    if not seat.name.strip():
        faults.append(Fault("NAME_EMPTY", seat.id))
    return faults + ([] if seat.stickers is None else _sticker_faults(seat.id, seat.stickers))


def _sticker_faults(player: PlayerId, stickers: int) -> list[Fault]:
    fits = 1 <= stickers <= STICKER_SETS
    return [] if fits else [Fault("STICKERS_OUT_OF_RANGE", player, detail=str(stickers))]


def _with_stickers(seats: Collection[Seat]) -> tuple[Player, ...]:
    given = {seat.stickers for seat in seats if seat.stickers is not None}
    own = {seat.id for seat in seats if seat.stickers is None and seat.id not in given}
    taken, players = given | own, []
    for seat in seats:
        stickers = seat.stickers
        if stickers is None:
            stickers = _free_stickers(seat.id, taken - {seat.id} if seat.id in own else taken)
        taken.add(stickers)
        players.append(Player(seat.id, seat.name, stickers, person=seat.person))
    return tuple(players)


def _free_stickers(player: PlayerId, taken: Collection[int | None]) -> int:
    """The set of the player's own number, or the lowest that nobody uses."""
    if player not in taken and 1 <= player <= STICKER_SETS:
        return player
    return next((number for number in range(1, STICKER_SETS + 1) if number not in taken), STICKER_SETS)
