"""`rabbit-table score` from outside: every vector, whole matches, notation, and what cannot be read."""

from __future__ import annotations

import io
import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from pi_app.__main__ import main

VECTORS = json.loads((Path(__file__).parents[2] / "vectors" / "rules.json").read_text(encoding="utf-8"))
ROWS = [row for kind in ("rounds", "invalid", "endgames") for row in VECTORS[kind]]
Row = dict[str, Any]


@dataclass(frozen=True)
class Ran:
    code: int
    answer: Any
    said: str


class Runner:
    """The command with a standard input of its own."""

    def __init__(
        self, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], data: Path
    ) -> None:
        self._patch, self._capsys, self._config = monkeypatch, capsys, data / "settings.toml"
        self._config.touch()

    def __call__(self, given: object, *arguments: str) -> Ran:
        text = (
            given
            if isinstance(given, bytes)
            else (given if isinstance(given, str) else json.dumps(given)).encode()
        )
        self._patch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(text)))
        code = main(["score", *(arguments or ("-",)), "--config", str(self._config)])
        out, said = self._capsys.readouterr()
        return Ran(code, json.loads(out) if out else None, said)


@pytest.fixture
def score(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> Runner:
    return Runner(monkeypatch, capsys, tmp_path)


def codes(answer: Row) -> set[tuple[object, ...]]:
    return {(error["code"], error["player"], error["slot"]) for error in answer["errors"]}


def fits(answer: Row, expected: Row) -> bool:
    if "errors" in expected:
        return answer["accepted"] is False and answer["points"] is None and codes(answer) == codes(expected)
    return {key: answer.get(key) for key in expected} == expected


@pytest.mark.parametrize("row", [pytest.param(row, id=row["id"]) for row in ROWS])
def test_a_vector_is_answered_as_expected(score: Runner, row: Row) -> None:
    ran = score({**row["input"], "profile": row["profile"]})
    assert fits(ran.answer, row["expected"])
    assert ran.code == (3 if "errors" in row["expected"] else 0)
    assert ran.said == ""


def test_a_list_is_answered_in_its_order_and_nothing_refused_stops_it(score: Runner) -> None:
    ran = score([{**row["input"], "profile": row["profile"]} for row in ROWS])
    assert ran.code == 3
    assert all(fits(answer, row["expected"]) for answer, row in zip(ran.answer, ROWS, strict=True))


ROUND: Row = {
    "profile": "refresh2021",
    "players": ["T", "A", "B", "C"],
    "storyteller": "T",
    "slots": {"1": "A", "2": "T", "3": "B", "4": "C"},
    "votes": {"A": [2], "B": [1], "C": [2]},
}
MATCH: Row = {
    "profile": "refresh2021",
    "players": ["T", "A", "B", "C"],
    "overrides": {"end.target": 7},
    "rounds": [
        {key: ROUND[key] for key in ("storyteller", "slots", "votes")},
        {"storyteller": "A", "slots": ROUND["slots"], "votes": {"T": [3], "B": [1], "C": [9]}},
        {"storyteller": "A", "slots": ROUND["slots"], "votes": {"T": [1], "B": [1], "C": [3]}},
    ],
}


def test_a_match_is_answered_round_by_round_with_totals_and_winners(score: Runner) -> None:
    ran = score(MATCH)
    assert ran.code == 3
    first, second, third = ran.answer
    assert first["points"] == first["totals"] == {"T": 3, "A": 4, "B": 0, "C": 3}
    assert (first["game_over"], first["winners"], first["reasons"]) == (False, [], [])
    assert codes(second) == {("NO_SUCH_SLOT", "C", 9)}
    assert second["totals"] == first["totals"]
    assert third["points"] == {"A": 3, "T": 3, "B": 4, "C": 0}
    assert third["totals"] == {"T": 6, "A": 7, "B": 4, "C": 3}
    assert (third["game_over"], third["winners"], third["reasons"]) == (True, ["A"], ["target"])


def test_a_match_ends_with_its_deck(score: Runner) -> None:
    rounds = [MATCH["rounds"][0]] * 15
    ran = score({**MATCH, "profile": "deckout_ru", "overrides": {}, "rounds": rounds})
    assert [answer["game_over"] for answer in ran.answer] == [False] * 14 + [True]
    assert ran.answer[-1]["reasons"] == ["deck"]


def test_each_point_has_its_reason_and_the_round_its_line(score: Runner) -> None:
    answer = score(ROUND).answer
    assert [why["code"] for why in answer["why"]["A"]] == ["FOUND", "VOTES_ON_CARD"]
    for player, points in answer["points"].items():
        assert sum(why["points"] for why in answer["why"][player]) == points
        assert all(why["text"] for why in answer["why"][player])
    assert answer["notation"] == "1: T=T 1:A 2:T* 3:B 4:C | A>2 B>1 C>2 | T+3 A+4 B+0 C+3"


@pytest.mark.parametrize(
    ("profile", "players", "rule", "source"),
    [
        ("refresh2021", 4, "scoring.some", "Russian rules text: base Refresh 2021"),
        ("classic2008_et", 3, "scoring.some", "Estonian rules text"),
    ],
)
def test_each_point_says_the_rule_and_the_texts_behind_it(
    profile: str, players: int, rule: str, source: str, score: Runner
) -> None:
    names = [*"TABC"][:players]
    slots = {str(n): name for n, name in enumerate([*names, *names[1:]][: 5 if players == 3 else 4], 1)}
    votes = {"A": [1], "B": [2], **({"C": [2]} if players == 4 else {})}
    said = {"profile": profile, "players": names, "storyteller": "T", "slots": slots, "votes": votes}
    answer = score(said).answer
    (found,) = [why for why in answer["why"]["T"] if why["code"] == "TELLER_SOME"]
    assert found["rule"] == rule
    assert any(text.startswith(source) for text in found["sources"])
    assert all(why["rule"] for whys in answer["why"].values() for why in whys)


def test_the_line_of_an_answer_is_itself_scored_alike(score: Runner) -> None:
    answer = score(ROUND).answer
    assert score(answer["notation"]).answer == answer
    assert score([answer["notation"]]).answer == [answer]


def test_a_line_may_leave_out_owners_that_change_nothing(score: Runner) -> None:
    ran = score("4: T=1 1:2 2:1* | 2>2 3>1 4>2")
    assert (ran.code, ran.answer["points"]) == (0, {"1": 3, "2": 4, "3": 0, "4": 3})


def test_written_points_that_differ_are_said(score: Runner) -> None:
    assert score("T=1 1:2 2:1* | 2>2 3>1 4>2 | 2+5").answer["warnings"] == ["POINTS_DIFFER"]


def test_a_replayed_match_is_scored_line_by_line(score: Runner) -> None:
    ran = score(
        'match classic2008_et "end.target=9" 1=Anna 2=Bo 3="Clara B."\n'
        '1: T=Anna 1:Bo 2:Anna* | Bo>2 "Clara B.">1\n'
        'adjust Bo +3 "a forgotten bonus"\n'
        "2: T=Bo void 1:Bo\r\n"
        "3: T=3 1:2 2:3* | 1>1 2>2 | Bo+5\n"
    )
    assert ran.code == 0
    assert [answer["round"] for answer in ran.answer] == [1, 2, 3]
    assert ran.answer[0]["totals"] == {"Anna": 4, "Bo": 8, "Clara B.": 0}
    assert ran.answer[1]["totals"] == {"Anna": 4, "Bo": 8, "Clara B.": 0}
    assert ran.answer[2]["totals"] == {"Anna": 4, "Bo": 13, "Clara B.": 4}
    assert ran.answer[2]["winners"] == ["Bo"]


def test_players_may_be_numbers_and_come_back_as_numbers(score: Runner) -> None:
    said = {**ROUND, "players": [10, 20, 30, 40], "storyteller": 10}
    said |= {"slots": {"1": 20, "2": 10, "3": 30, "4": 40}, "votes": {"20": [1], "30": [2], "50": [1]}}
    assert codes(score(said).answer) == {
        ("OWN_CARD_VOTE", 20, 1), ("MISSING_VOTE", 40, None), ("UNKNOWN_DISC", 50, None),
    }  # fmt: skip


@pytest.mark.parametrize(
    "name", ["أحمد", "日本", "Zoë", "Zoe\u0308", "😀Max", "", "a\nb", "#deck", "\u202e", '"', "\ud800"]
)
def test_any_text_is_a_name(score: Runner, name: str) -> None:
    said = json.loads(json.dumps(ROUND).replace('"A"', json.dumps(name)))
    answer = score(said).answer
    assert answer["points"] == {"T": 3, name: 4, "B": 0, "C": 3}


@pytest.mark.parametrize(
    ("change", "expected"),
    [
        ({"profile": "dixit"}, {("UNKNOWN_PROFILE", None, None)}),
        ({"overrides": {"end.target": 0}}, {("BAD_OVERRIDE", None, None)}),
        ({"players": ["T", "A", "B", "T"]}, {("DUPLICATE_PLAYER", "T", None)}),
        ({"storyteller": None}, {("STORYTELLER_UNKNOWN", None, None)}),
        ({"slots": {**ROUND["slots"], "4": None}}, {
            ("SLOT_OWNER_UNKNOWN", None, 4),
            ("CARD_COUNT_MISMATCH", "C", None),
        }),
        ({"slots": {"1": "A", "2": "T", "3": "B", "5": "C"}}, {("SLOT_NUMBER_GAP", None, 4)}),
        ({"votes": {"A": [2, None], "B": [], "C": [2]}}, {
            ("UNREADABLE_VOTE", "A", None),
            ("TOO_MANY_VOTES", "A", None),
            ("MISSING_VOTE", "B", None),
        }),
        ({"profile": "odyssey2024", "votes": {"A": [2], "B": [1, 1], "C": [2, 2]}}, {
            ("TOO_FEW_VOTES", "A", None),
        }),
    ],
)  # fmt: skip
def test_what_the_rules_refuse_is_answered_with_every_code(
    score: Runner, change: Row, expected: set[tuple[object, ...]]
) -> None:
    ran = score({**ROUND, **change})
    assert ran.code == 3
    assert codes(ran.answer) == expected
    assert all(error["text"] for error in ran.answer["errors"])


def test_party_without_the_red_token_is_refused(score: Runner) -> None:
    row = next(row for row in VECTORS["rounds"] if row["profile"] == "odyssey_party")
    said = {**row["input"], "profile": "odyssey_party"}
    del said["red"]
    assert codes(score(said).answer) == {("MISSING_RED_TOKEN", "ST", None)}


UNREADABLE: list[object] = [
    "",
    "   \n",
    "{",
    "[1, 2",
    '{"a": 1} {"b": 2}',
    '{"players": NaN}',
    '{"players": [Infinity]}',
    "[" * 100_000,
    '{"a":' * 100_000,
    "1" * 5_000,
    "[" + "1" * 5_000 + "]",
    b"\xff\xfe{",
    b"\x00\x01\x02",
    "hello",
    "{}",
    '{"players": ["A"], "players": ["B"]}',
    json.dumps(ROUND).replace('"B": [1]', '"A": [1]'),
    {**ROUND, "players": "TABC"},
    {**ROUND, "players": []},
    {**ROUND, "players": [1.5, True, None, {}]},
    {**ROUND, "profile": 7},
    {**ROUND, "slots": ["A"]},
    {**ROUND, "slots": {"one": "A"}},
    {**ROUND, "slots": {"01": "A", "1": "B"}},
    {**ROUND, "votes": None},
    {**ROUND, "votes": {"A": 2}},
    {**ROUND, "votes": {"A": ["2"]}},
    {**ROUND, "votes": {"A": [2.0]}},
    {**ROUND, "votes": {"A": [True]}},
    {**ROUND, "votes": {"A": [10**30]}},
    {**ROUND, "tokens": [1]},
    {"players": ["A", "B", "C"], "rounds": 3},
    {"players": ["A", "B", "C"], "rounds": ["x"]},
    {"players": ["A", "B", "C"], "scores_before": {"A": 1}, "round_points": {"A": 1}},
    {"players": ["A"], "scores_before": {"A": 1}, "round_points": {"A": "1"}},
]


@pytest.mark.parametrize("given", UNREADABLE, ids=range(len(UNREADABLE)))
def test_what_cannot_be_read_is_one_sentence_and_nothing_else(score: Runner, given: object) -> None:
    ran = score(given)
    assert (ran.code, ran.answer) == (2, None)
    assert ran.said.count("\n") == 1
    assert "Traceback" not in ran.said


@pytest.mark.parametrize(
    ("given", "said"),
    [
        (b"T=1 | 2-3", "Ved tegn 7 (2-3): der ventedes en stemme, for eksempel Anna>2"),
        (b"T=1 1:2 1:3", "Ved tegn 9 (1:3): kort 1 står to gange"),
        (b"\xff{", "det er ikke UTF-8-tekst"),
        (b'{"players": "A"}', "players skal være en liste af navne"),
        (b"{", "linje 1, kolonne 2 er ikke JSON"),
        (b"T=A P=A,B,Z 1:A 2:B | B>1\nmatch refresh2021 A B", "ingen i dette spil hedder Z"),
    ],
)
def test_what_cannot_be_read_is_said_in_the_language_of_the_settings(
    given: bytes, said: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "settings.toml").write_text('language = "da"\n')
    (tmp_path / "round").write_bytes(given)
    assert main(["score", str(tmp_path / "round"), "--config", str(tmp_path / "settings.toml")]) == 2
    out = capsys.readouterr()
    assert out.out == ""
    assert said in out.err


def test_an_unreadable_object_in_a_list_does_not_stop_the_others(score: Runner) -> None:
    ran = score([{}, ROUND, 7, "T=", ROUND])
    assert ran.code == 3
    assert [answer["accepted"] for answer in ran.answer] == [False, True, False, False, True]
    assert {answer["errors"][0]["code"] for answer in ran.answer if not answer["accepted"]} == {"BAD_INPUT"}


def test_a_file_is_read_and_a_missing_one_is_said(score: Runner, tmp_path: Path) -> None:
    file = tmp_path / "round.json"
    file.write_text("\ufeff" + json.dumps(ROUND), encoding="utf-8")
    assert score("", str(file)).answer["accepted"] is True
    for wrong in (tmp_path / "none.json", tmp_path):
        ran = score("", str(wrong))
        assert (ran.code, ran.answer, ran.said.count("\n")) == (2, None, 1)


def test_a_whole_vector_is_read_like_its_input(score: Runner) -> None:
    row = VECTORS["rounds"][0]
    assert fits(score(row).answer, row["expected"])


def test_two_players_win_together_from_their_successes(score: Runner) -> None:
    said = {"profile": "coop2", "players": ["T", "A"], "scores_before": {"T": 6, "A": 6}}
    said |= {"round_points": {"T": 1, "A": 1}, "rounds_completed": 12, "deck_before_refill": 2}
    assert score(said).answer["winners"] == ["T", "A"]
    assert score({**said, "scores_before": {"T": 3, "A": 3}}).answer["winners"] == []


def test_a_round_of_a_match_may_be_played_by_some_or_not_count(score: Runner) -> None:
    first = {field: ROUND[field] for field in ("storyteller", "slots", "votes")}
    players = [*ROUND["players"], "Late"]
    ran = score(
        {"players": players, "rounds": [{**first, "players": ROUND["players"]}, {**first, "void": True}]}
    )
    assert ran.code == 0
    assert ran.answer[0]["points"].keys() == set(ROUND["players"])
    assert ran.answer[0]["totals"]["Late"] == 0
    assert (ran.answer[1]["void"], ran.answer[1]["totals"]) == (True, ran.answer[0]["totals"])
    assert score({"players": players, "rounds": [{**first, "players": ["Nobody"]}]}).code == 2
    assert score({"players": players, "rounds": [{**first, "void": 1}]}).code == 2
