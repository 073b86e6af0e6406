"""The pictures of the README: every screen, both sizes, really drawn."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from pi_app.commands.web_pictures import browser_path

SCREENS = (
    *("lobby", "clue", "voting", "reveal", "owners", "scores", "finish"),
    *("start", "menu", "seat", "rules", "vote", "camera", "rounds", "preview", "settings"),
)
SCOREBOARDS = {
    "phone-voting": (360, 720),
    "phone-scores": (360, 720),
    "tv-scores": (1280, 720),
    "tv-tables": (1280, 720),
}
ONLY = [word for screen in (*SCREENS, *SCOREBOARDS) for word in ("--only", screen)]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """In a process of its own, as a person would do it: Kivy has one window a process."""
    out = tmp_path_factory.mktemp("pictures")
    subprocess.run(
        [
            sys.executable,
            "-m",
            "pi_app",
            "pictures",
            "--out",
            str(out),
            "--players",
            "4",
            "--rounds",
            "1",
            *ONLY,
        ],
        check=True,
        env={**os.environ, "KIVY_HOME": str(out / "kivy")},
        timeout=120,
    )
    return out


@pytest.mark.parametrize("size", [(800, 480), (1280, 720)])
@pytest.mark.parametrize("screen", SCREENS)
def test_every_screen_has_its_picture(screen: str, size: tuple[int, int], folder: Path) -> None:
    with Image.open(folder / f"{screen}-{size[0]}x{size[1]}.png") as picture:
        assert picture.size == size
        pixels = np.asarray(picture.convert("L"), dtype=int)
    assert pixels.std() > 15
    assert pixels[: size[1] // 2].std() > 10


@pytest.mark.skipif(browser_path() is None, reason="no browser on this machine")
@pytest.mark.parametrize("name", SCOREBOARDS)
def test_the_scoreboard_has_its_pictures_too(name: str, folder: Path) -> None:
    size = SCOREBOARDS[name]
    file = folder / f"{name}-{size[0]}x{size[1]}.png"
    with Image.open(file) as picture:
        assert picture.size == size
        assert len(picture.convert("RGB").getcolors(2**24) or ()) > 100
    assert file.stat().st_size < 150_000


def test_a_folder_that_cannot_be_made_is_refused(tmp_path: Path) -> None:
    from argparse import Namespace

    from pi_app.commands.pictures import run

    (tmp_path / "file").write_text("in the way")
    assert run(Namespace(out=tmp_path / "file" / "pictures", players=4, rounds=1, seed=1)) == 2
