"""Findings in, one zip file out with all that somebody needs to help: no names of players unless asked.

Each part that cannot be had is replaced by a line that says why; a bundle always comes about.
"""

from __future__ import annotations

import importlib.metadata
import json
import platform
import re
import shutil
import sqlite3
import subprocess
import zipfile
from collections.abc import Callable, Iterable, Mapping
from contextlib import closing
from pathlib import Path

from pi_app.doctor.finding import Place, on_a_pi
from pi_app.session.book_file import read_only
from pi_app.session.last_readings import FILE_NAME, runtime_folder
from pi_app.settings import BOOK_NAME

LOG_LINES = 3000
LAST_EVENTS = 400
LOG_LIMIT_S = 20.0
SERVICE = "rabbit-table.service"
_RUNTIME = Path("/run/rabbit-table")
"""Of the service, for whoever asks from a terminal."""
_SECRET = re.compile(r"(?im)^(\s*\w*(?:password|secret|token|pin_code|key)\w*\s*=\s*).*$")


def write_bundle(place: Place, doctor: Mapping[str, object], target: Path, names: bool = False) -> None:
    """Write the file whole or not at all. names: leave players' names in. Raise OSError."""
    parts: dict[str, Callable[[], str]] = {
        "doctor.json": lambda: json.dumps(doctor, ensure_ascii=False, indent=1),
        "settings.toml": lambda: _SECRET.sub(r'\1"(left out)"', place.config.read_text(encoding="utf-8")),
        "versions.txt": versions,
        "log.txt": service_log,
        FILE_NAME: last_readings,
        "events.jsonl": lambda: last_events(place.data / BOOK_NAME),
    }
    known = () if names else _names(place.data / BOOK_NAME)
    part = target.with_name(target.name + ".part")
    try:
        with zipfile.ZipFile(part, "w", zipfile.ZIP_DEFLATED) as bundle:
            for name, make in parts.items():
                bundle.writestr(name, without_names(_text_of(make), known))
        part.replace(target)
    finally:
        part.unlink(missing_ok=True)


def _text_of(make: Callable[[], str]) -> str:
    try:
        return make()
    except (OSError, ValueError, sqlite3.Error, subprocess.SubprocessError) as error:
        return f"(not here: {type(error).__name__}: {error})\n"


def versions() -> str:
    """The system, the kernel, the board, and every package."""
    release = Path("/etc/os-release")
    lines = [
        f"board: {on_a_pi() or platform.machine()}",
        f"kernel: {platform.release()} {platform.machine()}",
        f"python: {platform.python_version()}",
        *(release.read_text(encoding="utf-8").splitlines()[:4] if release.exists() else ()),
    ]
    lines += ["", *system_packages()]
    found = {f"{each.metadata['Name']}=={each.version}" for each in importlib.metadata.distributions()}
    return "\n".join([*lines, "", *sorted(found, key=str.lower)]) + "\n"


def system_packages() -> list[str]:
    """Versions of what comes from the system: camera, pins, zbar, desktop."""
    program = shutil.which("dpkg-query")
    if program is None:
        return []
    patterns = (
        "libcamera0*",
        "python3-libcamera",
        "python3-picamera2",
        "python3-lgpio",
        "libzbar0*",
        "labwc",
        "xwayland",
    )
    done = subprocess.run(  # noqa: S603
        [program, "-W", "-f", "${Package} ${Version}\\n", *patterns],
        check=False,  # one that is not installed makes it fail, and the others are listed all the same
        capture_output=True,
        text=True,
        timeout=LOG_LIMIT_S,
    )
    return [line for line in done.stdout.splitlines() if len(line.split()) == 2]


def service_log() -> str:
    """The newest lines of the service."""
    program = shutil.which("journalctl")
    if program is None:
        return "(no journal on this computer)\n"
    words = [program, "-u", SERVICE, "-n", str(LOG_LINES), "--no-pager", "-o", "short-iso"]
    return subprocess.check_output(  # noqa: S603
        words, text=True, errors="replace", stderr=subprocess.STDOUT, timeout=LOG_LIMIT_S
    )


def last_readings() -> str:
    """What the running evening saw last."""
    return ((runtime_folder() or _RUNTIME) / FILE_NAME).read_text(encoding="utf-8")


def last_events(path: Path) -> str:
    """The newest events of the book, a line each, oldest first; also from a damaged book, as they are."""
    with closing(read_only(path)) as db:
        rows = db.execute(
            "SELECT match, n, at, move FROM event ORDER BY match DESC, n DESC LIMIT ?", (LAST_EVENTS,)
        ).fetchall()
    lines = [f'{{"match": {m}, "n": {n}, "at": {at}, "move": {move}}}' for m, n, at, move in reversed(rows)]
    return "\n".join(lines) + "\n"


def _names(path: Path) -> tuple[str, ...]:
    """Every name that stands in the book, the longest first."""
    try:
        with closing(read_only(path)) as db:
            moves = [row[0] for row in db.execute("SELECT move FROM event")]
    except sqlite3.Error:
        return ()
    return tuple(sorted({name for move in moves for name in _named(move)}, key=len, reverse=True))


def _named(move: str) -> Iterable[str]:
    """The values of `name` and `reason` anywhere in a move's JSON: all that people typed."""
    typed: list[str] = []

    def look(pairs: list[tuple[str, object]]) -> None:
        typed.extend(
            text for key, text in pairs if key in ("name", "reason") and isinstance(text, str) and text
        )

    try:
        json.loads(move, object_pairs_hook=look)
    except (ValueError, RecursionError):
        return ()
    return typed


def without_names(text: str, names: Iterable[str]) -> str:
    """Each name, also as JSON writes it, becomes `name N`; the same one the same way everywhere."""
    numbered = {name: f"name {number}" for number, name in enumerate(names, 1)}
    written = {json.dumps(name)[1:-1]: stands for name, stands in numbered.items()} | numbered
    if not written:
        return text
    anyone = "|".join(re.escape(name) for name in sorted(written, key=len, reverse=True))
    return re.sub(rf"(?<!\w)(?:{anyone})(?!\w)", lambda found: written[found[0]], text)
