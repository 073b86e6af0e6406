"""Findings in, one zip file out with all that somebody needs to help: no names of people unless asked.

Each part that cannot be had is replaced by a line that says why; a bundle always comes about.
"""

from __future__ import annotations

import errno
import importlib.metadata
import json
import os
import platform
import shutil
import sqlite3
import subprocess
import zipfile
from collections.abc import Callable, Mapping
from contextlib import closing, suppress
from pathlib import Path

from pi_app.doctor.finding import Place, on_a_pi
from pi_app.doctor.veil import Veil, clean_settings, names_in
from pi_app.session.book_file import read_only
from pi_app.session.last_readings import FILE_NAME, runtime_folder
from pi_app.session.rows import DamagedRow, event_of
from pi_app.settings import BOOK_NAME

LOG_LINES = 3000
LAST_EVENTS = 400
LOG_LIMIT_S = 20.0
SERVICE = "rabbit-table.service"
_RUNTIME = Path("/run/rabbit-table")
"""Of the service, for whoever asks from a terminal."""


def write_bundle(place: Place, doctor: Mapping[str, object], target: Path, names: bool = False) -> None:
    """Write the file whole or not at all. names: leave people's names in. Raise OSError."""
    target = Path(os.path.realpath(target))
    if target.exists() and not target.is_file():
        raise FileExistsError(errno.EEXIST, os.strerror(errno.EEXIST), str(target))
    veil = Veil(() if names else names_in(place.data / BOOK_NAME), _home(), lifted=names)
    parts: dict[str, Callable[[], str]] = {
        "doctor.json": lambda: json.dumps(veil.over(doctor), ensure_ascii=False, indent=1),
        "settings.toml": lambda: veil.on(clean_settings(place.config.read_bytes(), lifted=names)),
        "versions.txt": versions,
        "log.txt": lambda: veil.on(service_log()),
        FILE_NAME: last_readings,
        "events.jsonl": lambda: last_events(place.data / BOOK_NAME, veil),
    }
    part = target.with_name(target.name + ".part")
    try:
        with zipfile.ZipFile(part, "w", zipfile.ZIP_DEFLATED) as bundle:
            for name, make in parts.items():
                bundle.writestr(name, _text_of(make).encode(errors="replace"))
        part.replace(target)
    finally:
        with suppress(OSError):
            part.unlink(missing_ok=True)


def _home() -> Path:
    try:
        return Path.home()
    except RuntimeError:
        return Path("/")


def _text_of(make: Callable[[], str]) -> str:
    try:
        return make()
    except (OSError, ValueError, sqlite3.Error, subprocess.SubprocessError) as error:
        # SQLite's sentences may quote what is in the file.
        why = getattr(error, "sqlite_errorname", error)
        return f"(not here: {type(error).__name__}: {why})\n"


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
    words = [program, "-u", SERVICE, "-n", str(LOG_LINES), "--no-pager", "-o", "short-iso", "--no-hostname"]
    return subprocess.check_output(  # noqa: S603
        words, text=True, errors="replace", stderr=subprocess.STDOUT, timeout=LOG_LIMIT_S
    )


def last_readings() -> str:
    """What the running evening saw last."""
    return ((runtime_folder() or _RUNTIME) / FILE_NAME).read_text(encoding="utf-8")


def last_events(path: Path, veil: Veil) -> str:
    """The newest events of the book, a line each, oldest first; also from a damaged book.

    A move that is not as it was written is left out: it may hold anything.
    """
    with closing(read_only(path)) as db:
        rows = db.execute(
            "SELECT match, n, at, move, crc FROM event ORDER BY match DESC, n DESC LIMIT ?", (LAST_EVENTS,)
        ).fetchall()
    return "".join(_event_line(row, veil) + "\n" for row in reversed(rows))


def _event_line(row: tuple[int, int, float, str, int], veil: Veil) -> str:
    match, n, at, move, crc = row
    where = {"match": match, "n": n, "at": at}
    try:
        event_of(match, n, (n, at, move, crc))
    except DamagedRow:
        numbers = {key: value for key, value in where.items() if isinstance(value, int | float)}
        return json.dumps({**numbers, "move": "(not readable)"})
    return json.dumps({**where, "move": veil.typed(json.loads(move))}, ensure_ascii=False)
