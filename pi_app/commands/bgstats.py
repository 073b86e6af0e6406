"""A match in, one play as BG Stats imports it out: plain values, and the link that opens the app with it.

The format is the one that app publishes for other programs: game, players with scores, ranks and winners
(www.bgstatsapp.com/support/push-plays-to-bg-stats-from-other-apps-or-websites). Several logging apps read it.
The app remembers whom it took a `sourcePlayerId` for: it is the person's key over evenings, not the name.
Times are UTC; the length is from the first move to the last.
"""

from __future__ import annotations

import json
import zlib
from collections.abc import Mapping
from typing import Any
from urllib.parse import quote

from pi_app.commands.moments import utc_text
from pi_app.commands.places import Played
from pi_app.game.ending import ranks, team
from pi_app.game.match import Match
from pi_app.game.persons import person_keys
from pi_app.game.pieces import Player
from pi_app.game.profiles import Kernel
from pi_app.session.edition_views import profile_view
from pi_app.session.endings import title_views
from pi_app.session.round_views import names_of
from pi_app.words import Words

SOURCE = "Rabbit Table"
LINK = "https://app.bgstatsapp.com/createPlay.html?data="
# Names and numbers of the games on BoardGameGeek.
_GAMES = {
    "odyssey2011": ("Dixit: Odyssey", 92828),
    "odyssey2024": ("Dixit: Odyssey", 92828),
    "odyssey_party": ("Dixit: Odyssey", 92828),
    "disney": ("Dixit: Disney Edition", 381308),
}
_DIXIT = ("Dixit", 39856)


def bgstats_play(played: Played, words: Words, same: Mapping[str, str] | None = None) -> dict[str, Any]:
    """The play. `sourcePlayId` is the same each time, so that importing twice makes one play.

    `same`: a person's key -> the one to be known by, for somebody who was taken for two.
    """
    match, same = played.match, same or {}
    keys = {player: same.get(key, key) for player, key in person_keys(match.players).items()}
    together = match.profile is not None and match.profile.kernel is Kernel.COOP2
    profile = match.profile.id if match.profile else ""
    name, number = _GAMES.get(profile, _DIXIT)
    begun = played.line.started_at
    ended = played.events[-1].at if played.events else begun
    first = match.rounds[0].storyteller if match.rounds else None
    game: dict[str, Any] = {"name": name, "sourceGameId": f"dixit-{profile}", "noPoints": together}
    game |= {"highestWins": True, "bggId": number}
    return {
        "sourceName": SOURCE,
        "sourcePlayId": f"{zlib.crc32(repr(begun).encode()):08x}-{played.line.id}",
        "playDate": utc_text(begun, lambda moment: moment.strftime("%Y-%m-%d %H:%M:%S")),
        "durationMin": max(0, round((ended - begun) / 60)),
        "board": profile_view(match.profile, words).name if match.profile else "",
        "comments": _comments(match, words),
        "game": game,
        "players": [
            {"sourcePlayerId": keys[player.id], **_player(match, player, first, together)}
            for player in match.players
        ],
    }


def bgstats_link(play: dict[str, Any]) -> str:
    """Opened on a phone, it asks the app to save this play."""
    return LINK + quote(json.dumps(play, ensure_ascii=False, separators=(",", ":")), safe="")


def _player(match: Match, player: Player, first: int | None, together: bool) -> dict[str, Any]:
    told: dict[str, Any] = {
        "name": names_of(match)[player.id],
        "startPlayer": player.id == first,
        "winner": player.id in match.winners,
        "role": "",
    }
    if not together:
        told |= {"score": match.scores[player.id], "rank": ranks(match.scores)[player.id]}
    return told


def _comments(match: Match, words: Words) -> str:
    said = [words.count("{n} round", "{n} rounds", sum(not played.void for played in match.rounds))]
    if match.profile and match.profile.kernel is Kernel.COOP2:
        success, failure = team(match)
        said.append(words.text("{success} successes, {failure} failures", success=success, failure=failure))
    said += [title.text for title in title_views(match, words)]
    return "\n".join(said)
