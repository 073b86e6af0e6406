"""Our parts in a Debian 13 system like the Pi's: Python 3.13, apt's numpy, real libcamera and picamera2.

The system is built once, in a minute or two, and kept in the user's cache (`tests/trixie/build_root`).
Where its packages cannot be had, these tests are skipped and say so in the summary.
"""

from __future__ import annotations

import re
import shutil
import subprocess
import warnings
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

import pytest

HERE = Path(__file__).parent
TOP = HERE.parents[1]
CANNOT_BE_HAD = 3
LIMIT = 1500.0

LEFT_OUT = {
    "tests/benchmarks": "measures, and has its own command",
    "tests/deploy/test_units.py": "asks the host's systemd and shellcheck",
    "tests/pi_app/commands/test_pictures.py": "draws windows for a minute",
    "tests/pi_app/screens": "draws windows for many minutes",
    "tests/pi_app/web/browser": "needs a browser",
    "tests/safety": "breaks things for long, whatever Python runs",
    "tests/pi_app/web/test_openapi.py": "needs schemathesis, a large tool of the host",
    "tests/test_shape.py": "reads source files, whatever Python runs",
    "tests/trixie": "is this",
}
"""Not run there by CI, and why; everything else under tests/ is. `tests/trixie/whole` runs these, too."""

pytestmark = [pytest.mark.slow, pytest.mark.xdist_group("trixie")]


@pytest.fixture(scope="module")
def root() -> str:
    built = subprocess.run([str(HERE / "build_root")], capture_output=True, text=True, timeout=LIMIT)
    if built.returncode == CANNOT_BE_HAD:
        why = f"NOT CHECKED on Debian 13 with the real picamera2: {built.stderr.strip().splitlines()[-1]}"
        warnings.warn(why, stacklevel=1)
        pytest.skip(why)
    assert built.returncode == 0, built.stderr
    return built.stdout.strip()


def run_inside(root: str, *arguments: str) -> dict[str, int]:
    """pytest in the system; how many tests of each outcome there were."""
    command = ["python", "-m", "tests.twice", "-q", "--tb=short", "--show-capture=no", *arguments]
    ran = subprocess.run(
        [str(HERE / "enter"), *command],
        capture_output=True,
        text=True,
        timeout=LIMIT,
        env={"PATH": "/usr/sbin:/usr/bin:/sbin:/bin", "TRIXIE_ROOT": root},
    )
    said = ran.stdout.strip().splitlines() or [""]
    assert ran.returncode == 0, "\n".join([*said[-150:], ran.stderr[:4000]])
    return outcomes(said)


def outcomes(said: Sequence[str]) -> dict[str, int]:
    """What passed and what was skipped, of a run that passed: what failed at first was tried again."""
    ends = [line for line in said if re.search(r" in [\d.]+s\b", line)]
    counted: Counter[str] = Counter()
    for count, what in re.findall(r"(\d+) (passed|skipped)", " ".join(ends)):
        counted[what] += int(count)
    return dict(counted)


def only_picamera() -> Sequence[str]:
    return ("-o", "pythonpath=. tests/trixie/inside", "-W", "ignore:setDaemon", "tests/trixie/inside")


def test_the_pi_camera_works_on_the_real_picamera2(root: str) -> None:
    counted = run_inside(root, *only_picamera())
    assert set(counted) == {"passed"}
    assert counted["passed"] >= 40


def test_the_unit_suite_passes_on_python_3_13_with_debians_numpy(root: str) -> None:
    left_out = [f"--ignore={path}" for path in LEFT_OUT]
    counted = run_inside(root, "-m", "not slow", *left_out, "tests")
    assert set(counted) <= {"passed", "skipped"}
    assert counted["passed"] > 100 * counted.get("skipped", 0)


@pytest.mark.parametrize("path", LEFT_OUT)
def test_what_is_left_out_there_exists_here(path: str) -> None:
    assert (TOP / path).exists()


@pytest.mark.skipif(shutil.which("shellcheck") is None, reason="NOT CHECKED: shellcheck is not installed")
def test_shellcheck_has_nothing_to_say() -> None:
    scripts = [
        str(path)
        for path in sorted(HERE.rglob("*"))
        if path.is_file() and path.read_bytes().startswith(b"#!/usr")
    ]
    assert len(scripts) >= 6
    checked = subprocess.run(["shellcheck", "-x", *scripts], cwd=TOP, capture_output=True, text=True)
    assert checked.stdout == ""
