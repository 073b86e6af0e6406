"""What `score` was asked in - an object of JSON, or lines of notation - and the whole answer out."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from pi_app.commands.score_answer import Answer, Asked, refusal, round_answer, scored, told
from pi_app.commands.score_input import (
    BadInput,
    Names,
    RoundEnd,
    Said,
    names_of,
    profile_of,
    round_end_of,
    round_of,
    tokens_of,
)
from pi_app.game import ending
from pi_app.game.ending import Deck
from pi_app.game.line import DECK_LABEL, Adjusted, Heading, Line, NotationError, parse_line
from pi_app.game.match import Match
from pi_app.game.notation import told_apart
from pi_app.game.pieces import Fault, IllegalMove, Phase, Player, PlayerId, Round
from pi_app.game.profiles import Kernel, Profile, resolve
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
            return Reply(_end_answer(round_end_of(said, names), profile, names))
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
        raise BadInput(str(error).rstrip(".")) from None
    heading = next((line for line in lines if isinstance(line, Heading)), None)
    names, labels = _players_of(lines, heading)
    try:
        profile = profile_of({"profile": heading.profile, "overrides": heading.overrides} if heading else {})
        entries = [_entry(line, names, labels, n) for n, line in enumerate(lines, 1) if line is not heading]
        if len(lines) == 1 and isinstance(entries[0], Asked) and not entries[0].played.void:
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
            raise BadInput(f"nobody in this match is called {label[:40]}")
        return known(label)

    match line:
        case Adjusted():
            return ByHand(playing(line.player), line.points)
        case Heading():
            raise BadInput("there are two lines that begin with match")
    played = Round(
        number=line.number or number,
        storyteller=known(line.storyteller),
        players=tuple(map(playing, line.players)) or names.players,
        votes={known(voter): slots for voter, slots in line.votes.items()},
        slots={slot: known(owner) for slot, owner in line.slots.items()},
        red=line.red,
        void=line.void,
        absent=tuple(map(playing, line.absent)),
    )
    claimed = {known(label): points for label, points in line.points.items()}
    return Asked(played, known_owners_only=True, claimed=claimed)


def _asked(said: Said, names: Names, number: int) -> Asked:
    known_only = said.get("known_owners_only") is True
    return Asked(round_of(said, names, number), tokens_of(said, names), known_only)


def _rounds(said: Said, names: Names) -> list[Asked | ByHand]:
    rounds = said["rounds"]
    if not isinstance(rounds, list) or not all(isinstance(one, dict) for one in rounds):
        raise BadInput("rounds must be a list of objects")
    return [_asked(one, names, number) for number, one in enumerate(rounds, 1)]


def _match_reply(entries: list[Asked | ByHand], profile: Profile, names: Names, words: Words) -> Reply:
    """An answer a round; a refused one changes nothing, and the next are scored.

    Points by hand count for the standing of the round before them.
    """
    match = _opened(profile, names)
    before = match.reasons
    answers: list[Answer] = []
    refused = False
    for entry in entries:
        if isinstance(entry, ByHand):
            scores = {**match.scores, entry.player: match.scores[entry.player] + entry.points}
            match = _judged(replace(match, scores=scores), before)
            if answers:
                answers[-1] |= _standing(match, names)
            continue
        before = match.reasons
        try:
            played = entry.played if entry.played.void else scored(entry, profile)
            match = _judged(_with_round(match, played), before)
            answer = told(played, entry, profile, names, words)
        except IllegalMove as error:
            answer, refused = refusal(error.faults, names, words), True
        answers.append({"round": entry.played.number, **answer, **_standing(match, names)})
    return Reply(answers, refused)


def _judged(match: Match, ended: tuple[str, ...]) -> Match:
    """The match with the reasons why it is over; `ended`: it was already before this round."""
    return replace(match, reasons=ended or ending.reasons(match))


def _opened(profile: Profile, names: Names) -> Match:
    players = tuple(Player(player, names.key(player), 0) for player in names.players)
    deck = ending.first_deck(resolve(profile, len(players)))
    scores = dict.fromkeys(names.players, 0)
    return Match(Phase.SCORES, profile, players, scores=scores, deck=deck.cards)


def _with_round(match: Match, played: Round) -> Match:
    """The match after one more round; the deck stands as it was before the round's refill."""
    rules, deck = match.rules, Deck(match.deck, match.discard)
    if match.rounds and rules is not None:
        met = {player for earlier in match.rounds for player in earlier.players}
        deck = ending.after_round(rules, deck)
        deck = replace(deck, cards=max(0, deck.cards - rules.hand * len(set(played.players) - met)))
    scores = dict(match.scores)
    for player, points in (played.result.points if played.result else {}).items():
        scores[player] += points.total
    here = tuple(replace(player, active=player.id in played.players) for player in match.players)
    after = replace(match, scores=scores, deck=deck.cards, discard=deck.discard, players=here)
    return replace(after, rounds=(*match.rounds, played))


def _standing(match: Match, names: Names) -> Answer:
    winners = ending.winners(match) if match.reasons else ()
    standing: Answer = {
        "totals": {names.key(player): score for player, score in match.scores.items()},
        "game_over": bool(match.reasons),
        "reasons": list(match.reasons),
        "winners": [names.given(player) for player in winners],
        "shared": len(winners) > 1,
    }
    if match.profile and match.profile.kernel is Kernel.COOP2:
        success, failure = ending.team(match)
        standing["team_totals"] = {"success": success, "failure": failure}
    return standing


def _end_answer(end: RoundEnd, profile: Profile, names: Names) -> Answer:
    """The decision at the end of one round."""
    rules = resolve(profile, len(names.players))
    done = end.rounds_completed
    rounds = ending.deck_rounds(rules)
    deck = ending.refilled(rules, end.deck) if end.deck else None
    deck_over = deck.cards < profile.deck_least if deck else bool(done and rounds and done >= rounds)
    turns = (profile.turns_per_player or 0) * rules.players
    reasons = ending.end_reasons(rules, max(end.scores.values()), deck_over, bool(done and done >= turns))
    winners: tuple[PlayerId, ...] = ()
    if reasons and profile.kernel is Kernel.COOP2:
        success = max(end.scores.values())
        winners = names.players if done is None or success > done - success else ()
    elif reasons:
        winners = ending.leaders(profile, end.scores, end.storyteller)
    answer: Answer = {
        "scores_after": {names.key(player): score for player, score in end.scores.items()},
        "game_over": bool(reasons),
        "reasons": list(reasons),
        "winners": [names.given(player) for player in winners],
        "shared": len(winners) > 1,
    }
    if deck:
        answer |= {"deck_after_refill": deck.cards, "recycled": deck.recycled}
    return answer
