"""How a session behaves towards hurried hands, with what people vote, and which clocks it looks at."""

from __future__ import annotations

import time
from dataclasses import dataclass

from hardware.device import Device
from hardware.ports import Now


@dataclass(frozen=True, slots=True)
class Manners:
    """lock_seconds: after a press was obeyed, presses made this soon are not meant for what is new.
    echo_seconds: the same move again this soon is one touch that arrived twice.
    disk_seconds: how long a move may keep its caller waiting; None: until it is written.
    device: what people vote with, unless the lobby says otherwise.
    remembers: who joins by name is known from other evenings.
    """

    lock_seconds: float = 1.0
    echo_seconds: float = 0.1
    disk_seconds: float | None = None
    device: Device = Device.TOKENS
    remembers: bool = True


UNHURRIED = Manners()
AT_THE_TABLE = Manners(disk_seconds=0.25)
FOR_PROGRAMS = Manners(0.0, 0.0, remembers=False)


@dataclass(frozen=True, slots=True)
class Clocks:
    """now: never jumps. wall: seconds since the epoch, only written down."""

    now: Now = time.monotonic
    wall: Now = time.time


CLOCKS = Clocks()
