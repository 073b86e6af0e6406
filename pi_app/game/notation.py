"""A round as one line that a person can type, both ways; and the lines before it that say who plays what.

    match refresh2021 1=Anna 2=Bo 3="Clara B."
    4: T=Anna 1:Bo 2:Anna* 3:Bo 4:"Clara B." 5:"Clara B." | Bo>2 "Clara B.">1 | Anna+3 Bo+4 "Clara B."+0

Number of the round; T= who tells; slot:owner, a star on the storyteller's card; voter>slot (two votes:
Bo>2,3; not readable: Bo>?); points, if known. Also, before the first bar: P=Anna,Bo (who takes part, if
not all), gone=Bo (left in mid-round), red=2 (Party), void. Players are names or numbers; a name that is
more than one word is in double quotes. Unknown owners are left out.
Points by hand stand on a line of their own: adjust Bo -1 "a card was seen".
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping

from pi_app.game.line import DECK_LABEL, Line, label
from pi_app.game.match import Match
from pi_app.game.pieces import DECK, PlayerId, Round


def write_round(
    played: Round, names: Mapping[PlayerId, str] | None = None, all_players: tuple[PlayerId, ...] = ()
) -> str:
    """The round in one line. `names` None: numbers. `all_players`: of the match, if not all took part."""

    def said(player: PlayerId) -> str:
        if player == DECK:
            return DECK_LABEL
        return label(names[player]) if names and player in names else str(player)

    def listed(players: tuple[PlayerId, ...]) -> str:
        return ",".join(map(said, players))

    head = [f"{played.number}:", f"T={said(played.storyteller)}"]
    if all_players and set(all_players) != set(played.players):
        head.append(f"P={listed(played.players)}")
    if played.absent:
        head.append(f"gone={listed(played.absent)}")
    if played.red is not None:
        head.append(f"red={played.red}")
    if played.void:
        head.append("void")
    for slot, owner in sorted(played.slots.items()):
        head.append(f"{slot}:{said(owner)}{'*' if owner == played.storyteller else ''}")
    votes = [
        f"{said(voter)}>{','.join('?' if slot is None else str(slot) for slot in slots)}"
        for voter, slots in played.votes.items()
    ]
    points = played.result.points if played.result and not played.void else {}
    scored = [f"{said(player)}{pay.total:+d}" for player, pay in points.items()]
    sections = [head, votes, scored] if scored else [head, votes] if votes else [head]
    return " | ".join(" ".join(section) for section in sections)


def round_from(
    line: Line, known: Callable[[str], PlayerId], players: tuple[PlayerId, ...], number: int = 1
) -> Round:
    """The line as a round of these players, unless it names its own. known: whom a label stands for.

    number: of a line that says none.
    """
    return Round(
        number=line.number or number,
        storyteller=known(line.storyteller),
        players=tuple(map(known, line.players)) or players,
        votes={known(voter): slots for voter, slots in line.votes.items()},
        slots={slot: known(owner) for slot, owner in line.slots.items()},
        red=line.red,
        void=line.void,
        absent=tuple(map(known, line.absent)),
    )


def write_match(match: Match) -> list[str]:
    """The whole match: the line of the match, then a line a round, adjustments after their round."""
    if match.profile is None:
        return []
    names = shown_names(match)
    everyone = tuple(player.id for player in match.players)
    custom = [f"{path}={json.dumps(value)}" for path, value in match.profile.custom.items()]
    players = [f"{player.id}={label(player.name)}" for player in match.players]
    lines = [" ".join(["match", match.profile.id, *(label(part) for part in custom), *players])]
    last = len(match.rounds)
    for number in range(last + 1):
        if number:
            lines.append(write_round(match.rounds[number - 1], names, everyone))
        lines += [
            _adjusted(names[player.id], player.start_score, "joined with these points")
            for player in match.players
            if player.start_score and min(player.joined_round - 1, last) == number
        ]
        lines += [
            _adjusted(names[change.player], change.points, change.reason)
            for change in match.adjustments
            if min(change.round, last) == number
        ]
    return lines


def _adjusted(name: str, points: int, reason: str) -> str:
    return f"adjust {label(name)} {points:+d} {json.dumps(reason, ensure_ascii=False)}"


def shown_names(match: Match) -> dict[PlayerId, str]:
    """The names, if they tell the players apart; else the numbers."""
    names = {player.id: player.name for player in match.players}
    return names if told_apart(names) else {player: str(player) for player in names}


def told_apart(names: Mapping[PlayerId, str] | Mapping[str, str]) -> bool:
    """No two have one name, and no name is the number of somebody else, or means the deck."""
    numbered = {str(key): name for key, name in names.items()}
    clash = any(name == DECK_LABEL or numbered.get(name, name) != name for name in numbered.values())
    return len(set(numbered.values())) == len(numbered) and not clash
