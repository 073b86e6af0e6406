"""A real, invisible window for the screens' tests, the largest size first: it cannot grow."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path

os.environ.setdefault("SDL_VIDEODRIVER", "offscreen")
os.environ.setdefault("LP_NUM_THREADS", "0")

import sys
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from pi_app.screens.launch import configure

sys.path.insert(0, str(Path(__file__).parent))
configure((1920, 1280), fullscreen=False, home=Path(tempfile.mkdtemp(prefix="kivy-home-")))


@pytest.fixture
def open_driver() -> Iterator[Callable[..., Any]]:
    """Opens an app on a table at a size; the one before is closed first, the last one after the test."""
    from driver import Driver

    opened: list[Driver] = []

    def open_one(
        table: Any, size: tuple[int, int], tick: Callable[[], None] = lambda: None, **given: Any
    ) -> Driver:
        while opened:
            opened.pop().close()
        opened.append(Driver(table, size, tick, **given))
        return opened[0]

    yield open_one
    while opened:
        opened.pop().close()
