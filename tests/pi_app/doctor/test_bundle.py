"""The support bundle: what is in it, and that nobody's name is."""

from __future__ import annotations

import json
import os
import sqlite3
import stat
import tomllib
import zipfile
from contextlib import closing
from pathlib import Path

import pytest

from pi_app.__main__ import main
from pi_app.commands import support_bundle
from pi_app.doctor import records
from pi_app.doctor.bundle import write_bundle
from pi_app.doctor.finding import Place
from pi_app.doctor.veil import Veil
from pi_app.game.moves import AddPlayer, AdjustScore, OpenVoting, RenamePlayer, Seat, StartMatch
from pi_app.session.book import Book

NAMES = ("Anna", "Anna-Maria", 'Jüri "J"', "نوبت")
PARTS = {"doctor.json", "settings.toml", "versions.txt", "log.txt", "readings.json", "events.jsonl"}


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Place:
    (tmp_path / "settings.toml").write_text('language = "en"\n')
    book = Book(tmp_path / "book.sqlite")
    seats = tuple(Seat(number, name) for number, name in enumerate(NAMES, 1))
    match = book.begin(1.0, StartMatch("refresh2021", seats))
    book.append(match, 1, 2.0, OpenVoting())
    book.append(match, 2, 3.0, AdjustScore(2, -1, "Anna-Maria peeked"))
    book.close()
    run = tmp_path / "run"
    run.mkdir()
    (run / "readings.json").write_text('[{"phase": "REVEAL"}]')
    monkeypatch.setenv("RUNTIME_DIRECTORY", str(run))
    return Place.at(tmp_path / "settings.toml", tmp_path)


def bundle(place: Place, target: Path, names: bool = False, doctor: str = "all well") -> dict[str, str]:
    write_bundle(place, {"checks": [doctor]}, target, names)
    with zipfile.ZipFile(target) as file:
        assert file.testzip() is None
        return {name: file.read(name).decode() for name in file.namelist()}


def test_everything_is_in_it(place: Place, tmp_path: Path) -> None:
    parts = bundle(place, tmp_path / "b.zip")
    assert set(parts) == PARTS
    assert json.loads(parts["doctor.json"]) == {"checks": ["all well"]}
    assert "numpy==" in parts["versions.txt"]
    assert "REVEAL" in parts["readings.json"]
    moves = [json.loads(line)["move"]["move"] for line in parts["events.jsonl"].splitlines()]
    assert moves == ["StartMatch", "OpenVoting", "AdjustScore"]


def test_no_name_is_in_it_not_even_where_a_program_said_it(place: Place, tmp_path: Path) -> None:
    parts = bundle(place, tmp_path / "b.zip", doctor="No vote from Anna; نوبت waits")
    everything = "".join(parts.values())
    for name in NAMES:
        assert name not in everything
        assert json.dumps(name)[1:-1] not in everything
    assert "peeked" not in everything


def test_one_person_is_the_same_everywhere(place: Place, tmp_path: Path) -> None:
    parts = bundle(place, tmp_path / "b.zip", doctor="No vote from Anna")
    players = json.loads(parts["events.jsonl"].splitlines()[0])["move"]["players"]
    assert len({seat["name"] for seat in players}) == len(NAMES)
    assert players[0]["name"] in parts["doctor.json"]


def test_names_stay_when_they_are_asked_for(place: Place, tmp_path: Path) -> None:
    assert "Anna-Maria" in bundle(place, tmp_path / "b.zip", names=True)["events.jsonl"]


@pytest.mark.parametrize(
    ("text", "clean"),
    [
        ("Anna has Annas book", "name 2 has Annas book"),
        ("Anna-Maria", "name 1"),
        ("an anna", "an anna"),
        ("", ""),
    ],
)
def test_only_whole_names_are_taken_out(text: str, clean: str) -> None:
    assert Veil(("Anna-Maria", "Anna"), Path("/")).on(text) == clean


@pytest.mark.parametrize(
    "settings",
    [
        '[mqtt]\npassword = "hunter2"\n',
        'mqtt.password = "hunter2"\n',
        'mqtt = {on = false, "password" = "hunter2"}\n',
        '[mqtt]\npassword = """\nhunter2"""\n',
        '[mqtt]\npassword = "hunter2\n',
        "[mqtt]\npassword = '''\nhunter2\n",
        "# hunter2\n",
        '[mqtt]\nuser]"hunter2 = 1',
        '[[mqtt]]\npassword = "hunter2"\n',
        'mqtt = [{user = "x", password = "hunter2"}]\n',
        'passwort = "hunter2"\n[wifi]\npsk = "hunter2"\n',
    ],
)
@pytest.mark.parametrize("names", [False, True])
def test_no_password_is_in_it_however_it_is_written(
    place: Place, tmp_path: Path, settings: str, names: bool
) -> None:
    place.config.write_text(settings)
    assert "hunter2" not in "".join(bundle(place, tmp_path / "b.zip", names).values())


