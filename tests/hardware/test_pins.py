"""Which chip has the header's pins, on a stand-in for lgpio."""

from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import pytest

from hardware.pi.pins import open_pins
from hardware.ports import DeviceError


class ChipError(Exception):
    """As lgpio's: derived from Exception only."""


class FakeGpio:
    """The few calls of lgpio that look for the chip: number -> label, None for one that will not open."""

    error = ChipError

    def __init__(self, chips: dict[int, str | None]) -> None:
        self.chips = chips
        self.open: list[int] = []

    def gpiochip_open(self, chip: int) -> int:
        if self.chips[chip] is None:
            raise ChipError("not permitted")
        self.open.append(chip)
        return chip

    def gpio_get_chip_info(self, handle: int) -> tuple[int, int, str, str | None]:
        return 0, 54, f"gpiochip{handle}", self.chips[handle]

    def gpiochip_close(self, handle: int) -> None:
        self.open.remove(handle)


def loader(gpio: FakeGpio, takes_chip: bool = True) -> Callable[[str], Any]:
    def factory(chip: int) -> SimpleNamespace:
        return SimpleNamespace(chip=chip if takes_chip else 0, close=lambda: None)

    return lambda name: gpio if name == "lgpio" else SimpleNamespace(LGPIOFactory=factory)


@pytest.mark.parametrize(
    ("chips", "chosen"),
    [
        ({0: "pinctrl-rp1"}, 0),
        ({0: "pinctrl-bcm2711", 1: "raspberrypi-exp-gpio"}, 0),
        ({0: "gpio-brcmstb@107d508500", 4: "pinctrl-rp1"}, 4),
        ({11: "gpio-brcmstb@107d508500", 12: None, 15: "pinctrl-rp1"}, 15),
    ],
    ids=str,
)
def test_the_chip_is_chosen_by_its_label_whatever_its_number(
    chips: dict[int, str | None], chosen: int
) -> None:
    gpio = FakeGpio(chips)
    assert open_pins(loader(gpio), chips).chip == chosen
    assert gpio.open == []


@pytest.mark.parametrize("chips", [{}, {0: "INT34C5:00"}, {0: None}], ids=str)
def test_a_computer_without_such_a_chip_is_said_to_have_no_pins(chips: dict[int, str | None]) -> None:
    with pytest.raises(DeviceError, match="no Raspberry Pi pins") as refused:
        open_pins(loader(FakeGpio(chips)), chips)
    assert refused.value.code == "NO_PINS"


def test_a_factory_that_opens_another_chip_is_not_used() -> None:
    chips: dict[int, str | None] = {0: "gpio-brcmstb@107d508500", 4: "pinctrl-rp1"}
    with pytest.raises(DeviceError):
        open_pins(loader(FakeGpio(chips), takes_chip=False), chips)


def test_missing_software_is_said_with_what_to_install() -> None:
    def load(name: str) -> Any:
        raise ModuleNotFoundError(name)

    with pytest.raises(DeviceError, match="python3-lgpio") as refused:
        open_pins(load, [0])
    assert refused.value.code == "NO_PIN_SOFTWARE"
