"""Whole matches as tables might play them: mostly rounds, now and then something else. All are legal."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import replace

from pi_app.game.match import Match
from pi_app.game.moves import (
    AddPlayer,
    AdjustScore,
    CorrectRound,
    EndMatch,
    Event,
    LeavePlayer,
    Move,
    NextRound,
    OpenReveal,
    OpenVoting,
    PlayOn,
    RecordOwners,
    RecordVotes,
    RenamePlayer,
    Seat,
    StartMatch,
    SwapSeats,
    VoidRound,
)
from pi_app.game.pieces import DECK, IllegalMove, Phase, Round
from pi_app.game.profiles import PROFILES
from pi_app.game.rules import play


def events(moves: Sequence[Move]) -> list[Event]:
    return [Event(n, float(n), move) for n, move in enumerate(moves, 1)]


def some_votes(match: Match, played: Round, chance: random.Random) -> RecordVotes:
    """Legal votes with cards lying in a shuffled order, kept in `some_owners` by the same seed."""
    assert match.rules
    slots = some_owners(match, played).slots
    voters = [
        player
        for player in played.players
        if player not in played.absent
        and (match.rules.profile.storyteller_votes or player != played.storyteller)
    ]
    votes = {}
    for voter in voters:
        open_slots = [slot for slot, owner in slots.items() if owner != voter]
        votes[voter] = tuple(chance.sample(open_slots, match.rules.votes_most))
    return RecordVotes(votes, red=1 if match.rules.profile.id == "odyssey_party" else None)


def some_owners(match: Match, played: Round) -> RecordOwners:
    assert match.rules
    cards = [
        player
        for player in played.players
        for _ in range(1 if player == played.storyteller else match.rules.cards_per_voter)
    ]
    cards += [DECK] * match.rules.profile.deck_cards_added
    random.Random(played.number).shuffle(cards)
    return RecordOwners(dict(enumerate(cards, 1)))


def next_move(match: Match, chance: random.Random) -> Move:
    """What a table might do: mostly the round, now and then something else. Not always legal."""
    odd: list[Move] = [
        AddPlayer(Seat(chance.randint(1, 13), "Newcomer"), chance.randint(0, 2)),
        LeavePlayer(chance.randint(1, 13)),
        RenamePlayer(1, chance.choice(["Anna", "Bo"])),
        SwapSeats(1, 2),
        AdjustScore(2, chance.randint(-3, 3), "agreed"),
        VoidRound(chance.choice([None, 1, 2])),
        EndMatch(),
    ]
    if match.rounds and match.profile:
        old = chance.choice(match.rounds)
        at_it = replace(match, running=old)
        odd.append(
            CorrectRound(old.number, some_votes(at_it, old, chance).votes, some_owners(at_it, old).slots)
        )
    if match.phase is Phase.LOBBY:
        profile = PROFILES[chance.choice(sorted(PROFILES))]
        players = chance.randint(profile.least, profile.most)
        return StartMatch(profile.id, tuple(Seat(n, f"Player {n}") for n in range(1, players + 1)))
    if chance.random() < 0.15:
        return chance.choice(odd)
    running = match.running or match.rounds[-1] if match.running or match.rounds else None
    usual: dict[Phase, Move] = {
        Phase.CLUE: OpenVoting(),
        Phase.VOTING: OpenReveal(),
        Phase.SCORES: NextRound(),
        Phase.OVER: PlayOn(),
    }
    if match.phase is Phase.REVEAL and running:
        return some_votes(match, running, chance)
    return some_owners(match, running) if match.phase is Phase.OWNERS and running else usual[match.phase]


def legal_moves(seed: int, length: int) -> list[Move]:
    chance, match = random.Random(seed), Match()
    moves: list[Move] = []
    for _ in range(length):
        move = next_move(match, chance)
        try:
            match = play(match, move)
        except IllegalMove:
            continue
        moves.append(move)
    return moves
