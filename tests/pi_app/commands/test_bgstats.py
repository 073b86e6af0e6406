"""A match as a play that logging apps import."""

from __future__ import annotations

import csv
import io
import json
from urllib.parse import unquote, urlsplit

import pytest
from played_book import fill

from pi_app.__main__ import main
from pi_app.game.moves import AdjustScore, EndMatch, RenamePlayer, Seat, StartMatch
from pi_app.session.book import Book
from pi_app.session.same_people import keep_same_people


@pytest.fixture
def folder(tmp_path):
    fill(tmp_path)
    book = Book(tmp_path / "book.sqlite")
    book.append(1, 5, 600.0, AdjustScore(4, 3, "=brought the cake"))
    book.append(1, 6, 1800.0, RenamePlayer(4, "Anna"))
    book.append(1, 7, 1800.0, EndMatch())
    book.close()
    return tmp_path


ANNAS = (("Anna", "anna"), ("Anna", "anna#2"), ("Bob", "=bo"))


def exported(folder, capsys, form: str) -> str:
    assert main(["export", "--format", form, "--data", str(folder)]) == 0
    return capsys.readouterr().out


def test_the_play_has_what_the_app_asks_for(folder, capsys):
    play = json.loads(exported(folder, capsys, "bgstats"))
    assert (play["sourceName"], play["playDate"], play["durationMin"]) == (
        "Rabbit Table",
        "1970-01-01 00:00:00",
        30,
    )
    assert play["game"] == {
        "name": "Dixit",
        "bggId": 39856,
        "sourceGameId": "dixit-refresh2021",
        "noPoints": False,
        "highestWins": True,
    }
    assert [(p["name"], p["score"], p["rank"], p["winner"], p["startPlayer"]) for p in play["players"]] == [
        ("Anna (1)", 3, 2, False, True),
        ("=Bo", 4, 1, True, False),
        ("Clara", 3, 2, False, False),
        ("Anna (4)", 3, 2, False, False),
    ]


def test_a_player_is_the_same_one_on_every_evening_whatever_the_name(tmp_path, capsys):
    book = fill(tmp_path, leave_open=True)
    book.append(1, 5, 600.0, RenamePlayer(2, "Bob"))
    seats = tuple(Seat(n, name, person=key) for n, (name, key) in enumerate(ANNAS, 1))
    book.begin(700.0, StartMatch("disney", seats))
    book.close()
    play = json.loads(exported(tmp_path, capsys, "bgstats"))
    assert (play["game"]["name"], play["game"]["bggId"]) == ("Dixit: Disney Edition", 381308)
    assert [(p["name"], p["sourcePlayerId"]) for p in play["players"]] == [
        ("Anna (1)", "anna"),
        ("Anna (2)", "anna#2"),
        ("Bob", "=bo"),
    ]


def test_the_link_carries_the_same_play(folder, capsys):
    link = urlsplit(exported(folder, capsys, "bgstats-link").strip())
    assert (link.scheme, link.netloc, link.path) == ("https", "app.bgstatsapp.com", "/createPlay.html")
    said = json.loads(unquote(link.query.removeprefix("data=")))
    assert said == json.loads(exported(folder, capsys, "bgstats"))


def test_the_points_of_all_rows_add_up_to_the_scores(folder, capsys):
    rows = list(csv.DictReader(io.StringIO(exported(folder, capsys, "csv"))))
    sums: dict[str, int] = {}
    for row in rows:
        sums[row["player"]] = sums.get(row["player"], 0) + int(row["points"])
    assert sums == {"Anna (1)": 3, "'=Bo": 4, "Clara": 3, "Anna (4)": 3}
    assert rows[-1]["why"] == "'=brought the cake"


def test_who_was_taken_for_two_is_one_person_for_the_app(folder, capsys):
    keep_same_people(folder, {"clara": "claire"})
    play = json.loads(exported(folder, capsys, "bgstats"))
    assert [player["sourcePlayerId"] for player in play["players"]] == ["anna", "=bo", "claire", "anna#2"]
