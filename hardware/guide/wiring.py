"""Pin numbers in; the drawing of buttons, lamp and their wires on the Pi's header out."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from hardware.guide.svg import BLUE, GOLD, GREEN, GREY, INK, PAPER, QUIET, RED, Drawing, Point

HEADER: tuple[str, ...] = (
    *("3V3", "5V", "2", "5V", "3", "GND", "4", "14", "GND", "15", "17", "18", "27", "GND", "22", "23", "3V3"),
    *("24", "10", "GND", "9", "25", "11", "8", "GND", "7", "0", "1", "5", "GND", "6", "12", "13", "GND"),
    *("19", "16", "26", "20", "GND", "21"),
)
"""What each pin of the header is, from pin 1; numbers are GPIO numbers."""
WAKE_GPIO = 3
"""The one pin that can also switch a Pi 4 on."""
_PITCH, _TOP, _PART_GAP = 25.0, 96.0, 128.0
_WIDTH, _NARROW, _MIDDLE = 980.0, 660.0, 490.0
_FILL = {"GND": INK, "3V3": GOLD, "5V": RED}


@dataclass(frozen=True, slots=True)
class Part:
    """One thing to wire between a GPIO and ground."""

    name: str
    gpio: int
    colour: str
    lamp: bool = False


def header_pin(gpio: int) -> int:
    """The number of the header's pin, from 1. Raise ValueError for a GPIO that it does not have."""
    return HEADER.index(str(gpio)) + 1


def ground_pin(on_left: bool, above: int) -> int:
    """The ground on the left (odd) or right side of the header: nearest above pin `above`, else the first."""
    side = [n for n, name in enumerate(HEADER, 1) if name == "GND" and n % 2 == (1 if on_left else 0)]
    return max((n for n in side if n < above), default=side[0])


def parts(next_gpio: int, undo_gpio: int, lamp_gpio: int) -> list[Part]:
    """Those that are wired (a negative number: not), and the optional power button."""
    wanted = [
        Part("POWER (optional, Pi 4)", WAKE_GPIO, GREY),
        Part("NEXT", next_gpio, GREEN),
        Part("UNDO", undo_gpio, BLUE),
        Part("lamp", lamp_gpio, GOLD, lamp=True),
    ]
    taken = {part.gpio for part in wanted[1:]}
    return [part for part in wanted if part.gpio >= 0 and not (part is wanted[0] and WAKE_GPIO in taken)]


def wiring(next_gpio: int, undo_gpio: int, lamp_gpio: int) -> str:
    """The SVG. Raise ValueError for a GPIO that the header does not have."""
    wired = sorted(parts(next_gpio, undo_gpio, lamp_gpio), key=lambda part: header_pin(part.gpio))
    sides = {left: [p for p in wired if (header_pin(p.gpio) % 2 == 1) == left] for left in (True, False)}
    heights = {left: _part_heights(sides[left]) for left in sides}
    bottom = max([_row(40), *(y for ys in heights.values() for y in ys)]) + 120
    drawing = Drawing(_WIDTH if sides[False] else _NARROW, bottom, "Wiring of the buttons and the lamp")
    drawing.text((24, 34), "Buttons and lamp on the Raspberry Pi's header", size=20, bold=True)
    drawing.text((24, 58), "Unplug the Pi first. Nothing here ever goes to 5V.", size=14, colour=RED)
    for left, some in sides.items():
        if some:
            _side(drawing, left, some, heights[left])
    _header(drawing)
    for line, note in enumerate(_NOTES):
        drawing.text((24, bottom - 40 + 22 * line), note, size=14, colour=QUIET)
    return drawing.svg()


_NOTES = (
    "Ground (dark) is one wire from part to part. Gold pins are 3V3, red ones 5V.",
    "The Pi from above, its USB sockets at the bottom: pin 1 is the upper left one.",
)


def _row(pin: int) -> float:
    return _TOP + ((pin - 1) // 2) * _PITCH


def _part_heights(some: Sequence[Part]) -> list[float]:
    """Each part at or below its pin, so that no two wires of a side cross."""
    heights: list[float] = []
    for part in some:
        least = heights[-1] + _PART_GAP if heights else _TOP + 40
        heights.append(max(least, _row(header_pin(part.gpio))))
    return heights


def _side(drawing: Drawing, left: bool, some: Sequence[Part], heights: Sequence[float]) -> None:
    way = -1 if left else 1

    def x(from_middle: float) -> float:
        return _MIDDLE + way * from_middle

    ground = ground_pin(left, header_pin(some[-1].gpio))
    rail = x(400)
    drawing.wire(
        [
            (x(15), _row(ground)),
            (x(42), _row(ground)),
            (x(42), _TOP - 22),
            (rail, _TOP - 22),
            (rail, heights[-1]),
        ],
        INK,
    )
    for place, (part, y) in enumerate(zip(some, heights, strict=True)):
        lane = x(64 + 15 * (len(some) - place))
        row = _row(header_pin(part.gpio))
        drawing.wire([(x(15), row), (lane, row), (lane, y), (x(170), y)], part.colour)
        drawing.wire([(x(350), y), (rail, y)], INK)
        drawing.dot((rail, y), 5)
        middle = (x(260), y)
        (_lamp if part.lamp else _button)(drawing, middle, way)
        drawing.text((middle[0], y - 34), part.name, anchor="middle", bold=True)
        note = f"GPIO {part.gpio}, pin {header_pin(part.gpio)}"
        drawing.text((middle[0], y + 46), note, size=13, anchor="middle", colour=QUIET)


def _button(drawing: Drawing, middle: Point, _way: int) -> None:
    x, y = middle
    drawing.line([(x - 90, y), (x - 26, y)], width=3.5)
    drawing.line([(x + 26, y), (x + 90, y)], width=3.5)
    drawing.line([(x - 32, y - 14), (x + 32, y - 14)], width=5)
    drawing.line([(x, y - 14), (x, y - 27)], width=5)
    for end in (x - 26, x + 26):
        drawing.dot((end, y), 6, PAPER, INK)


def _lamp(drawing: Drawing, middle: Point, way: int) -> None:
    """Resistor on the pin's side, then the LED, its point towards ground."""
    x, y = middle
    drawing.line([(x - 90, y), (x + 90, y)], width=3.5)
    drawing.box((x - way * 45 - 30, y - 11), (60, 22), fill="#f3e3c3")
    drawing.text((x - way * 45, y + 6), "330 Ω", size=14, anchor="middle")
    base, tip = x + way * 22, x + way * 52
    drawing.area([(base, y - 16), (base, y + 16), (tip, y)], RED)
    drawing.line([(tip, y - 16), (tip, y + 16)], width=4)
    drawing.text((base - way * 2, y + 30), "longer leg", size=12, anchor="middle", colour=QUIET)


def _header(drawing: Drawing) -> None:
    rows = len(HEADER) // 2
    drawing.box((_MIDDLE - 32, _TOP - 16), (64, rows * _PITCH + 7), fill="#3a3f4b", radius=6)
    for number, name in enumerate(HEADER, 1):
        left = number % 2 == 1
        centre = (_MIDDLE + (-14 if left else 14), _row(number))
        drawing.dot(centre, 8.5, _FILL.get(name, PAPER), QUIET)
        ink = "#ffffff" if name in ("GND", "5V") else INK
        drawing.text((centre[0], centre[1] + 3.5), str(number), size=9, anchor="middle", colour=ink)
