"""Votes and owners of one round in, every fault at once out; and the owners that follow from the others.

Nothing is chosen for the players: a doubtful table is refused, and what is right is kept.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Container, Iterable, Iterator
from dataclasses import dataclass
from itertools import chain

from pi_app.game.pieces import DECK, Fault, Owners, PlayerId, Round, SlotNumber, Votes
from pi_app.game.profiles import Kernel, Rules


@dataclass(frozen=True, slots=True)
class Token:
    """A numbered token as it was read: the number on it, and the slot it lies at."""

    player: PlayerId
    number: int
    slot: SlotNumber


def voters_of(rules: Rules, played: Round) -> tuple[PlayerId, ...]:
    """Who must vote, in seat order."""
    silent = set(played.absent)
    if not rules.profile.storyteller_votes:
        silent.add(played.storyteller)
    return tuple(player for player in played.players if player not in silent)


def slots_in_play(rules: Rules) -> range:
    """The slot numbers on the table when everyone has laid the right number of cards."""
    return range(1, rules.slots + 1)


def needed_owners(rules: Rules, votes: Iterable[Iterable[SlotNumber | None]]) -> frozenset[SlotNumber]:
    """Slots with votes, whose owners change points; beside them only the storyteller's card counts."""
    if rules.profile.kernel is Kernel.PARTY:
        return frozenset()
    return frozenset(slot for slots in votes for slot in slots if slot is not None)


def own_card_votes(played: Round) -> list[Fault]:
    """Each vote on a card of the voter, as far as owners are known."""
    owner_of = played.slots.get
    found = [
        (voter, slot)
        for voter, slots in played.votes.items()
        for slot in slots
        if slot is not None and owner_of(slot) == voter and voter in played.players
    ]
    in_seat_order = sorted(dict.fromkeys(found), key=lambda own: (played.players.index(own[0]), own[1]))
    return [Fault("OWN_CARD_VOTE", player, slot) for player, slot in in_seat_order]


def check_players(rules: Rules, played: Round) -> list[Fault]:
    """Number of players and storyteller."""
    faults = [] if rules.fits else [count_fault(rules)]
    if played.storyteller not in played.players:
        faults.append(Fault("STORYTELLER_UNKNOWN", played.storyteller))
    return faults


def count_fault(rules: Rules) -> Fault:
    return Fault("PLAYER_COUNT_OUT_OF_RANGE", detail=f"{rules.profile.least}-{rules.profile.most}")


def check_votes(rules: Rules, played: Round, on_table: Collection[SlotNumber]) -> list[Fault]:
    """Everything about the votes that can be told without owners. `on_table`: the slot numbers."""
    voters = set(voters_of(rules, played))
    red = _red_faults(played, on_table) if rules.profile.kernel is Kernel.PARTY else []
    if played.votes.keys() == voters and _plainly_right(rules, played.votes, on_table):
        return red
    faults: list[Fault] = []
    for player in played.players:
        if player in voters:
            faults += _faults_of_voter(rules, played, player, on_table)
        elif player not in played.absent and played.votes.get(player):
            faults.append(Fault("STORYTELLER_VOTED", player))
    nobodys = set(played.votes) - (set(played.players) - set(played.absent))
    faults += [
        Fault("UNKNOWN_DISC", disc, detail=str(disc))
        for disc in sorted(nobodys)
        if disc != played.storyteller
    ]
    return faults + red


def _plainly_right(rules: Rules, votes: Votes, on_table: Container[SlotNumber | None]) -> bool:
    """The usual table, known at a glance: as many votes as allowed, each for a card that lies there."""
    cast, allowed = votes.values(), range(rules.votes_least, rules.votes_most + 1)
    if not all(map(allowed.__contains__, map(len, cast))):
        return False
    if not all(map(on_table.__contains__, chain.from_iterable(cast))):
        return False
    once = rules.votes_most == 1 or rules.profile.same_slot_twice
    return once or sum(map(len, map(set, cast))) == sum(map(len, cast))


def _faults_of_voter(
    rules: Rules, played: Round, player: PlayerId, on_table: Collection[SlotNumber]
) -> Iterator[Fault]:
    slots = played.votes.get(player, ())
    read = [slot for slot in slots if slot is not None]
    if not slots:
        # With the storyteller unknown, whoever has no vote may be the one.
        if played.storyteller in played.players:
            yield Fault("MISSING_VOTE", player)
        return
    if len(read) < len(slots):
        yield Fault("UNREADABLE_VOTE", player)
    if len(slots) > rules.votes_most:
        yield Fault("TOO_MANY_VOTES", player, detail=str(rules.votes_most))
    if len(slots) < rules.votes_least:
        yield Fault("TOO_FEW_VOTES", player, detail=str(rules.votes_least))
    if not rules.profile.same_slot_twice:
        twice = sorted(slot for slot, times in Counter(read).items() if times > 1)
        yield from (Fault("SAME_SLOT_TWICE", player, detail=str(slot)) for slot in twice)
    for slot in sorted(set(read)):
        if slot not in on_table:
            yield Fault("NO_SUCH_SLOT", player, slot, detail=str(len(on_table)))


def _red_faults(played: Round, on_table: Collection[SlotNumber]) -> list[Fault]:
    if played.red is None:
        return [Fault("MISSING_RED_TOKEN", played.storyteller)]
    if played.red not in on_table:
        return [Fault("NO_SUCH_SLOT", played.storyteller, played.red, detail=str(len(on_table)))]
    return []


