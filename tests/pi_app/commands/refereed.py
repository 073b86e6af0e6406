"""Random evenings for `drive`, move by move, each what a table might do; some that no table may."""

from __future__ import annotations

import random
from typing import Any

from tests.pi_app.commands.referee import Referee
from tests.pi_app.commands.referee_points import RULES, by_count

Move = dict[str, Any]


def start(chance: random.Random, profile: str, players: int) -> Move:
    seats = [{"id": n, "name": chance.choice(["Anna", "Bo", f"P{n}"])} for n in range(1, players + 1)]
    move: Move = {"move": "StartMatch", "profile": profile, "players": seats}
    return move | ({"storyteller": chance.randint(1, players)} if chance.random() < 0.5 else {})


def dealt(referee: Referee, played: Any, chance: random.Random) -> dict[int, int]:
    """Everybody's cards in some order."""
    rules = RULES[referee.now["profile"]]
    cards = by_count(rules["cards_per_voter"], len(played["players"]))
    lie = [p for p in played["players"] for _ in range(1 if p == played["teller"] else cards)]
    lie += [0] * rules.get("deck_cards_added", 0)
    chance.shuffle(lie)
    return dict(enumerate(lie, 1))


def voted(referee: Referee, played: Any, owners: dict[int, int], chance: random.Random) -> Move:
    """Mostly legal votes; often many for the storyteller's card, so that all outcomes come."""
    rules = RULES[referee.now["profile"]]
    span = by_count(rules["votes"], len(played["players"]))
    told = next(slot for slot, owner in owners.items() if owner == played["teller"])
    luck, votes = chance.choice([0.0, 0.4, 1.0]), {}
    for voter in played["players"]:
        if voter in played["gone"] or (voter == played["teller"] and not rules["storyteller_votes"]):
            continue
        free = [
            slot for slot, owner in owners.items() if owner != voter or rules["own_card_vote"] != "forbidden"
        ]
        count = chance.randint(span["min"], span["max"])
        pick = chance.choices(free, k=count) if rules["same_slot_twice"] else chance.sample(free, count)
        if chance.random() < luck and told in free:
            pick = (
                [told] * count
                if rules["same_slot_twice"]
                else [told, *(s for s in pick if s != told)][:count]
            )
        votes[str(voter)] = pick
    if chance.random() < 0.1:
        _spoil(votes, played, len(owners), chance)
    said: Move = {"votes": votes}
    return said | ({"red": chance.randint(1, len(owners))} if rules["kernel"] == "party" else {})


def _spoil(votes: dict[str, list[int]], played: Any, slots: int, chance: random.Random) -> None:
    voter = chance.choice(sorted(votes))
    match chance.randrange(5):
        case 0:
            votes.pop(voter)
        case 1:
            votes[voter] = [slots + 1]
        case 2:
            votes[voter] = [1, 2, 3]
        case 3:
            votes["99"] = [1]
        case _:
            votes[str(played["teller"])] = [1]


def known(referee: Referee, played: Any, owners: dict[int, int], chance: random.Random) -> dict[str, int]:
    """All owners, or only those that change points."""
    rules = RULES[referee.now["profile"]]
    if rules["kernel"] == "party" and chance.random() < 0.5:
        return {}
    if chance.random() < 0.5:
        return {str(slot): owner for slot, owner in owners.items()}
    asked = {slot for slots in played["votes"].values() for slot in slots}
    matter = set(played["players"]) if rules["kernel"] == "coop2" else {played["teller"]}
    return {str(slot): owner for slot, owner in owners.items() if slot in asked or owner in matter}


class Table:
    """Decides what is done next. `owners`: who laid what in the running round."""

    def __init__(self, referee: Referee, seed: int) -> None:
        self.referee, self.chance = referee, random.Random(seed)
        self.owners: dict[int, int] = {}

    def next(self) -> Move:
        now, chance = self.referee.now, self.chance
        if now["phase"] == "LOBBY":
            profile = chance.choice(sorted(RULES))
            span = RULES[profile]["players"]
            return start(chance, profile, chance.randint(span["min"] - (chance.random() < 0.1), span["max"]))
        return self._odd() if chance.random() < 0.16 else self._usual()

    def _usual(self) -> Move:
        now, chance = self.referee.now, self.chance
        match now["phase"]:
            case "CLUE":
                teller = chance.choice(now["running"]["players"])
                return {"move": "OpenVoting"} | ({"storyteller": teller} if chance.random() < 0.05 else {})
            case "VOTING":
                return {"move": "OpenReveal"}
            case "REVEAL":
                self.owners = dealt(self.referee, now["running"], chance)
                return {"move": "RecordVotes", **voted(self.referee, now["running"], self.owners, chance)}
            case "OWNERS":
                slots = known(self.referee, now["running"], self._owners(now["running"]), chance)
                return {"move": "RecordOwners", "slots": slots}
            case "SCORES":
                return {"move": "NextRound"} | ({"deck_empty": True} if chance.random() < 0.03 else {})
            case _:
                return {"move": chance.choice(["PlayOn", "Undo"])}

    def _owners(self, running: Any) -> dict[int, int]:
        """After an undo or another storyteller the cards may be others: dealt until they fit."""
        for _ in range(200):
            full = self.referee.slots(running) == len(self.owners)
            if full and set(self.owners.values()) - {0} == set(running["players"]):
                return self.owners
            self.owners = dealt(self.referee, running, self.chance)
        return self.owners

    def _odd(self) -> Move:
        chance, now = self.chance, self.referee.now
        who, other = chance.randint(1, 13), chance.randint(1, 13)
        moves: list[Move] = [
            {"move": "Undo"},
            {"move": "Undo"},
            {"move": "Redo"},
            {"move": "LeavePlayer", "player": who},
            {"move": "AddPlayer", "player": {"id": who, "name": "Late"}, "score": chance.randint(-1, 3)},
            {"move": "AddPlayer", "player": {"id": who, "name": "Back"}, "seat": chance.randint(1, 5)},
            {"move": "AddPlayer", "player": {"id": who, "name": "Back"}},
            {"move": "RenamePlayer", "player": who, "name": "Anna"},
            {"move": "RestickerPlayer", "player": who, "stickers": other},
            {"move": "SwapSeats", "player": who, "other": other},
            {"move": "AdjustScore", "player": who, "points": chance.randint(-4, 4), "reason": "agreed"},
            {"move": "VoidRound"} | ({"round": chance.randint(1, 9)} if chance.random() < 0.7 else {}),
            {"move": "EndMatch"} if chance.random() < 0.3 else {"move": "Undo"},
            {"move": "NextRound"},
            {"move": "OpenReveal"},
        ]
        if now["rounds"] and chance.random() < 0.3:
            return self._correction(chance.choice(now["rounds"]))
        return chance.choice(moves)

    def _correction(self, played: Any) -> Move:
        owners = dealt(self.referee, played, self.chance)
        said = voted(self.referee, played, owners, self.chance)
        slots = {str(slot): owner for slot, owner in owners.items()}
        return {"move": "CorrectRound", "round": played["number"], "slots": slots, **said}
