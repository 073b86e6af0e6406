"""A second opinion on whole matches: the moves of `drive` in; accepted or not, and how it must stand, out.

Slow and plain on purpose: after each move everything is worked out again from what was said at the table.
It shares no code with the product.
"""

from __future__ import annotations

import copy
from typing import Any

from tests.pi_app.commands.referee_points import RULES, Said, by_count, points_of


class Refused(Exception):
    """The table may not do this."""


class Referee:
    """One match, as `drive` is told of it."""

    def __init__(self) -> None:
        self.now: dict[str, Any] = {"phase": "LOBBY"}
        self.before: list[dict[str, Any]] = []
        self.undone: list[dict[str, Any]] = []

    def play(self, move: Said) -> bool:
        """Whether the move is accepted."""
        name = move["move"]
        if name in ("Undo", "Redo"):
            here, there = (self.before, self.undone) if name == "Undo" else (self.undone, self.before)
            if here:
                there.append(self.now)
                self.now = here.pop()
                return True
            return False
        kept = copy.deepcopy(self.now)
        try:
            getattr(self, f"_{name}")(move)
        except Refused:
            self.now = kept
            return False
        self.before.append(kept)
        self.undone.clear()
        return True

    # --- how it must stand ----------------------------------------------------------------------

    def scores(self) -> dict[int, int]:
        scores = {player["id"]: player["start"] for player in self.now.get("players", ())}
        for played in self.now.get("rounds", ()):
            for player, parts in self.points(played).items():
                scores[player] += sum(parts)
        for player, points in self.now.get("by_hand", ()):
            scores[player] += points
        return scores

    def points(self, played: Said) -> dict[int, tuple[int, int, int]]:
        return {} if played["void"] else points_of(self.now["profile"], played)

    def ranks(self) -> dict[int, int]:
        scores = self.scores()
        return {p: 1 + sum(other > score for other in scores.values()) for p, score in scores.items()}

    def winners(self) -> list[int]:
        if self.now["phase"] != "OVER":
            return []
        counted = [played for played in self.now["rounds"] if not played["void"]]
        if not counted:
            return []
        last, rules = counted[-1], RULES[self.now["profile"]]
        if rules["kernel"] == "coop2":
            success = sum(all(sum(parts) for parts in self.points(played).values()) for played in counted)
            return list(last["players"]) if success > len(counted) - success else []
        scores = {p: score for p, score in self.scores().items() if p in self._may_win(last)}
        best = [p for p in scores if scores[p] == max(scores.values())]
        if "last_storyteller" in rules["tie"] and last["teller"] in best:
            return [last["teller"]]
        return best

    def _may_win(self, last: Said) -> set[int]:
        here = {p["id"] for p in self.now["players"] if p["active"] and p["joined"] <= last["number"]}
        return here | (set(last["players"]) - set(last["gone"]))

    # --- moves ------------------------------------------------------------------------------------

    def _need(self, *phases: str) -> None:
        if self.now["phase"] not in phases:
            raise Refused

    def _need_match(self) -> None:
        if self.now["phase"] == "LOBBY":
            raise Refused

    @property
    def _rules(self) -> Any:
        return RULES[self.now["profile"]]

    def _active(self) -> list[int]:
        return [player["id"] for player in self.now["players"] if player["active"]]

    def _player(self, number: int) -> dict[str, Any]:
        for player in self.now["players"]:
            if player["id"] == number:
                found: dict[str, Any] = player
                return found
        raise Refused

    def _StartMatch(self, move: Said) -> None:  # noqa: N802 - called by the name of the move
        self._need("LOBBY")
        rules, seats = RULES[move["profile"]], move["players"]
        if not rules["players"]["min"] <= len(seats) <= rules["players"]["max"]:
            raise Refused
        players = [
            {"id": s["id"], "name": s["name"], "active": True, "joined": 1, "start": 0, "set": s["id"]}
            for s in seats
        ]
        deck = rules.get("deck_cards", 84) - len(seats) * by_count(rules["hand_size"], len(seats))
        self.now = {"profile": move["profile"], "players": players, "rounds": [], "by_hand": [], "deck": deck}
        self.now |= {"stopped": False, "played_on": False, "said_empty": False}
        self._open(1, move.get("storyteller") or seats[0]["id"])

    def _open(self, number: int, teller: int, players: list[int] | None = None) -> None:
        if players is None:
            for player in self.now["players"]:
                player["joined"] = min(player["joined"], number)
        running = {"number": number, "teller": teller, "players": players or self._active(), "gone": []}
        running |= {"votes": {}, "owners": {}, "red": None, "void": False}
        self.now |= {"phase": "CLUE", "running": running, "said_empty": False}

    def _next_teller(self, previous: int) -> int:
        seats = [player["id"] for player in self.now["players"]]
        step = -1 if self._rules["rotation"] == "right" else 1
        at = seats.index(previous)
        around = [seats[(at + step * n) % len(seats)] for n in range(1, len(seats) + 1)]
        return next((p for p in around if self._player(p)["active"]), previous)

    def _OpenVoting(self, move: Said) -> None:  # noqa: N802
        self._need("CLUE")
        running = self.now["running"]
        running["teller"] = move.get("storyteller") or running["teller"]
        span = self._rules["players"]
        if running["teller"] not in running["players"]:
            raise Refused
        if not span["min"] <= len(running["players"]) <= span["max"]:
            raise Refused
        self.now["phase"] = "VOTING"

    def _OpenReveal(self, _: Said) -> None:  # noqa: N802
        self._need("VOTING")
        self.now["phase"] = "REVEAL"

    def _RecordVotes(self, move: Said) -> None:  # noqa: N802
        self._need("REVEAL")
        running = self.now["running"]
        running["votes"] = {int(p): sorted(slots) for p, slots in move["votes"].items() if slots}
        running["red"] = move.get("red")
        self._check_votes(running)
        self.now["phase"] = "OWNERS"

    def slots(self, played: Said) -> int:
        cards = by_count(self._rules["cards_per_voter"], len(played["players"]))
        return 1 + (len(played["players"]) - 1) * cards + self._rules.get("deck_cards_added", 0)

    def _check_votes(self, played: Said) -> None:
        rules, lie = self._rules, range(1, self.slots(played) + 1)
        span = by_count(rules["votes"], len(played["players"]))
        silent = {*played["gone"]} | (set() if rules["storyteller_votes"] else {played["teller"]})
        if set(played["votes"]) != set(played["players"]) - silent:
            raise Refused
        for slots in played["votes"].values():
            if not span["min"] <= len(slots) <= span["max"] or not set(slots) <= set(lie):
                raise Refused
            if len(set(slots)) < len(slots) and not rules["same_slot_twice"]:
                raise Refused
        if rules["kernel"] == "party" and played["red"] not in lie:
            raise Refused

    def _RecordOwners(self, move: Said) -> None:  # noqa: N802
        self._need("OWNERS")
        running = self.now["running"]
        running["owners"] = {int(slot): owner for slot, owner in move["slots"].items()}
        self._check_owners(running)
        self.now["rounds"].append(running)
        self.now |= {"phase": "SCORES", "running": None}

    def _check_owners(self, played: dict[str, Any]) -> None:
        """The tables here name every owner that matters; a vote on the own card is what may be wrong."""
        if self._rules["own_card_vote"] != "forbidden":
            return
        for voter, slots in played["votes"].items():
            if any(played["owners"].get(slot) == voter for slot in slots):
                raise Refused

    def _deck_after(self) -> int:
        last = self.now["rounds"][-1]
        cards = by_count(self._rules["cards_per_voter"], len(last["players"]))
        drawn = 1 + (len(last["players"]) - 1) * cards + self._rules.get("deck_cards_added", 0)
        return max(0, self.now["deck"] - drawn)

    def reasons(self) -> list[str]:
        """Why it is over after the round just scored."""
        rules, now = self._rules, self.now
        if not now["rounds"]:
            return []
        least = rules.get("deck_cards_added", 0) or 1
        deck = bool(rules["end"]["deck_exhausted"]) and (now["said_empty"] or self._deck_after() < least)
        if now["played_on"]:
            return ["deck"] if rules["end"]["deck_exhausted"] and now["said_empty"] else []
        counted = [played for played in now["rounds"] if not played["void"]]
        target = by_count(rules["end"]["target"] or {}, len(now["rounds"][-1]["players"]))
        scores = self.scores()
        there = counted and any(scores[p] >= target for p in self._may_win(counted[-1])) if target else False
        turns = rules["end"]["turns_per_player"]
        told = [played["teller"] for played in counted]
        here = [p["id"] for p in now["players"] if p["active"] and p["joined"] <= len(now["rounds"])]
        done = turns is not None and all(told.count(player) >= turns for player in here)
        return [name for name, holds in (("target", there), ("deck", deck), ("turns", done)) if holds]

    def _NextRound(self, move: Said) -> None:  # noqa: N802
        self._need("SCORES")
        self.now["said_empty"] = self.now["said_empty"] or bool(move.get("deck_empty"))
        if self.reasons():
            self.now["phase"] = "OVER"
        else:
            self._go_on()

    def _go_on(self) -> None:
        if not self._active():
            raise Refused
        rounds = self.now["rounds"]
        if not rounds:
            self._open(1, self._active()[0])
            return
        if not self.now["stopped"]:
            self.now["deck"] = self._deck_after()
        self._open(rounds[-1]["number"] + 1, self._next_teller(rounds[-1]["teller"]))

    def _PlayOn(self, _: Said) -> None:  # noqa: N802
        self._need("OVER")
        self._go_on()
        self.now["played_on"] = self.now["played_on"] or not self.now["stopped"]
        self.now["stopped"] = False

    def _EndMatch(self, _: Said) -> None:  # noqa: N802
        self._need("CLUE", "VOTING", "REVEAL", "OWNERS", "SCORES")
        by_rule = self.now["phase"] == "SCORES" and bool(self.reasons())
        self.now |= {"phase": "OVER", "running": None, "stopped": not by_rule}

    def _settle(self) -> None:
        if self.now["phase"] == "OVER" and not self.now["stopped"] and not self.reasons():
            self.now["phase"] = "SCORES"

    def _CorrectRound(self, move: Said) -> None:  # noqa: N802
        """Only of rounds that are over, with all votes and owners said anew."""
        self._need_match()
        if not 1 <= move["round"] <= len(self.now["rounds"]):
            raise Refused
        played = self.now["rounds"][move["round"] - 1]
        played["votes"] |= {int(p): sorted(slots) for p, slots in move["votes"].items()}
        played["owners"] = {int(slot): owner for slot, owner in move["slots"].items()}
        played["red"] = move.get("red") or played["red"]
        self._check_votes(played)
        self._check_owners(played)
        played["void"] = False
        self._settle()

    def _VoidRound(self, move: Said) -> None:  # noqa: N802
        self._need_match()
        running, number = self.now["running"], move.get("round")
        if number is None or (running and number == running["number"]):
            if running is None and self.now["phase"] == "SCORES":
                running = self.now["rounds"].pop()
            if running is None:
                raise Refused
            self._again(running)
            return
        if not 1 <= number <= len(self.now["rounds"]) or self.now["rounds"][number - 1]["void"]:
            raise Refused
        self.now["rounds"][number - 1]["void"] = True
        self._settle()

    def _again(self, running: Said, players: list[int] | None = None) -> None:
        teller = running["teller"]
        if not self._player(teller)["active"]:
            teller = self._next_teller(teller)
        self._open(running["number"], teller, players)

    def _AdjustScore(self, move: Said) -> None:  # noqa: N802
        self._need_match()
        self._player(move["player"])
        if not move["points"] or not move["reason"].strip():
            raise Refused
        self.now["by_hand"].append((move["player"], move["points"]))
        self._settle()

    def _AddPlayer(self, move: Said) -> None:  # noqa: N802
        self._need_match()
        seat, place = move["player"], move.get("seat")
        known = next((p for p in self.now["players"] if p["id"] == seat["id"]), None)
        here = self._active()
        if (known and (known["active"] or move.get("score"))) or len(here) >= self._rules["players"]["max"]:
            raise Refused
        if place is not None and not 1 <= place <= len(here) + 1:
            raise Refused
        players, at = self.now["players"], None
        sets = {player["set"] for player in players if player["active"]}
        own = [known["set"]] if known else []
        free = next(n for n in (*own, seat["id"], *range(1, 13)) if n not in sets and n <= 12)
        if known:
            known |= {"name": seat["name"], "active": True, "set": free}
            if place is not None:
                players.remove(known)
            else:
                at = players.index(known)
        else:
            current = self.now["running"] or (self.now["rounds"] or [{"number": 0}])[-1]
            known = {"id": seat["id"], "name": seat["name"], "active": True, "start": move.get("score", 0)}
            known |= {"joined": current["number"] + 1, "set": free}
            round_now = len(current["players"]) if "players" in current else len(here)
            self.now["deck"] = max(0, self.now["deck"] - by_count(self._rules["hand_size"], round_now))
        if at is None:
            before = here[place - 1] if place is not None and place <= len(here) else None
            ids = [player["id"] for player in players]
            players.insert(len(players) if before is None else ids.index(before), known)
        running = self.now["running"]
        if self.now["phase"] == "CLUE" and running:
            few = len(running["players"]) < self._rules["players"]["min"]
            if few or running["teller"] not in running["players"]:
                self._open(running["number"], running["teller"])

    def _LeavePlayer(self, move: Said) -> None:  # noqa: N802
        self._need_match()
        player, phase, running = self._player(move["player"]), self.now["phase"], self.now["running"]
        if not player["active"]:
            raise Refused
        player["active"] = False
        if not self._active() and phase != "OVER":
            self.now |= {"phase": "OVER", "running": None, "stopped": True}
            return
        if phase not in ("CLUE", "VOTING", "REVEAL") or player["id"] not in running["players"]:
            return
        if player["id"] == running["teller"]:
            self._open(running["number"], self._next_teller(player["id"]))
            return
        gone = {*running["gone"], player["id"]}
        staying = [p for p in running["players"] if p not in gone]
        if phase == "CLUE":
            self._again(running, staying)
        elif len(staying) < self._rules["players"]["min"]:
            self._again(running)
        else:
            running["gone"] = sorted(gone)

    def _RenamePlayer(self, move: Said) -> None:  # noqa: N802
        self._need_match()
        self._player(move["player"])["name"] = move["name"]

    def _RestickerPlayer(self, move: Said) -> None:  # noqa: N802
        self._need_match()
        player = self._player(move["player"])
        others = {p["set"] for p in self.now["players"] if p["active"] and p is not player}
        if move["stickers"] in others or not 1 <= move["stickers"] <= 12:
            raise Refused
        player["set"] = move["stickers"]

    def _SwapSeats(self, move: Said) -> None:  # noqa: N802
        self._need_match()
        one, other = self._player(move["player"]), self._player(move["other"])
        if one is other:
            raise Refused
        players = self.now["players"]
        a, b = players.index(one), players.index(other)
        players[a], players[b] = other, one
        if self.now["running"]:
            order = [p["id"] for p in players]
            self.now["running"]["players"].sort(key=order.index)
