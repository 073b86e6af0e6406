"""The one-line notation: what is written can be read back; what cannot be read is said with its place."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pi_app.game.history import fold
from pi_app.game.line import Adjusted, Heading, Line, NotationError, label, parse_line, parse_round
from pi_app.game.moves import (
    AdjustScore,
    Event,
    NextRound,
    OpenReveal,
    OpenVoting,
    RecordOwners,
    RecordVotes,
    Seat,
    StartMatch,
    VoidRound,
)
from pi_app.game.notation import round_from, shown_names, write_match, write_round
from pi_app.game.pieces import DECK, Round
from pi_app.game.profiles import resolve
from pi_app.game.scoring import score_round

NAMES = {1: "Anna", 2: "Bo", 3: "Clara B.", 4: "Dan"}
EXAMPLE = Round(
    4, 1, (1, 2, 3, 4), {2: (2,), 3: (1,), 4: (2,)}, {1: 2, 2: 1, 3: 3, 4: 4}
)  # fmt: skip
SCORED = replace(EXAMPLE, result=score_round(resolve("refresh2021", 4), EXAMPLE))


@pytest.mark.parametrize(
    ("played", "names", "line"),
    [
        (EXAMPLE, None, "4: T=1 1:2 2:1* 3:3 4:4 | 2>2 3>1 4>2"),
        (SCORED, None, "4: T=1 1:2 2:1* 3:3 4:4 | 2>2 3>1 4>2 | 1+3 2+4 3+0 4+3"),
        (
            SCORED,
            NAMES,
            '4: T=Anna 1:Bo 2:Anna* 3:"Clara B." 4:Dan | Bo>2 "Clara B.">1 Dan>2'
            ' | Anna+3 Bo+4 "Clara B."+0 Dan+3',
        ),
        (Round(2, 3, (1, 2, 3)), None, "2: T=3"),
        (replace(SCORED, void=True, absent=(4,)), None, "4: T=1 gone=4 void 1:2 2:1* 3:3 4:4 | 2>2 3>1 4>2"),
        (
            Round(1, 1, (1, 2), {1: (2, 3), 2: (None,)}, {1: DECK}, red=2),
            None,
            "1: T=1 red=2 1:#deck | 1>2,3 2>?",
        ),
    ],
)
def test_a_round_is_one_line(played: Round, names: dict[int, str] | None, line: str) -> None:
    assert write_round(played, names) == line


@pytest.mark.parametrize(
    "line",
    [
        "4:  T=1   1:2 2:1* 3:3 4:4|2>2 3>1 4>2",
        "4: 1:2 2:1* 3:3 4:4 | 4>2 2>2 3>1",
        "4: T=1 4:4 3:3 2:1 1:2 | 2>2 3>1 4>2 | 1+3",
    ],
)
def test_a_line_may_be_typed_in_other_ways(line: str) -> None:
    assert round_from(parse_round(line), int, (1, 2, 3, 4)) == EXAMPLE


texts = st.text(min_size=1, max_size=8).filter(str.strip)


@st.composite
def rounds(draw: st.DrawFn) -> tuple[Round, dict[int, str]]:
    count = draw(st.integers(2, 12))
    names = draw(st.lists(texts, min_size=count, max_size=count, unique=True))
    players = tuple(range(1, count + 1))
    someone, slot = st.sampled_from(players), st.integers(1, 13)
    voted = st.lists(st.one_of(st.none(), slot), min_size=1, max_size=2).map(tuple)
    played = Round(
        number=draw(st.integers(1, 999)),
        storyteller=draw(someone),
        players=players,
        votes=draw(st.dictionaries(someone, voted)),
        slots=draw(st.dictionaries(slot, st.sampled_from((DECK, *players)))),
        red=draw(st.one_of(st.none(), slot)),
        void=draw(st.booleans()),
        absent=tuple(sorted(draw(st.sets(someone, max_size=2)))),
    )
    return played, dict(zip(players, names, strict=True))


@given(rounds(), st.booleans())
def test_every_round_can_be_written_and_read_back(case: tuple[Round, dict[int, str]], named: bool) -> None:
    played, names = case
    names = {player: name for player, name in names.items() if name != "#deck"} if named else {}
    ids = {str(player): player for player in played.players} | {
        name: player for player, name in names.items()
    }
    if len(ids) < len(played.players) + len(names):
        return  # a name that is somebody's number
    line = write_round(played, names or None)
    assert "\n" not in line
    assert round_from(parse_round(line), (ids | {"#deck": DECK}).__getitem__, played.players) == played


@given(st.text(max_size=60))
def test_any_text_is_read_or_refused_in_a_sentence(text: str) -> None:
    said = None
    try:
        parse_line(text)
    except NotationError as error:
        said = str(error)
    assert said is None or said.endswith(".")


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("", "Who is the storyteller? T= or a star on the storyteller's card is missing."),
        ("4: T=1 1;2", "At character 8 (1;2): expected T=storyteller, slot:owner or a bar."),
        ("T=1 | 2-3", "At character 7 (2-3): expected a vote, such as Anna>2."),
        ("T=1 | 2>x", "At character 7 (2>x): expected a vote, such as Anna>2."),
        ("T=1 | 2>1 2>3", "At character 11 (2>3): the vote of 2 is written twice."),
        ("T=1 1:2 1:3", "At character 9 (1:3): slot 1 is written twice."),
        ("T=1 T=2", "At character 5 (T=2): T= is written twice."),
        ("T=1 2:3*", "At character 5 (2:3*): the star belongs to the storyteller's card."),
        ("T=1 | 2>1 | x", "At character 13 (x): expected points, such as Anna+3."),
        ("T=1 | | | 2+3", "At character 9 (|): there is one bar too many."),
        ('T=1 | "Anna>2', 'At character 7 ("Anna>2): a name in quotes has no end.'),
        ("T=1 red=x", "At character 5 (red=x): a slot number must follow red=."),
        ("T=", "At character 1 (T=): a player must follow T=."),
        ("T=1 P=1,,2", "At character 5 (P=1,,2): players with commas between them must follow the =."),
        ("match", "The line of the match must say which profile is played."),
        ("adjust Anna", 'Points by hand are written like this: adjust Anna -1 "the reason".'),
    ],
)
def test_what_cannot_be_read_is_said_with_its_place(line: str, said: str) -> None:
    with pytest.raises(NotationError) as refused:
        parse_line(line)
    assert str(refused.value) == said


def test_digits_of_other_scripts_are_numbers_too() -> None:
    assert parse_round("T=علی ۲:علی | سارا>۲").votes == {"سارا": (2,)}


@pytest.mark.parametrize("name", ["Anna", "Zoë", "علی", "O'Neil", "4you"])
def test_a_plain_word_needs_no_quotes(name: str) -> None:
    assert label(name) == name


@pytest.mark.parametrize(
    "name", ["Anna B", "Anna-Maria", "a|b", "#deck", 'say "hi"', "a>b", "x:y", "new\nline"]
)
def test_other_names_are_quoted(name: str) -> None:
    assert label(name).startswith('"')
    assert parse_round(f"T={label(name)}").storyteller == name


def test_a_whole_match_is_written_line_by_line_and_read_back() -> None:
    start = StartMatch(
        "classic2008_et",
        (Seat(1, "Anna"), Seat(2, "Bo"), Seat(3, "Clara B.")),
        overrides={"end.target": 20, "tie": ("highest", "shared")},
    )
    moves = (
        start,
        OpenVoting(),
        OpenReveal(),
        RecordVotes({3: (1,), 2: (2,)}),
        RecordOwners({1: 2, 2: 1}),
        AdjustScore(2, -1, 'he said "no"'),
        VoidRound(1),
        NextRound(),
    )
    match = fold(Event(n, 0.0, move) for n, move in enumerate(moves))
    lines = write_match(match)
    assert lines == [
        'match classic2008_et "end.target=20" "tie=[\\"highest\\", \\"shared\\"]" 1=Anna 2=Bo 3="Clara B."',
        '1: T=Anna void 1:Bo 2:Anna* | Bo>2 "Clara B.">1',
        'adjust Bo -1 "he said \\"no\\""',
    ]
    assert parse_line(lines[0]) == Heading(
        "classic2008_et",
        {"1": "Anna", "2": "Bo", "3": "Clara B."},
        {"end.target": 20, "tie": ["highest", "shared"]},
    )
    assert isinstance(parse_line(lines[1]), Line)
    assert parse_line(lines[2]) == Adjusted("Bo", -1, 'he said "no"')


@pytest.mark.parametrize(
    "names", [("Anna", "Anna", "Bo"), ("2", "1", "1x"), ("3", "a", "b"), ("#deck", "a", "b")]
)
def test_players_are_numbers_where_names_do_not_tell_them_apart(names: tuple[str, ...]) -> None:
    seats = tuple(Seat(n, name) for n, name in enumerate(names, 1))
    match = fold([Event(1, 0.0, StartMatch("refresh2021", seats))])
    assert shown_names(match) == {1: "1", 2: "2", 3: "3"}
