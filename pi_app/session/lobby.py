"""The match to be: seats typed or seen on the table in, StartMatch out.

Rule: whoever's discs lie on the table is offered a seat, until a person has arranged the seats.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import cast

from hardware.device import Device
from pi_app.game.match import Match
from pi_app.game.moves import Override, Seat, StartMatch
from pi_app.game.persons import Person, labels, new_key, recognised
from pi_app.game.pieces import STICKER_SETS
from pi_app.game.profiles import DEFAULT_PROFILE, PROFILES
from pi_app.session.edition_views import fitting_ids, profile_views, question_views
from pi_app.session.offered import NEW_PERSON, NameProposal, PersonView
from pi_app.session.saved_rules import RulesShelf, SavedRules
from pi_app.session.views import LobbySeat, LobbyView
from pi_app.vision.seen import Reading
from pi_app.words import Words

_MOST_WAITING = 12
_MOST_ANSWERS = 64


@dataclass(frozen=True, slots=True)
class Lobby:
    """What has been chosen so far. `arranged`: a person chose the seats; the camera adds none.

    `overrides`: single rules of the profile that are changed; `saved`: rules kept by name, to choose from;
    `proposals`: names from phones that nobody has answered yet. `device`: what people vote with.
    `people`: who has played before, the last ones first. `answers`: yes or no to the last names from phones.
    """

    profile: str
    seats: tuple[LobbySeat, ...] = ()
    storyteller: int = 0
    arranged: bool = False
    overrides: Mapping[str, Override] = field(default_factory=dict)
    saved: tuple[SavedRules, ...] = ()
    proposals: tuple[NameProposal, ...] = ()
    device: Device = Device.TOKENS
    people: tuple[Person, ...] = ()
    answers: Mapping[int, bool] = field(default_factory=dict)

    @property
    def chosen(self) -> str:
        """Id of the profile, or of the saved rules that are exactly these."""
        same = (s.id for s in self.saved if (s.profile, s.overrides) == (self.profile, self.overrides))
        return next(same, self.profile)

    def offering(self, saved: tuple[SavedRules, ...]) -> Lobby:
        """The same lobby with these saved rules to choose from."""
        return replace(self, saved=saved)


def first_lobby(profile: str, shelf: RulesShelf, device: Device = Device.TOKENS) -> Lobby:
    """Before anybody has said anything. `profile`: of the settings, also one that was saved."""
    lobby = Lobby(DEFAULT_PROFILE, saved=shelf.rules, device=device)
    return with_profile(lobby, profile, shelf.find(profile))


def lobby_after(match: Match, before: Lobby) -> Lobby:
    """The lobby with the same people and rules; the next in the order tells first."""
    seats = tuple(LobbySeat(p.stickers, p.name, person=p.person) for p in match.active)
    lobby = replace(before, seats=seats, storyteller=0, arranged=bool(seats), proposals=())
    if match.profile is None:
        return lobby
    return with_rules(replace(lobby, profile=match.profile.id), match.profile.custom)


def with_profile(lobby: Lobby, profile: str, saved: SavedRules | None = None) -> Lobby:
    """Another edition as it is in its box, or rules as they were saved; an unknown one changes nothing."""
    if saved is not None:
        return with_rules(replace(lobby, profile=saved.profile), saved.overrides)
    if profile not in PROFILES or profile == lobby.chosen:
        return lobby
    return replace(lobby, profile=profile, overrides={})


def with_rules(lobby: Lobby, overrides: Mapping[str, object]) -> Lobby:
    """These changes of single rules, all others as in the box."""
    frozen = {path: tuple(value) if isinstance(value, list) else value for path, value in overrides.items()}
    return replace(lobby, overrides=cast("Mapping[str, Override]", frozen))


def with_seen(lobby: Lobby, reading: Reading, words: Words) -> Lobby:
    """Mark who lies on the table, and offer seats to those who are new."""
    seen = reading.players
    seats = tuple(replace(seat, seen=seat.stickers in seen) for seat in lobby.seats)
    if not lobby.arranged:
        taken = {seat.stickers for seat in seats}
        new = sorted(seen - taken)
        seats = (*seats, *(LobbySeat(n, words.text("Player {n}", n=n), seen=True) for n in new))
    return replace(lobby, seats=seats)


def arranged(lobby: Lobby, seats: tuple[LobbySeat, ...] | None, storyteller: int | None) -> Lobby:
    """The lobby as a person changed it; None leaves that part. The storyteller stays in range."""
    if seats is not None:
        lobby = replace(lobby, seats=seats, arranged=True)
    if storyteller is not None:
        lobby = replace(lobby, storyteller=storyteller)
    return replace(lobby, storyteller=max(0, min(lobby.storyteller, len(lobby.seats) - 1)))


def with_name_asked(lobby: Lobby, proposal: NameProposal) -> Lobby:
    """A phone's wish waits for the table; when too many wait, the answer is no."""
    waiting = lobby.proposals
    if len(waiting) >= _MOST_WAITING:
        return _answered(lobby, {proposal.id: False})
    return replace(lobby, proposals=(*waiting, proposal))


