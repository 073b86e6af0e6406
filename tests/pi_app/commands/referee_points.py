"""A second opinion on one round: what was said at the table in, base, bonus and extra of each player out.

Written from the rules' tables alone and sharing no code with the product.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

RULES = json.loads((Path(__file__).parents[2] / "vectors" / "rules.json").read_text(encoding="utf-8"))[
    "profiles"
]
Said = Mapping[str, Any]


def by_count(table: Mapping[str, Any], players: int) -> Any:
    """ "3", then the highest "7+" that is reached, then "default"."""
    if str(players) in table:
        return table[str(players)]
    plus = [int(key[:-1]) for key in table if key.endswith("+") and players >= int(key[:-1])]
    return table[f"{max(plus)}+"] if plus else table.get("default")


def points_of(profile: str, played: Said) -> dict[int, tuple[int, int, int]]:
    """player -> base, bonus, extra."""
    rules, teller = RULES[profile], played["teller"]
    gone = set(played["gone"])
    voters = [p for p in played["players"] if p not in gone and (p != teller or rules["storyteller_votes"])]
    votes, owner = played["votes"], played["owners"]
    paid = dict.fromkeys(played["players"], (0, 0, 0))
    if rules["kernel"] == "party":
        for voter in voters:
            same = sum(votes[other] == votes[voter] for other in voters)
            scores = same > 1 and votes[voter][0] != played["red"]
            paid[voter] = (min(same, rules["scoring"]["cap"]) if scores else 0, 0, 0)
        return paid
    if rules["kernel"] == "coop2":
        found = all(owner[votes[voter][0]] == other for voter in voters for other in voters if other != voter)
        return {player: (int(found), 0, 0) for player in paid}
    return paid | _standard(rules, played, voters)


def _standard(rules: Said, played: Said, voters: list[int]) -> dict[int, tuple[int, int, int]]:
    votes, owner, teller = played["votes"], played["owners"], played["teller"]
    players, scoring = len(played["players"]), rules["scoring"]
    right = {voter: [owner.get(slot) == teller for slot in votes[voter]] for voter in voters}
    guesses = [any(row) for row in right.values()]
    if scoring["guess_unit"] == "dial":
        guesses = [guess for row in right.values() for guess in row]
    outcome = "all" if all(guesses) else "some" if any(guesses) else "none"
    pay = scoring["by_players"].get(str(players), {}).get(outcome, scoring[outcome])
    finders = [voter for voter in voters if any(right[voter])]
    paid = {teller: (pay["teller"] + pay.get("teller_per_guesser", 0) * len(finders), 0, 0)}
    for voter in voters:
        base = pay["others"] if outcome != "some" else pay["guesser"] if voter in finders else pay["wrong"]
        if outcome == "some" and scoring["guess_unit"] == "dial":
            base *= max(1, sum(right[voter]))
        drawn = (
            sum(owner.get(slot) == voter for other in voters if other != voter for slot in votes[other])
            * scoring["bonus_per_vote"]
        )
        if scoring["bonus_cap"] is not None:
            drawn = min(drawn, scoring["bonus_cap"])
        single = scoring["single_vote_bonus"]
        lone = single and players >= single["from_players"] and len(votes[voter]) == 1 and voter in finders
        paid[voter] = (base, drawn, single["points"] if lone else 0)
    return paid
