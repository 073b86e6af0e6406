"""A real, invisible window for the screens' tests, the largest size first: it cannot grow."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path

os.environ.setdefault("SDL_VIDEODRIVER", "offscreen")
os.environ.setdefault("LP_NUM_THREADS", "0")

from pi_app.screens.launch import configure

configure((1920, 1280), fullscreen=False, home=Path(tempfile.mkdtemp(prefix="kivy-home-")))