def with_name_answered(lobby: Lobby, proposal: NameProposal, accept: bool) -> Lobby:
    """The seat of these stickers bears the name; others who asked for the same stickers must ask again."""
    if not accept:
        return _answered(lobby, {proposal.id: False})
    seats = tuple(
        replace(seat, name=proposal.name, person=None) if seat.stickers == proposal.stickers else seat
        for seat in lobby.seats
    )
    if all(seat.stickers != proposal.stickers for seat in seats):
        seats = (*seats, LobbySeat(proposal.stickers, proposal.name))
    rivals = {p.id: p.id == proposal.id for p in lobby.proposals if p.stickers == proposal.stickers}
    return _answered(replace(lobby, seats=seats), rivals)


def _answered(lobby: Lobby, answers: Mapping[int, bool]) -> Lobby:
    """These names wait no more."""
    kept = [*lobby.answers.items(), *answers.items()][-_MOST_ANSWERS:]
    waiting = tuple(p for p in lobby.proposals if p.id not in answers)
    return replace(lobby, proposals=waiting, answers=dict(kept))


def free_stickers(lobby: Lobby, words: Words) -> tuple[int, ...]:
    """The sticker sets that have no seat, or one that nobody has named."""
    named = {s.stickers for s in lobby.seats if s.name != words.text("Player {n}", n=s.stickers)}
    return tuple(n for n in range(1, STICKER_SETS + 1) if n not in named)


def start_move(lobby: Lobby) -> StartMatch:
    """A player is numbered like the disc set; where two share one, the rules will say so."""
    seats = tuple(
        Seat(seat.stickers, seat.name.strip(), seat.stickers, person)
        for seat, person in zip(lobby.seats, persons_of(lobby), strict=True)
    )
    teller = seats[lobby.storyteller].id if lobby.storyteller < len(seats) else None
    return StartMatch(lobby.profile, seats, teller, lobby.overrides)


def persons_of(lobby: Lobby) -> tuple[str, ...]:
    """Who sits on each seat: the person chosen, else whoever is remembered under the name, else a new one."""
    chosen = {seat.person for seat in lobby.seats if seat.person}
    found: list[str] = []
    for seat in lobby.seats:
        taken = {*chosen, *found}
        if seat.person and seat.person not in found:
            found.append(seat.person)
        elif seat.person == NEW_PERSON:
            found.append(new_key(seat.name, lobby.people, taken))
        else:
            found.append(recognised(seat.name, lobby.people, taken))
    return tuple(found)


def _people_views(lobby: Lobby, words: Words) -> tuple[PersonView, ...]:
    """Without those who have a seat, and without seats that nobody had named."""
    shown, seated = labels({person.key: person.name for person in lobby.people}), persons_of(lobby)
    unnamed = {words.text("Player {n}", n=n) for n in range(1, STICKER_SETS + 1)}
    return tuple(
        PersonView(person.key, person.name, shown[person.key], person.matches)
        for person in lobby.people
        if not person.sits_among(seated) and person.name not in unnamed
    )


def lobby_view(lobby: Lobby, words: Words, join_url: str | None = None) -> LobbyView:
    """Questions are asked once somebody sits at the table."""
    players = len(lobby.seats)
    return LobbyView(
        profile=lobby.chosen,
        profiles=profile_views(words, lobby.saved),
        seats=lobby.seats,
        storyteller=lobby.storyteller,
        questions=question_views(lobby.profile, players, lobby.overrides, words) if players else (),
        overrides=lobby.overrides,
        fitting=fitting_ids(players, lobby.saved),
        join_url=join_url,
        proposals=lobby.proposals,
        free=free_stickers(lobby, words),
        device=lobby.device,
        people=_people_views(lobby, words),
        answers=lobby.answers,
    )
