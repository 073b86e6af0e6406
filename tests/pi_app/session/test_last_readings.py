"""The small file of the newest readings."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from pi_app.game.pieces import Phase
from pi_app.session.last_readings import EVERY_S, KEPT, LastReadings, runtime_folder
from pi_app.vision.seen import Crop, DiscSeen, Picture, Reading, Side

BACK = DiscSeen(3, Side.BACK, None, None, 2, (10.0, 20.0), None, crop=Crop(2, 2, b"\0\1\2\3"))
READING = Reading(5.0, 3, 4.0, (), (BACK,), (), Picture((2304, 1296), 6.0, 0.8, 0.6, False))


class Clock:
    now = 100.0

    def __call__(self) -> float:
        return self.now


def told(folder: Path) -> list[dict[str, object]]:
    found: list[dict[str, object]] = json.loads((folder / "readings.json").read_text())
    return found


def test_the_newest_are_kept_one_in_a_few_seconds_and_without_pictures(tmp_path: Path) -> None:
    clock = Clock()
    kept = LastReadings(tmp_path, clock)
    for _ in range(100):
        kept.keep(READING, Phase.REVEAL)
        clock.now += EVERY_S / 4
    assert len(told(tmp_path)) == KEPT
    newest = told(tmp_path)[-1]
    assert newest["phase"] == "REVEAL"
    assert '"crop": null' in json.dumps(newest)
    assert [path.name for path in tmp_path.iterdir()] == ["readings.json"]


@pytest.mark.parametrize("folder", [None, Path("/proc/no-such-folder")])
def test_without_a_folder_to_write_to_nothing_happens(folder: Path | None) -> None:
    LastReadings(folder, Clock()).keep(READING, Phase.REVEAL)


@pytest.mark.parametrize(
    ("said", "folder"), [("/run/rabbit-table", Path("/run/rabbit-table")), ("/a:/b", Path("/a")), ("", None)]
)
def test_the_folder_is_the_one_systemd_made(
    monkeypatch: pytest.MonkeyPatch, said: str, folder: Path | None
) -> None:
    monkeypatch.setenv("RUNTIME_DIRECTORY", said)
    assert runtime_folder() == folder
