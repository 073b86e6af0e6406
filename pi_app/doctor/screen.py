"""What people see and hear: a display that stays awake, letters for every language, sound; findings out."""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from pathlib import Path

from hardware.connectors import CARDS, connected
from pi_app.doctor.finding import Finding, Place, fail, ok, skip, warn
from pi_app.screens.fonts import made
from pi_app.sound.programs import players, speakers


def display(place: Place, environment: Mapping[str, str] = os.environ, cards: Path = CARDS) -> list[Finding]:
    """What a window would open on."""
    text = place.words.text
    screens = connected(cards)
    desktop = environment.get("DISPLAY") or environment.get("WAYLAND_DISPLAY") or ""
    facts = {"desktop": desktop, "screens": ", ".join(screens)}
    if desktop:
        return [ok("display", text("A desktop is running ({name}).", name=desktop), **facts)]
    if screens:
        return [ok("display", text("A screen is connected: {names}.", names=facts["screens"]), **facts)]
    line = text("There is no display: only buttons and scoreboard.")
    return [warn("display", line, text("Connect the touchscreen and start again."), **facts)]


def blanking(place: Place, home: Path | None = None) -> list[Finding]:
    """A display that goes dark in mid-match; raspi-config does it through swayidle in labwc's autostart."""
    text = place.words.text
    file = (home or Path.home()) / ".config/labwc/autostart"
    try:
        lines = file.read_text(encoding="utf-8", errors="replace").splitlines()
    except OSError:
        return [skip("blanking", text("No labwc desktop is set up for this user."))]
    if any(re.match(r"[^#]*\bswayidle\b", line) for line in lines):
        line = text("The display goes dark by itself.")
        return [
            warn(
                "blanking", line, text("sudo raspi-config nonint do_blanking 1, or run deploy/install again.")
            )
        ]
    return [ok("blanking", text("The display stays awake."))]


def fonts(place: Place) -> list[Finding]:
    """The letters of all languages, and the joining of Persian ones."""
    os.environ.setdefault("KIVY_NO_ARGS", "1")
    os.environ.setdefault("KIVY_NO_CONFIG", "1")
    os.environ.setdefault("KIVY_NO_FILELOG", "1")
    os.environ.setdefault("KIVY_NO_CONSOLELOG", "1")
    from PIL import features  # noqa: PLC0415

    text = place.words.text
    facts = {name: bool(features.check(name)) for name in ("raqm", "fribidi", "harfbuzz")}
    if not (facts["raqm"] and facts["fribidi"]):
        advice = text("sudo apt install libfribidi0, and Pillow as pinned.")
        return [fail("fonts", text("Persian letters cannot be joined."), advice, **facts)]
    missing = [file for file in _font_files() if not file.is_file()]
    if missing:
        line = text("A font is missing: {file}.", file=missing[0].name)
        return [fail("fonts", line, text("Run deploy/install again."), **facts)]
    if made() is None:
        line = text("The table's own font is not there: plainer letters are used.")
        return [warn("fonts", line, text("Run deploy/install again."), **facts)]
    return [ok("fonts", text("Fonts are here, and Persian letters are joined."), **facts)]


def sound(place: Place) -> list[Finding]:
    """Programs for what the settings ask for; none is needed to play."""
    text, wanted = place.words.text, place.settings
    if wanted.speak and not speakers():
        line = text("Points cannot be said aloud: no speech program is installed.")
        return [warn("sound", line, text("sudo apt install espeak-ng"))]
    if not wanted.sound:
        return [skip("sound", text("Sounds are switched off in the settings."))]
    if not players():
        line = text("No sound can be played: no program for it is installed.")
        return [warn("sound", line, text("sudo apt install alsa-utils"))]
    return [ok("sound", text("Sounds can be played."))]


def _font_files() -> list[Path]:
    from importlib.util import find_spec  # noqa: PLC0415

    spec = find_spec("kivy")
    folder = Path(spec.origin).parent / "data/fonts" if spec and spec.origin else Path("kivy")
    return [folder / name for name in ("Roboto-Regular.ttf", "Roboto-Bold.ttf", "DejaVuSans.ttf")]
