"""The doctor from outside: every check ends, whatever it meets, and says what to do."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from pi_app.doctor.checks import CHECKS, check_named
from pi_app.doctor.examine import examine
from pi_app.doctor.finding import Place, Status

ROOT = Path(__file__).parents[3]


def doctor(folder: Path, *words: str, path: Path | None = None) -> subprocess.CompletedProcess[str]:
    """The command in a process of its own; `path`: a folder whose modules come before all others."""
    before = f"{path}{os.pathsep}" if path else ""
    return subprocess.run(
        [
            sys.executable,
            "-m",
            "pi_app",
            "doctor",
            *words,
            "--data",
            str(folder),
            "--config",
            str(folder / "settings.toml"),
        ],
        env={**os.environ, "PYTHONPATH": f"{before}{ROOT}"},
        cwd=folder,
        capture_output=True,
        text=True,
        timeout=100,
    )


def module(folder: Path, name: str, body: str) -> Path:
    """A folder with a broken package in it."""
    (folder / name).mkdir(parents=True)
    (folder / name / "__init__.py").write_text(body)
    return folder


@pytest.mark.parametrize("name", CHECKS)
def test_every_check_of_the_list_exists(name: str) -> None:
    assert callable(check_named(name))


def test_all_parts_are_examined_and_the_answer_is_json(tmp_path: Path) -> None:
    (tmp_path / "settings.toml").write_text("[web]\nport = 0\n")
    done = doctor(tmp_path, "--json")
    answer = json.loads(done.stdout)
    assert {check["check"] for check in answer["checks"]} == set(CHECKS)
    failed = [check for check in answer["checks"] if check["status"] == "fail"]
    assert answer["ok"] == (not failed)
    assert done.returncode == (3 if failed else 0)
    for check in answer["checks"]:
        assert set(check) == {"check", "status", "text", "advice", "facts"}
        assert bool(check["advice"]) == (check["status"] in ("warn", "fail"))


def test_looking_changes_nothing(tmp_path: Path) -> None:
    (tmp_path / "settings.toml").write_text("this is no toml")
    before = sorted(path.name for path in tmp_path.iterdir())
    done = doctor(tmp_path, "settings", "book", "disk")
    assert done.returncode == 3
    assert sorted(path.name for path in tmp_path.iterdir()) == before
    assert (tmp_path / "settings.toml").read_text() == "this is no toml"


def test_people_get_a_line_a_check_with_what_to_do(tmp_path: Path) -> None:
    (tmp_path / "settings.toml").write_text("[camera]\nkind = 'usb'\ndevice = '/dev/no-such-camera'\n")
    done = doctor(tmp_path, "python", "camera")
    lines = done.stdout.splitlines()
    assert done.returncode == 3
    assert lines[0].startswith("ok   python")
    assert lines[1].startswith("FAIL camera")
    assert "-> " in lines[1]


def test_a_check_that_does_not_exist_is_wrong_usage(tmp_path: Path) -> None:
    done = doctor(tmp_path, "teeth")
    assert (done.returncode, done.stdout) == (2, "")
    assert "teeth" in done.stderr


def test_what_lies_in_the_folder_somebody_stands_in_is_no_part_of_it(tmp_path: Path) -> None:
    for name in ("random", "numpy", "pi_app"):
        (tmp_path / f"{name}.py").write_text("raise SystemExit('mine')\n")
    words = [sys.executable, "-P", "-m", "pi_app", "doctor", "numpy", "clock", "--data", str(tmp_path)]
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    done = subprocess.run(words, env=environment, cwd=tmp_path, capture_output=True, text=True, timeout=100)
    assert [line[:4] for line in done.stdout.splitlines()] == ["ok  ", "ok  "]


def test_a_numpy_of_another_age_is_named_with_the_cure(tmp_path: Path) -> None:
    old = module(tmp_path / "path", "numpy", "__version__ = '1.24.2'\n")
    (line,) = doctor(tmp_path, "numpy", path=old).stdout.splitlines()
    assert line.startswith("FAIL numpy")
    assert "1.24.2" in line
    assert str(old) in line
    assert "simplejpeg" in line


def test_a_part_built_for_another_numpy_is_named_with_the_cure(tmp_path: Path) -> None:
    clash = "raise ValueError('numpy.dtype size changed, may indicate binary incompatibility. Expected 96')\n"
    there = module(tmp_path / "path", "simplejpeg", clash)
    (line,) = doctor(tmp_path, "numpy", path=there).stdout.splitlines()
    assert line.startswith("FAIL numpy")
    assert "dtype size changed" in line
    assert "deploy/install" in line


@pytest.mark.parametrize(
    ("libcamera", "picamera2", "word"),
    [
        ("", "raise ImportError('no module named kms')", "kms"),
        ("raise ImportError('libcamera.so.0.5: cannot open')", "", "libcamera.so.0.5"),
        ("", "raise ValueError('numpy.dtype size changed')", "simplejpeg"),
        ("", "", "not from the system"),
    ],
)
def test_a_camera_software_that_will_not_do_is_named(
    tmp_path: Path, libcamera: str, picamera2: str, word: str
) -> None:
    module(tmp_path / "path", "libcamera", libcamera)
    there = module(tmp_path / "path", "picamera2", picamera2)
    (line,) = doctor(tmp_path, "picamera2", path=there).stdout.splitlines()
    assert line.startswith(("FAIL picamera2", "WARN picamera2"))
    assert word in line


@pytest.mark.parametrize(
    ("body", "word"),
    [
        ("import os, signal; os.kill(os.getpid(), signal.SIGABRT)", "SIGABRT"),
        ("raise ImportError('libGL.so.1: cannot open shared object file')", "libGL.so.1"),
        ("__version__ = '4.5.4'", "4.5.4"),
    ],
)
def test_an_opencv_that_dies_or_is_too_old_costs_only_its_own_line(
    tmp_path: Path, body: str, word: str
) -> None:
    there = module(tmp_path / "path", "cv2", f"{body}\n")
    lines = doctor(tmp_path, "opencv", "python", path=there).stdout.splitlines()
    assert lines[0].startswith("FAIL opencv")
    assert word in lines[0]
    assert lines[1].startswith("ok   python")


@pytest.mark.parametrize(
    ("body", "words"),
    [
        ("__version__ = '4.5.4'", ["4.5.4", "4.8"]),
        (
            "__version__ = '7.0.0'\nclass aruco: DICT_ARUCO_MIP_36h12 = 21; ArucoDetector = 1",
            ["7.0.0", "6.0"],
        ),
        ("raise ImportError('libGL.so.1: cannot open shared object file')", ["libGL.so.1", "doctor"]),
    ],
)
@pytest.mark.parametrize("command", [["read", "x.png"], ["demo", "--headless"], ["kit", "--out", "x"]])
def test_with_an_unsupported_opencv_every_command_ends_with_one_clear_line(
    tmp_path: Path, body: str, words: list[str], command: list[str]
) -> None:
    there = module(tmp_path / "path", "cv2", f"{body}\n")
    done = subprocess.run(
        [sys.executable, "-m", "pi_app", *command],
        env={**os.environ, "PYTHONPATH": f"{there}{os.pathsep}{ROOT}"},
        cwd=tmp_path,
        capture_output=True,
        text=True,
    )
    assert done.returncode == 3
    assert done.stdout == ""
    assert len(done.stderr.splitlines()) == 1
    assert all(word in done.stderr for word in words)


def test_a_package_that_is_missing_is_one_clear_line(tmp_path: Path) -> None:
    there = module(tmp_path / "path", "segno", "raise ImportError('No module named segno')\n")
    environment = {**os.environ, "PYTHONPATH": f"{there}{os.pathsep}{ROOT}"}
    words = [sys.executable, "-m", "pi_app", "kit", "--out", "x"]
    done = subprocess.run(words, env=environment, cwd=tmp_path, capture_output=True, text=True)
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (3, "", 1)
    assert "segno" in done.stderr
    assert "doctor" in done.stderr


def test_a_check_that_hangs_is_ended_and_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    there = module(tmp_path / "path", "cv2", "import time; time.sleep(60)\n")
    monkeypatch.setenv("PYTHONPATH", str(there))
    place = Place.at(tmp_path / "settings.toml", tmp_path)
    (found,) = examine(place, ["opencv"], limit=1.5)
    assert found.status is Status.FAIL
    assert found.facts["limit"] == 1.5
