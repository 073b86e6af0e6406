"""The service as systemd would see it: restarts, watchdog, folders, rights; and the scripts' style."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

import pytest
from staged import DEPLOY, ROOT, SCRIPTS, install, properties

WORST_EXPOSURE = 2.0
needs_systemd = pytest.mark.skipif(
    shutil.which("systemd-analyze") is None, reason="NOT CHECKED: systemd-analyze is not installed"
)


@pytest.fixture(params=[(), ("--lite",)], ids=["desktop", "lite"])
def root(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    install(tmp_path, *request.param)
    return tmp_path


@pytest.mark.skipif(shutil.which("shellcheck") is None, reason="NOT CHECKED: shellcheck is not installed")
def test_shellcheck_has_nothing_to_say() -> None:
    names = [str(script.relative_to(ROOT)) for script in SCRIPTS]
    assert {"deploy/install", "deploy/uninstall", "deploy/places.sh", "deploy/bin/kiosk"} <= set(names)
    done = subprocess.run(["shellcheck", "-x", *names], cwd=ROOT, capture_output=True, text=True)
    assert done.stdout == ""
    assert done.returncode == 0


@needs_systemd
def test_systemd_finds_nothing_wrong(root: Path) -> None:
    units = root / "usr/lib/systemd/system"
    units.parent.mkdir(parents=True)
    shutil.copytree("/usr/lib/systemd/system", units, symlinks=True)
    done = analyze("verify", f"--root={root}", "rabbit-table.service")
    assert done.stderr == ""
    assert done.returncode == 0


@needs_systemd
def test_the_service_can_do_little_harm(root: Path) -> None:
    said = analyze(
        "security", f"--root={root}", "--offline=true", "--no-pager", "rabbit-table.service"
    ).stdout
    exposure = re.search(r"exposure level for rabbit-table.service: ([\d.]+)", said)
    assert exposure is not None
    assert float(exposure[1]) <= WORST_EXPOSURE


def analyze(*words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(["systemd-analyze", *words], capture_output=True, text=True)


def test_it_is_started_again_for_ever_with_a_pause(root: Path) -> None:
    unit = properties(root)
    assert unit["Restart"] == ["always"]
    assert seconds(unit["RestartSec"][0]) >= 1
    assert unit["StartLimitIntervalSec"] == ["0"]


def test_a_main_loop_that_stands_still_is_noticed(root: Path) -> None:
    unit = properties(root)
    assert unit["Type"] == ["notify"]
    assert 10 <= seconds(unit["WatchdogSec"][0]) < 60


def test_the_working_folder_can_be_written_for_the_pins(root: Path) -> None:
    unit = properties(root)
    assert unit["RuntimeDirectory"] == ["rabbit-table"]
    assert unit["WorkingDirectory"] == ["%t/rabbit-table"]
    assert "LG_WD=%t/rabbit-table" in unit["Environment"]


def test_matches_lie_where_the_service_may_write(root: Path) -> None:
    assert properties(root)["StateDirectory"] == ["rabbit-table"]
    command = (DEPLOY / "bin/rabbit-table").read_text()
    assert "data=/var/lib/rabbit-table\n" in command


def test_it_runs_as_the_owner_of_the_desktop_and_never_as_root(root: Path) -> None:
    users = properties(root)["User"]
    assert users[-1] == "pi"
    assert "root" not in users
    assert "0" not in users


def test_every_device_of_the_table_is_allowed_and_no_disk(root: Path) -> None:
    unit = properties(root)
    allowed = " ".join(unit["DeviceAllow"])
    assert unit["DevicePolicy"] == ["closed"]
    for name in ("video4linux", "media", "dma_heap", "gpiochip", "drm"):
        assert f"char-{name} rw" in allowed
    assert "block" not in allowed


def test_the_lamp_of_the_display_can_be_dimmed_and_nothing_else_of_the_kernel(root: Path) -> None:
    unit = properties(root)
    assert unit["ProtectKernelTunables"] == ["yes"]
    assert unit["ReadWritePaths"] == ["-/sys/devices/platform"]
    (rule,) = [
        line
        for line in (root / "etc/udev/rules.d/60-rabbit-table.rules").read_text().splitlines()
        if not line.startswith("#")
    ]
    assert rule.startswith('ACTION=="add", SUBSYSTEM=="backlight", ')
    assert set(re.findall(r"/sys%p/(\w+)", rule)) == {"brightness"}


def test_the_screen_is_reached_through_xwayland_or_directly(root: Path) -> None:
    drivers = [v for v in properties(root)["Environment"] if v.startswith("SDL_VIDEODRIVER")]
    lite = (root / "etc/systemd/system/rabbit-table.service.d/lite.conf").exists()
    assert drivers == ["SDL_VIDEODRIVER=kmsdrm" if lite else "SDL_VIDEODRIVER=x11"]


def test_the_hardware_watchdog_is_within_what_a_pi_can_do(root: Path) -> None:
    text = (root / "etc/systemd/system.conf.d/60-rabbit-table.conf").read_text()
    limit = re.search(r"^RuntimeWatchdogSec=(.*)$", text, re.MULTILINE)
    assert limit is not None
    assert 5 <= seconds(limit[1]) <= 15


def test_logs_are_bounded(root: Path) -> None:
    text = (root / "etc/systemd/journald.conf.d/60-rabbit-table.conf").read_text()
    assert re.search(r"^SystemMaxUse=\d+M$", text, re.MULTILINE)
    assert re.search(r"^RuntimeMaxUse=\d+M$", text, re.MULTILINE)


def test_only_the_owner_is_given_rights(root: Path) -> None:
    text = (root / "etc/polkit-1/rules.d/60-rabbit-table.rules").read_text()
    assert 'subject.user !== "pi"' in text
    assert "@OWNER@" not in text


def seconds(text: str) -> float:
    return float(text.removesuffix("s"))
