"""What `score` was asked in - an object of JSON, or lines of notation - and the whole answer out."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from pi_app.commands.score_answer import Answer, Asked, refusal, round_answer, scored, told
from pi_app.commands.score_input import (
    BadInput,
    Names,
    Said,
    listed_players,
    names_of,
    profile_of,
    round_end_of,
    round_of,
    tokens_of,
)
from pi_app.commands.score_standing import end_answer, judged, opened, standing, with_round
from pi_app.game.line import DECK_LABEL, Adjusted, Heading, Line, NotationError, parse_line
from pi_app.game.notation import round_from, told_apart
from pi_app.game.pieces import Fault, IllegalMove, PlayerId
from pi_app.game.profiles import Profile
from pi_app.words import Words


@dataclass(frozen=True, slots=True)
class Reply:
    """An answer, and whether something in it was refused."""

    answer: object
    refused: bool = False


@dataclass(frozen=True, slots=True)
class ByHand:
    """Points by hand, between rounds."""

    player: PlayerId
    points: int


def reply_to(said: Said, words: Words) -> Reply:
    """The answer to one object. Raise BadInput for one that is nothing of what `score` reads."""
    if isinstance(said.get("input"), dict):
        said = {**said, **said["input"]}
    names: Names | None = None
    try:
        names = names_of(said)
        if names.twice:
            raise IllegalMove(*(Fault("DUPLICATE_PLAYER", names.id_of(name)) for name in names.twice))
        profile = profile_of(said)
        if "rounds" in said:
            return _match_reply(_rounds(said, names), profile, names, words)
        if "scores_before" in said and "round_points" in said:
            return Reply(end_answer(round_end_of(said, names), profile, names))
        if "slots" in said or "votes" in said:
            return Reply(round_answer(_asked(said, names, 1), profile, names, words))
    except IllegalMove as error:
        return Reply(refusal(error.faults, names, words), refused=True)
    raise BadInput("expected slots and votes, or scores_before and round_points, or rounds")


def reply_to_lines(text: str, words: Words) -> Reply:
    """The answer to lines of the notation: one round alone, or a match. Raise BadInput."""
    try:
        lines = [parse_line(line) for line in text.split("\n") if line.strip()]
    except NotationError as error:
        raise BadInput(error.reason) from None
    heading = next((line for line in lines if isinstance(line, Heading)), None)
    names, labels = _players_of(lines, heading)
    try:
        profile = profile_of({"profile": heading.profile, "overrides": heading.overrides} if heading else {})
        entries = [_entry(line, names, labels, n) for n, line in enumerate(lines, 1) if line is not heading]
        if len(lines) == len(entries) == 1 and isinstance(entries[0], Asked) and not entries[0].played.void:
            return Reply(round_answer(entries[0], profile, names, words))
        return _match_reply(entries, profile, names, words)
    except IllegalMove as error:
        return Reply(refusal(error.faults, names, words), refused=True)


def _players_of(
    lines: Iterable[Heading | Adjusted | Line], heading: Heading | None
) -> tuple[Names, Mapping[str, str]]:
    """The players in seat order, and what else they may be called in the lines."""
    if heading and heading.players:
        clear = told_apart(heading.players)
        called = {number: name if clear else number for number, name in heading.players.items()}
        return Names(list(called.values())), called
    rounds = [line for line in lines if isinstance(line, Line)]
    met = [
        label
        for line in rounds
        for label in (line.storyteller, *line.players, *line.slots.values(), *line.votes)
        if label != DECK_LABEL
    ]
    if not met:
        raise BadInput("there is no round in it")
    return Names(list(dict.fromkeys(met))), {}


def _entry(
    line: Heading | Adjusted | Line, names: Names, labels: Mapping[str, str], number: int
) -> Asked | ByHand:
    def known(label: str) -> PlayerId:
        return names.id_of(labels.get(label, label))

    def playing(label: str) -> PlayerId:
        if known(label) not in names.players:
            raise BadInput("nobody in this match is called {name}", name=label[:40])
        return known(label)

    match line:
        case Adjusted():
            return ByHand(playing(line.player), line.points)
        case Heading():
            raise BadInput("there are two lines that begin with match")
    for label in (*line.players, *line.absent):
        playing(label)
    played = round_from(line, known, names.players, number)
    claimed = {known(label): points for label, points in line.points.items()}
    return Asked(played, known_owners_only=True, claimed=claimed)


def _asked(said: Said, names: Names, number: int) -> Asked:
    known_only = said.get("known_owners_only") is True
    return Asked(round_of(said, names, number), tokens_of(said, names), known_only)


def _rounds(said: Said, names: Names) -> list[Asked | ByHand]:
    rounds = said["rounds"]
    if not isinstance(rounds, list) or not all(isinstance(one, dict) for one in rounds):
        raise BadInput("rounds must be a list of objects")
    return [_round_of_match(one, names, number) for number, one in enumerate(rounds, 1)]


def _round_of_match(said: Said, names: Names, number: int) -> Asked:
    """`players` of a round: who took part, if not all of the match."""
    asked = _asked(said, names, number)
    if said.get("players") is None:
        return asked
    part = tuple(dict.fromkeys(map(names.id_of, listed_players(said))))
    strangers = [player for player in part if player not in names.players]
    if strangers:
        raise BadInput("nobody in this match is called {name}", name=names.key(strangers[0])[:40])
    return replace(asked, played=replace(asked.played, players=part))


def _match_reply(entries: list[Asked | ByHand], profile: Profile, names: Names, words: Words) -> Reply:
    """An answer a round; a refused one changes nothing, and the next are scored.

    Points by hand count for the standing of the round before them.
    """
    match = opened(profile, names)
    before = match.reasons
    answers: list[Answer] = []
    refused = False
    for entry in entries:
        if isinstance(entry, ByHand):
            scores = {**match.scores, entry.player: match.scores[entry.player] + entry.points}
            match = judged(replace(match, scores=scores), before)
            if answers:
                answers[-1] |= standing(match, names)
            continue
        before = match.reasons
        try:
            played = entry.played if entry.played.void else scored(entry, profile)
            match = judged(with_round(match, played), before)
            answer = told(played, entry, profile, names, words)
        except IllegalMove as error:
            answer, refused = refusal(error.faults, names, words), True
        answers.append({"round": entry.played.number, **answer, **standing(match, names)})
    return Reply(answers, refused)