def test_settings_that_are_no_names_are_in_it(place: Place, tmp_path: Path) -> None:
    place.config.write_text('language = "et"\n[mqtt]\nhost = "hub"\nuser = "Wilma"\ntable = "Wilma"\n')
    said = bundle(place, tmp_path / "b.zip")["settings.toml"]
    assert tomllib.loads(said)["mqtt"]["host"] == "hub"
    assert "Wilma" not in said


def test_who_somebody_is_over_evenings_is_left_out_too(place: Place, tmp_path: Path) -> None:
    book = Book(tmp_path / "book.sqlite")
    seats = (Seat(1, "Zoe\u0301", person="zoe of the hill"), Seat(2, "Bo"), Seat(3, "Cy"))
    match = book.begin(9.0, StartMatch("refresh2021", seats))
    book.append(match, 1, 9.5, AddPlayer(Seat(4, "Wilhelmina", person="wilhelmina")))
    book.append(match, 2, 9.6, RenamePlayer(4, "Mina"))
    book.close()
    parts = bundle(place, tmp_path / "b.zip", doctor="Zo\u00e9, Zoe\u0301 and Wilhelmina")
    everything = "".join(parts.values()).casefold()
    for name in ("zoe", "zo\u00e9", "wilhelmina", "mina"):
        assert name not in everything


def test_names_like_words_of_ours_leave_the_rest_as_it_is(place: Place, tmp_path: Path) -> None:
    book = Book(tmp_path / "book.sqlite")
    book.begin(
        9.0, StartMatch("refresh2021", tuple(Seat(n, w) for n, w in enumerate(("match", "1", "n"), 1)))
    )
    book.close()
    lines = bundle(place, tmp_path / "b.zip", doctor="1 n")["events.jsonl"].splitlines()
    last = json.loads(lines[-1])
    assert (last["match"], last["n"], last["move"]["players"][0]["id"]) == (2, 1, 1)
    assert {seat["name"].split()[0] for seat in last["move"]["players"]} == {"name"}


def test_a_move_that_is_no_move_any_more_is_left_out(place: Place, tmp_path: Path) -> None:
    with closing(sqlite3.connect(tmp_path / "book.sqlite")) as db, db:
        db.execute("UPDATE event SET move = substr(move, 2) WHERE n = 1")
    said = bundle(place, tmp_path / "b.zip")["events.jsonl"]
    assert "not readable" in said
    assert not any(name in said for name in NAMES)


@pytest.mark.parametrize(
    "harm",
    [
        "UPDATE event SET move = CAST(replace(CAST(move AS BLOB), x'22', x'ff') AS TEXT)",
        "UPDATE event SET move = replace(move, 'name', 'nam\u00e9'), n = n",
        "UPDATE event SET at = move",
    ],
)
def test_nothing_of_a_damaged_move_is_told(place: Place, tmp_path: Path, harm: str) -> None:
    with closing(sqlite3.connect(tmp_path / "book.sqlite")) as db, db:
        db.execute(harm)
    found = records.book(place)
    said = [str(finding) for finding in found] + list(bundle(place, tmp_path / "b.zip").values())
    assert "damaged" in said[0]
    for text in said:
        assert not any(name in text for name in NAMES)


def test_the_home_folder_is_not_named(place: Place, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", "/home/anna")
    said = bundle(place, tmp_path / "b.zip", doctor="/home/anna/.config is there, /home/anna-b is not")
    assert json.loads(said["doctor.json"])["checks"] == ["~/.config is there, /home/anna-b is not"]


def test_only_a_file_is_replaced_and_a_link_stays(place: Place, tmp_path: Path) -> None:
    pipe, link = tmp_path / "pipe", tmp_path / "link"
    os.mkfifo(pipe)
    link.symlink_to(tmp_path / "real.zip")
    for where in (pipe, tmp_path):
        with pytest.raises(FileExistsError):
            write_bundle(place, {}, where)
    assert stat.S_ISFIFO(pipe.stat().st_mode)
    assert set(bundle(place, link)) == PARTS
    assert link.is_symlink()


@pytest.mark.parametrize("content", [b"", b"my diary", None])
def test_a_bundle_comes_about_whatever_is_broken(place: Place, tmp_path: Path, content: bytes | None) -> None:
    book = place.data / "book.sqlite"
    for beside in place.data.glob("book.sqlite*"):
        beside.unlink()
    if content is not None:
        book.write_bytes(content)
    place.config.unlink()
    parts = bundle(place, tmp_path / "b.zip")
    assert set(parts) == PARTS
    assert "not here" in parts["events.jsonl"]
    assert "not here" in parts["settings.toml"]


def test_a_place_that_cannot_be_written_is_said_in_one_sentence(
    place: Place, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(support_bundle, "examine", lambda place: [])
    where = ["--config", str(place.config), "--data", str(place.data)]
    assert main(["support-bundle", "/proc/no-such-folder/b.zip", *where]) == 2
    said = capsys.readouterr()
    assert (said.out, said.err.count("\n")) == ("", 1)
