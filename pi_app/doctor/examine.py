"""Names of checks in, their findings out: each in a child process that may crash or hang as it likes."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path

import msgspec

import pi_app
from pi_app.doctor.checks import CHECKS
from pi_app.doctor.finding import Finding, Place, fail

AT_ONCE = 2
_GIVE_UP_S = 3.0
"""A killed child that sits in the kernel is left there."""
_SHOWN = 100
"""Letters of a child's last words."""


def examine(
    place: Place, names: Iterable[str] = tuple(CHECKS), limit: float | None = None
) -> Iterator[Finding]:
    """The findings in the order of the names. `limit`: seconds for each, instead of its own."""
    children: list[subprocess.Popen[bytes]] = []
    with ThreadPoolExecutor(AT_ONCE) as pool:
        try:
            for findings in pool.map(
                lambda name: _one(place, name, limit or CHECKS[name][1], children), names
            ):
                yield from findings
        except BaseException:
            # A signal: nobody waits for what is still being checked.
            pool.shutdown(wait=False, cancel_futures=True)
            for child in children:
                child.kill()
            raise


def _one(place: Place, name: str, limit: float, children: list[subprocess.Popen[bytes]]) -> list[Finding]:
    # -P: what lies in the folder somebody stands in is no part of the evening.
    command = [sys.executable, "-P", "-m", "pi_app.doctor.one", name, str(place.config), str(place.data)]
    child = subprocess.Popen(  # noqa: S603
        command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=_environment()
    )
    children.append(child)
    try:
        said, complaints = child.communicate(timeout=limit)
    except subprocess.TimeoutExpired:
        return [_hangs(place, name, limit, child)]
    try:
        return msgspec.json.decode(said, type=list[Finding])
    except msgspec.DecodeError:
        return [_crashed(place, name, child.returncode, complaints.decode(errors="replace"))]


def _environment() -> dict[str, str]:
    """Ours, with this very program on the path, after what the caller put there."""
    paths = [os.environ.get("PYTHONPATH", ""), str(Path(pi_app.__file__).parents[1])]
    return {**os.environ, "PYTHONPATH": os.pathsep.join(path for path in paths if path)}


def _hangs(place: Place, name: str, limit: float, child: subprocess.Popen[bytes]) -> Finding:
    child.kill()
    with suppress(subprocess.TimeoutExpired):
        child.communicate(timeout=_GIVE_UP_S)
    text = place.words.text
    line = text("This check did not come to an end in {n} s.", n=round(limit))
    return fail(
        name, line, text("Switch the Pi off, pull its plug for a moment, and start again."), limit=limit
    )


def _crashed(place: Place, name: str, code: int, complaints: str) -> Finding:
    text = place.words.text
    said = "".join([line for line in complaints.splitlines() if line.strip()][-1:])
    why = signal.Signals(-code).name if code < 0 else said[:_SHOWN] or str(code)
    line = text("This check crashed ({why}).", why=why)
    advice = text("Run deploy/install again; if it stays, send a support bundle.")
    return fail(name, line, advice, said=said[:300])
