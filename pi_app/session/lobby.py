"""The match to be: seats typed or seen on the table in, StartMatch out.

Rule: whoever's discs lie on the table is offered a seat, until a person has arranged the seats.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from pi_app.game.match import Match
from pi_app.game.moves import Seat, StartMatch
from pi_app.game.profiles import PROFILES, Profile
from pi_app.session.views import LobbySeat, LobbyView, ProfileView
from pi_app.vision.seen import Reading
from pi_app.words import Words


@dataclass(frozen=True, slots=True)
class Lobby:
    """What has been chosen so far. `arranged`: a person chose the seats; the camera adds none."""

    profile: str
    seats: tuple[LobbySeat, ...] = ()
    storyteller: int = 0
    arranged: bool = False


def lobby_after(match: Match, profile: str) -> Lobby:
    """The lobby with the same people; the next in the order tells first."""
    seats = tuple(LobbySeat(player.stickers, player.name) for player in match.active)
    known = match.profile.id if match.profile else profile
    return Lobby(known, seats, 0, arranged=bool(seats))


def with_seen(lobby: Lobby, reading: Reading, words: Words) -> Lobby:
    """Mark who lies on the table, and offer seats to those who are new."""
    seen = {disc.player for disc in reading.discs}
    seats = tuple(replace(seat, seen=seat.stickers in seen) for seat in lobby.seats)
    if not lobby.arranged:
        taken = {seat.stickers for seat in seats}
        new = sorted(seen - taken)
        seats = (*seats, *(LobbySeat(n, words.text("Player {n}", n=n), seen=True) for n in new))
    return replace(lobby, seats=seats)


def arranged(
    lobby: Lobby, profile: str | None, seats: tuple[LobbySeat, ...] | None, storyteller: int | None
) -> Lobby:
    """The lobby as a person changed it; None leaves that part. The storyteller stays in range."""
    if profile is not None and profile in PROFILES:
        lobby = replace(lobby, profile=profile)
    if seats is not None:
        lobby = replace(lobby, seats=seats, arranged=True)
    if storyteller is not None:
        lobby = replace(lobby, storyteller=storyteller)
    return replace(lobby, storyteller=max(0, min(lobby.storyteller, len(lobby.seats) - 1)))


def start_move(lobby: Lobby) -> StartMatch:
    """A player is numbered like the disc set; where two share one, the rules will say so."""
    seats = tuple(Seat(seat.stickers, seat.name.strip(), seat.stickers) for seat in lobby.seats)
    teller = seats[lobby.storyteller].id if lobby.storyteller < len(seats) else None
    return StartMatch(lobby.profile, seats, teller)


def lobby_view(lobby: Lobby) -> LobbyView:
    return LobbyView(lobby.profile, PROFILE_VIEWS, lobby.seats, lobby.storyteller)


def profile_view(profile: Profile) -> ProfileView:
    return ProfileView(profile.id, profile.title, profile.least, profile.most)


PROFILE_VIEWS = tuple(profile_view(profile) for profile in PROFILES.values())
