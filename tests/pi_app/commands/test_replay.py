"""`replay`: a match of the book as lines that `score` reads back."""

from __future__ import annotations

import pytest
from played_book import fill

from pi_app.__main__ import main


def test_the_newest_match_is_printed_a_line_a_round(tmp_path, capsys):
    fill(tmp_path)
    assert main(["replay", "--data", str(tmp_path)]) == 0
    assert capsys.readouterr().out.splitlines() == [
        'match refresh2021 1=Anna 2="=Bo" 3=Clara 4=Dan',
        '1: T=Anna 1:Anna* 2:"=Bo" | "=Bo">1 Clara>1 Dan>2 | Anna+3 "=Bo"+4 Clara+3 Dan+0',
    ]


@pytest.mark.parametrize("match", ["7", "0"])
def test_a_match_that_is_not_there_is_one_sentence(tmp_path, capsys, match):
    fill(tmp_path)
    assert main(["replay", match, "--data", str(tmp_path)]) == 2
    said = capsys.readouterr()
    assert (said.out, said.err) == ("", "There is no such match in the book.\n")


def test_a_folder_without_a_book_is_one_sentence_and_stays_empty(tmp_path, capsys):
    assert main(["replay", "--data", str(tmp_path)]) == 2
    assert capsys.readouterr().err == f"There is no book in {tmp_path} yet.\n"
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("settings", "sentence"),
    [
        ("this is no TOML", "The settings in {file} are not understood; defaults are used. ("),
        ("language = 7", 'The setting language is not understood; "en" is used.\n'),
        ("mqtt = 7", "The setting mqtt is not understood; its default holds.\n"),
        ("no_such_setting = 1", "There is no setting no_such_setting; it is ignored.\n"),
    ],
)
def test_settings_that_are_not_understood_are_said_and_left_alone(tmp_path, capsys, settings, sentence):
    fill(tmp_path)
    config = tmp_path / "settings.toml"
    config.write_text(settings)

    assert main(["replay", "--data", str(tmp_path), "--config", str(config)]) == 0

    said = capsys.readouterr()
    assert len(said.out.splitlines()) == 2
    assert said.err.startswith(sentence.format(file=config))
    assert len(said.err.splitlines()) == 1
    assert config.read_text() == settings


def test_settings_that_are_named_and_not_there_are_wrong_usage(tmp_path, capsys):
    fill(tmp_path)
    for config in (tmp_path / "none.toml", tmp_path):
        with pytest.raises(SystemExit) as stopped:
            main(["replay", "--data", str(tmp_path), "--config", str(config)])
        assert stopped.value.code == 2
        said = capsys.readouterr()
        assert (said.out, len(said.err.splitlines())) == ("", 1)
        assert str(config) in said.err
