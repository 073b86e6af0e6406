"""The pins of the Raspberry Pi's header, behind gpiozero: the right chip is found by its label.

Chip numbers change from kernel to kernel, and the wrong chip opens without any error.
"""

from __future__ import annotations

import importlib
import logging
import os
import sys
import tempfile
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

from hardware.ports import DeviceError

_log = logging.getLogger(__name__)

HEADER_LABELS = ("pinctrl-rp1", "pinctrl-bcm2711", "pinctrl-bcm2835")
"""Pi 5, Pi 4, and older."""
SENTENCES: Mapping[str, str] = {
    "NO_PIN_SOFTWARE": "Buttons and lamp are off: lgpio is missing (sudo apt install python3-lgpio).",
    "NO_PINS": "Buttons and lamp are off: this computer has no Raspberry Pi pins that we may use.",
    "PIN_TAKEN": "Buttons and lamp are off: pin {pin} is in use or does not exist.",
}


def pin_fault(code: str, **fields: object) -> DeviceError:
    """The error to raise for a code of the table."""
    return DeviceError(code, SENTENCES[code].format(**fields))


def open_pins(
    load: Callable[[str], Any] = importlib.import_module, chips: Iterable[int] | None = None
) -> Any:
    """A gpiozero pin factory on the header's chip; DeviceError when there is none.

    load: imports a module; chips: numbers to try, by default those of /dev/gpiochip*.
    """
    # lgpio puts a pipe into its working folder on import, which fails where that is read-only.
    os.environ.setdefault("LG_WD", tempfile.gettempdir())
    try:
        lgpio = load("lgpio")
        factory_class = load("gpiozero.pins.lgpio").LGPIOFactory
    except ImportError as error:
        raise pin_fault("NO_PIN_SOFTWARE") from error
    if not driver_lives():
        lgpio._notify_thread = type(lgpio._notify_thread)()
    for chip in _present() if chips is None else chips:
        if _label(lgpio, chip) in HEADER_LABELS:
            factory = factory_class(chip=chip)
            # gpiozero 2.0.1 takes a chip's number and then opens another.
            if getattr(factory, "chip", chip) == chip:
                return factory
            factory.close()
    raise pin_fault("NO_PINS")


def driver_lives() -> bool:
    """lgpio tells of edges from one thread, and an error in anybody's callback ends it for good."""
    thread = getattr(sys.modules.get("lgpio"), "_notify_thread", None)
    return thread is None or bool(thread.is_alive())


def close_line(line: Any) -> None:
    """Close a gpiozero device. Its callback must go first, which gpiozero leaves behind.

    A callback that stays would be called for the next device on this pin, fail, and end the thread.
    """
    for step in (lambda: setattr(line.pin, "when_changed", None), line.close):
        with suppress(Exception):  # of a chip that has gone away
            step()


def close_pins(factory: Any) -> None:
    """Close a factory, also one whose chip has gone away: gpiozero then stops half-way."""
    handle = getattr(factory, "_handle", None)
    try:
        factory.close()
    except Exception:
        _log.debug("The pins did not close cleanly", exc_info=True)
        with suppress(Exception):
            sys.modules["lgpio"].gpiochip_close(handle)


def _present() -> list[int]:
    numbers = (path.name.removeprefix("gpiochip") for path in Path("/dev").glob("gpiochip*"))
    return sorted(int(number) for number in numbers if number.isdigit())


def _label(lgpio: Any, chip: int) -> str:
    try:
        handle = lgpio.gpiochip_open(chip)
    except lgpio.error:
        return ""
    try:
        return str(lgpio.gpio_get_chip_info(handle)[3])
    finally:
        lgpio.gpiochip_close(handle)
