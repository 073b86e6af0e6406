"""Switches the computer off in good order, as the system does it: every program is told to end first."""

from __future__ import annotations

import subprocess
from collections.abc import Sequence

from hardware.ports import DeviceError

COMMAND = ("systemctl", "--no-ask-password", "poweroff")
_PATIENCE_S = 5.0


def switch_off(command: Sequence[str] = COMMAND) -> None:
    """Returns once it has begun. Raise DeviceError when the system refuses."""
    try:
        done = subprocess.run(  # noqa: S603 - our own words
            command, capture_output=True, text=True, timeout=_PATIENCE_S, check=False
        )
    except (OSError, subprocess.TimeoutExpired) as error:
        raise _refused(error) from error
    if done.returncode:
        raise _refused(done.stderr.strip() or f"exit code {done.returncode}")


def _refused(why: object) -> DeviceError:
    return DeviceError("NO_POWER_OFF", f"The computer cannot be switched off from here: {why}")