def check_owners(rules: Rules, played: Round) -> list[Fault]:
    """Owners of all cards must be known, and each player have the right number of them."""
    numbers = range(1, len(played.slots) + 1)
    faults = [Fault("SLOT_NUMBER_GAP", slot=slot) for slot in numbers if slot not in played.slots]
    faults += _unknown_owners(rules, played)
    if played.storyteller in played.players:
        faults += [fault for player in _holders(rules, played) for fault in _miscount(rules, played, player)]
    return faults + _forbidden_own_votes(rules, played)


def check_known_owners(rules: Rules, played: Round) -> list[Fault]:
    """Owners that count must be known; nobody has too many cards or, with every owner said, too few."""
    in_play = slots_in_play(rules)
    if _plainly_laid(rules, played, in_play):
        return _forbidden_own_votes(rules, played)
    faults = _unknown_owners(rules, played)
    needed = needed_owners(rules, played.votes.values())
    unknown = needed.intersection(in_play).difference(played.slots)
    faults += [Fault("SLOT_OWNER_UNKNOWN", slot=slot) for slot in sorted(unknown)]
    held, holders = Counter(played.slots.values()), _holders(rules, played)
    surplus = {player for player in holders if held[player] > _cards_of(rules, played, player)}
    whole = played.slots.keys() >= set(in_play)
    asked = holders if whole else {*surplus, *_must_be_known(rules, played)}
    faults += [fault for player in holders if player in asked for fault in _miscount(rules, played, player)]
    # A card too many lies at a slot too many: that is one fault, and told already.
    beside = [slot for slot, owner in played.slots.items() if slot not in in_play and owner not in surplus]
    faults += [Fault("NO_SUCH_SLOT", slot=slot, detail="plate") for slot in sorted(beside)]
    return faults + _forbidden_own_votes(rules, played)


def _plainly_laid(rules: Rules, played: Round, in_play: range) -> bool:
    """The usual table, known at a glance: every slot has its owner, everyone the right number of cards."""
    owners = played.slots.values()
    if len(owners) != rules.slots or played.storyteller not in played.players:
        return False
    others = [player for player in played.players if player != played.storyteller]
    laid = [played.storyteller, *others * rules.cards_per_voter, *[DECK] * rules.profile.deck_cards_added]
    return sorted(owners) == sorted(laid) and all(map(in_play.__contains__, played.slots))


def _must_be_known(rules: Rules, played: Round) -> tuple[PlayerId, ...]:
    """Whose own card must be pointed out, whatever was voted."""
    if rules.profile.kernel is Kernel.PARTY:
        return ()
    return played.players if rules.profile.kernel is Kernel.COOP2 else (played.storyteller,)


def imply_owners(rules: Rules, played: Round, slots: Owners) -> Owners:
    """These owners, and where only one player has cards left to lay, the open slots are that player's."""
    if len(slots) >= rules.slots:
        return {slot: slots[slot] for slot in sorted(slots)}
    held = Counter(slots.values())
    left = {player: _cards_of(rules, played, player) - held[player] for player in _holders(rules, played)}
    lacking = [player for player, cards in left.items() if cards]
    open_slots = [slot for slot in slots_in_play(rules) if slot not in slots]
    if len(lacking) == 1 and left[lacking[0]] == len(open_slots):
        return dict(sorted({**slots, **dict.fromkeys(open_slots, lacking[0])}.items()))
    return dict(sorted(slots.items()))


def check_tokens(tokens: Iterable[Token]) -> list[Fault]:
    """A token lying on a card says the same number as the card's slot."""
    return [
        Fault("TOKEN_SLOT_MISMATCH", token.player, token.slot, detail=str(token.number))
        for token in tokens
        if token.number != token.slot
    ]


def check_round(rules: Rules, played: Round, tokens: Iterable[Token] = ()) -> list[Fault]:
    """Every fault of a round with all its votes and owners."""
    return [
        *check_players(rules, played),
        *check_votes(rules, played, played.slots.keys()),
        *check_owners(rules, played),
        *check_tokens(tokens),
    ]


def _holders(rules: Rules, played: Round) -> tuple[PlayerId, ...]:
    """Whose cards lie on the table."""
    return (*played.players, DECK) if rules.profile.deck_cards_added else played.players


def _unknown_owners(rules: Rules, played: Round) -> list[Fault]:
    known = _holders(rules, played)
    return [
        Fault("SLOT_OWNER_UNKNOWN", owner, slot)
        for slot, owner in sorted(played.slots.items())
        if owner not in known
    ]


def _cards_of(rules: Rules, played: Round, player: PlayerId) -> int:
    if player == DECK:
        return rules.profile.deck_cards_added
    return 1 if player == played.storyteller else rules.cards_per_voter


def _miscount(rules: Rules, played: Round, player: PlayerId) -> list[Fault]:
    held = sum(owner == player for owner in played.slots.values())
    right = _cards_of(rules, played, player)
    if held == right:
        return []
    if player == played.storyteller:
        return [Fault("STORYTELLER_CARD_COUNT", player, detail=str(held))]
    return [Fault("CARD_COUNT_MISMATCH", player if player != DECK else None, detail=f"{held}/{right}")]


def _forbidden_own_votes(rules: Rules, played: Round) -> list[Fault]:
    if rules.profile.own_card_vote != "forbidden":
        return []
    found = own_card_votes(played)
    bound = voters_of(rules, played) if found else ()
    return [fault for fault in found if fault.player in bound]
