"""`rules` answers "why is it 4?", `stats` counts over the book."""

from __future__ import annotations

import json

import pytest
from played_book import fill

from pi_app.__main__ import main
from pi_app.game.moves import EndMatch, Seat, StartMatch
from pi_app.game.profiles import PROFILES
from pi_app.session.book import Book
from pi_app.session.saved_rules import FILE_NAME, RulesShelf


def said(capsys, *words: object) -> tuple[int, str, str]:
    code = main([str(word) for word in words])
    out = capsys.readouterr()
    return code, out.out, out.err


def test_all_editions_are_listed_with_a_sentence(tmp_path, capsys):
    RulesShelf(tmp_path / FILE_NAME).save("Ours", "refresh2021", {"end.target": 12})
    code, out, _ = said(capsys, "rules", "--data", tmp_path)
    assert code == 0
    ids = [line.split()[0] for line in out.splitlines()]
    assert ids == [*PROFILES, "saved:Ours"]


def test_a_rule_is_said_with_its_texts(tmp_path, capsys):
    code, out, _ = said(capsys, "rules", "classic2008_et", "--players", 3, "--data", tmp_path)
    assert code == 0
    lines = out.splitlines()
    assert lines[0] == "Dixit (2008), European rules (3 players)"
    place = next(n for n, line in enumerate(lines) if line.endswith("[scoring.some]"))
    assert "storyteller 4" in lines[place]
    assert lines[place + 1] == "  - Estonian rules text: original edition"
    assert "  * 4 points" in lines


def test_programs_get_the_same_as_data(tmp_path, capsys):
    RulesShelf(tmp_path / FILE_NAME).save("Ours", "odyssey2011", {"scoring.bonus_cap": 2})
    code, out, _ = said(capsys, "rules", "saved:Ours", "--players", 8, "--json", "--data", tmp_path)
    told = json.loads(out)
    cap = next(rule for rule in told["rules"] if rule["path"] == "scoring.bonus_cap")
    assert (code, told["profile"]["name"], cap["changed"]) == (0, "Ours", True)
    assert [question["code"] for question in told["questions"]] == ["PEGS_OR_DIALS", "BONUS_CAP"]


@pytest.mark.parametrize(
    ("words", "code", "err"),
    [
        (("nope",), 2, "There is no edition nope.\n"),
        (("refresh2021", "--players", "9"), 2, "This edition is for 3-8 players.\n"),
        (("coop2", "--players", "0"), 2, "This edition is for 2-2 players.\n"),
    ],
)
def test_what_does_not_exist_is_one_sentence(tmp_path, capsys, words, code, err):
    assert said(capsys, "rules", *words, "--data", tmp_path) == (code, "", err)


def test_people_are_counted_over_all_matches(tmp_path, capsys):
    fill(tmp_path)
    book = fill(tmp_path, leave_open=True)
    book.append(2, 5, 9.0, EndMatch())
    book.close()
    code, out, _ = said(capsys, "stats", "--data", tmp_path)
    assert code == 0
    assert out.splitlines()[0].startswith("=Bo: matches 2, won 1; rounds 2, points 8;")
    assert "=Bo & Clara voted alike 2 times of 2." in out
    assert "Dan fell for =Bo 2 times." in out


def test_statistics_are_data_for_programs(tmp_path, capsys):
    fill(tmp_path)
    code, out, _ = said(capsys, "stats", 1, "--json", "--data", tmp_path)
    told = json.loads(out)
    assert (code, told["format"], told["matches"][0]["match"], told["matches"][0]["over"]) == (0, 1, 1, False)
    assert told["people"]["anna"]["told_some"] == 1
    assert told["matches"][0]["rounds"][0]["drawn"] == {"2": 1}


@pytest.fixture
def two_annas(tmp_path):
    """Anna, who tells; and on another evening another Anna, who is called so by the table."""
    book = fill(tmp_path, leave_open=True)
    other = (("Anna", "anna#2"), ("Bo", "=bo"), ("Clara", "clara"), ("Dan", "dan"))
    book.begin(
        9.0,
        StartMatch("refresh2021", tuple(Seat(n, name, person=key) for n, (name, key) in enumerate(other, 1))),
    )
    book.close()
    return tmp_path


def test_two_of_one_name_are_counted_apart(two_annas, capsys):
    _, out, _ = said(capsys, "stats", "--data", two_annas)
    matches = {
        line.split(":")[0]: line.split()[line.split().index("matches") + 1] for line in out.splitlines()[:5]
    }
    assert matches == {"Bo": "2,", "Clara": "2,", "Anna": "1,", "Anna (2)": "1,", "Dan": "2,"}


@pytest.mark.parametrize("same", ["Anna (2)=Anna", "anna#2=anna", " Anna (2) = anna "])
def test_who_was_taken_for_two_is_counted_as_one(same, two_annas, capsys):
    _, out, _ = said(capsys, "stats", "--json", "--same", same, "--data", two_annas)
    people = json.loads(out)["people"]
    assert (people["anna"]["matches"], set(people)) == (2, {"anna", "=bo", "clara", "dan"})


def test_who_was_taken_for_two_stays_one_until_it_is_taken_back(two_annas, capsys):
    def people(*words):
        return set(json.loads(said(capsys, "stats", "--json", *words, "--data", two_annas)[1])["people"])

    others = {"=bo", "clara", "dan"}
    assert people("--same", "Anna (2)=Anna") == {"anna", *others}
    assert people() == {"anna", "anna#2", *others}
    assert people("--same", "Anna (2)=Anna", "--keep") == people() == {"anna", *others}
    assert people("--same", "anna#2=anna#2", "--keep") == people() == {"anna", "anna#2", *others}


def test_what_cannot_be_kept_is_one_sentence(two_annas, capsys):
    (two_annas / "people.json").mkdir()
    code, out, err = said(capsys, "stats", "--same", "Anna (2)=Anna", "--keep", "--data", two_annas)
    assert (code, out) == (2, "")
    assert err.startswith("This could not be kept: ")
    assert sorted(file.name for file in two_annas.iterdir() if "part" in file.name) == []


@pytest.mark.parametrize("same", ["Zoe=Anna", "Anna", "Anna=Zoe"])
def test_nobody_is_counted_as_a_stranger(same, two_annas, capsys):
    code, out, err = said(capsys, "stats", "--same", same, "--data", two_annas)
    assert (code, out) == (2, "")
    assert err.startswith("Nobody in these matches is called")


def test_no_such_match_and_no_book_are_one_sentence(tmp_path, capsys):
    assert said(capsys, "stats", "--data", tmp_path)[0] == 2
    Book(tmp_path / "book.sqlite").close()
    assert said(capsys, "stats", 7, "--data", tmp_path) == (2, "", "There is no such match in the book.\n")
