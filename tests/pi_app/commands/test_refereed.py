"""`drive` and `score` against a second opinion: random matches of every edition and number of players."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import msgspec
import pytest

from pi_app.commands.drive import _answer
from pi_app.commands.score_match import reply_to
from pi_app.session.book import Book
from pi_app.session.manners import FOR_PROGRAMS
from pi_app.session.session import Session
from pi_app.words import Words
from tests.pi_app.commands.referee import Referee
from tests.pi_app.commands.referee_points import RULES, points_of
from tests.pi_app.commands.refereed import Table, dealt, start, voted

WORDS = Words()
COUNTS = [
    pytest.param(profile, players, id=f"{profile}-{players}")
    for profile, rules in RULES.items()
    for players in range(rules["players"]["min"], rules["players"]["max"] + 1)
]


def stands(referee: Referee) -> dict[str, Any]:
    """The parts of `state` that the referee knows of."""
    now, scores, ranks = referee.now, referee.scores(), referee.ranks()
    rounds = now.get("rounds", [])
    current = now.get("running") or (rounds[-1] if rounds else None)
    told: dict[str, Any] = {
        "phase": now["phase"],
        "over": now["phase"] == "OVER",
        "winners": referee.winners(),
    }
    told["round"] = current["number"] if current else 0
    told["storyteller"] = current["teller"] if current else None
    told["players"] = [
        (p["id"], p["name"], p["set"], scores[p["id"]], ranks[p["id"]], p["active"])
        for p in now.get("players", ())
    ]
    told["rounds"] = [
        (
            played["number"],
            played["teller"],
            played["void"],
            {str(p): parts for p, parts in referee.points(played).items()},
        )
        for played in rounds
    ]
    return told


def said(state: dict[str, Any]) -> dict[str, Any]:
    """The same parts of what the product says."""
    told = {key: state[key] for key in ("phase", "over", "winners", "round", "storyteller")}
    told["players"] = [
        (p["id"], p["name"], p["stickers"], p["score"], p["rank"], p["active"]) for p in state["players"]
    ]
    told["rounds"] = [
        (
            r["round"],
            r["storyteller"],
            r["void"],
            {p: (v["base"], v["bonus"], v["extra"]) for p, v in r["points"].items()},
        )
        for r in state["rounds"]
    ]
    return told


def refereed(folder: Path, seed: int, length: int) -> int:
    """Fails at the first move that is not answered as the referee says; how many were accepted."""
    session = Session(Book(folder / f"{seed}.sqlite"), WORDS, manners=FOR_PROGRAMS)
    referee, accepted = Referee(), 0
    table, done = Table(referee, seed), []
    for _ in range(length):
        move = table.next()
        done.append(move)
        answer = json.loads(msgspec.json.encode(_answer(session, WORDS, json.dumps(move).encode())))
        wanted = referee.play(move)
        assert answer["ok"] == wanted, (seed, len(done), move, answer.get("errors"), done[-12:])
        assert said(answer["state"]) == stands(referee), (seed, len(done), move, done[-12:])
        assert answer["ok"] or answer["errors"]
        accepted += wanted
    session.close()
    return accepted


@pytest.mark.parametrize("seed", range(10))
def test_any_match_stands_as_the_referee_says_after_every_move(seed: int, tmp_path: Path) -> None:
    assert refereed(tmp_path, seed, 100) > 40


@pytest.mark.parametrize(("profile", "players"), COUNTS)
def test_a_whole_match_is_scored_as_the_referee_says(profile: str, players: int) -> None:
    chance, referee = random.Random(players), Referee()
    assert referee.play(start(chance, profile, players))
    rounds: list[dict[str, Any]] = []
    while referee.now["phase"] != "OVER" and len(rounds) < 60:
        running = referee.now["running"]
        assert referee.play({"move": "OpenVoting"})
        assert referee.play({"move": "OpenReveal"})
        owners = dealt(referee, running, chance)
        while not referee.play({"move": "RecordVotes", **(votes := voted(referee, running, owners, chance))}):
            pass
        slots = {str(slot): owner or "#deck" for slot, owner in owners.items()}
        rounds.append({"storyteller": running["teller"], "slots": slots, **votes})
        assert referee.play({"move": "RecordOwners", "slots": {str(s): o for s, o in owners.items()}})
        scores = referee.scores()
        assert referee.play({"move": "NextRound"})
    ids = [player["id"] for player in referee.now["players"]]
    answers = reply_to({"profile": profile, "players": ids, "rounds": rounds}, WORDS).answer
    assert [a["accepted"] for a in answers] == [True] * len(rounds)
    assert [a["game_over"] for a in answers] == [False] * (len(rounds) - 1) + [referee.now["phase"] == "OVER"]
    assert answers[-1]["totals"] == {str(player): score for player, score in scores.items()}
    assert answers[-1]["winners"] == referee.winners()
    for answer, played in zip(answers, referee.now["rounds"], strict=True):
        parts = {str(player): paid for player, paid in points_of(profile, played).items()}
        assert answer["points"] == {player: sum(paid) for player, paid in parts.items()}
        told = answer["breakdown"].items()
        assert {p: (paid["base"], paid["bonus"], paid["extra"]) for p, paid in told} == parts
