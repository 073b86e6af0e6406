"""The drawings of camera, light and hotspot: heights and fields of view come in as figures."""

from __future__ import annotations

import math

from hardware.guide.svg import BLUE, GOLD, GREEN, GREY, INK, QUIET, RED, Drawing, Point

_TABLE_Y, _MIDDLE = 470.0, 450.0


def mounting(height_cm: float, field_mm: tuple[float, float], module: str) -> str:
    """A camera over the middle of the table, seen from the side."""
    drawing = Drawing(900, 560, "Mounting the camera")
    drawing.text((24, 34), f"Straight down over the middle: {module} at {height_cm:g} cm", size=20, bold=True)
    scale = 340 / (height_cm * 10)
    camera = (_MIDDLE, _TABLE_Y - height_cm * 10 * scale)
    half = field_mm[0] / 2 * scale
    drawing.area([camera, (_MIDDLE - half, _TABLE_Y), (_MIDDLE + half, _TABLE_Y)], BLUE, 0.12)
    for end in (-half, half):
        drawing.line([camera, (_MIDDLE + end, _TABLE_Y)], BLUE, 1.5, dashed=True)
    _table(drawing)
    _arm(drawing, camera)
    drawing.box((camera[0] - 26, camera[1] - 22), (52, 22), fill="#dfe6f5")
    drawing.text((camera[0] + 42, camera[1] - 4), "camera, its flat cable loose", size=14)
    dimension = _MIDDLE + half + 46
    drawing.arrow((dimension, camera[1]), (dimension, _TABLE_Y), both=True)
    drawing.text((dimension + 10, (camera[1] + _TABLE_Y) / 2), f"{height_cm:g} cm", size=17, bold=True)
    drawing.arrow((_MIDDLE - half, _TABLE_Y + 46), (_MIDDLE + half, _TABLE_Y + 46), both=True)
    seen = f"sees {field_mm[0]:.0f} x {field_mm[1]:.0f} mm"
    drawing.text((_MIDDLE, _TABLE_Y + 74), seen, size=17, anchor="middle", bold=True)
    return drawing.svg()


def light() -> str:
    """A lamp from the side is good; one above the camera glares in glossy cards."""
    drawing = Drawing(900, 560, "Light for the camera")
    drawing.text((24, 34), "Soft light from the side, never mirrored into the camera", size=20, bold=True)
    camera = (_MIDDLE, 150.0)
    _table(drawing)
    drawing.box((camera[0] - 26, camera[1] - 22), (52, 22), fill="#dfe6f5")
    drawing.text((camera[0], camera[1] - 32), "camera", size=14, anchor="middle")
    good, bad = (110.0, 190.0), (610.0, 92.0)
    spot = (_MIDDLE - 90, _TABLE_Y)
    drawing.line([good, spot], GREEN, 2)
    # As steep away as it came.
    away = (2 * spot[0] - good[0], good[1])
    drawing.arrow(spot, away, GREEN)
    drawing.text((away[0] + 8, away[1] + 5), "its mirror image misses the camera", size=14, colour=GREEN)
    _lamp(drawing, good, GREEN, "good: a shaded lamp, low and far to the side")
    mirror = _mirror_point(bad, camera)
    drawing.line([bad, mirror], RED, 2)
    _lamp(drawing, bad, RED, "bad: a bare bulb right above")
    drawing.arrow(mirror, (camera[0] + 6, camera[1] + 6), RED)
    drawing.text((mirror[0] + 16, _TABLE_Y - 16), "glare on glossy cards and sleeves", size=14, colour=RED)
    note = "Moving shadows of hands are no harm: it reads once everything lies still."
    drawing.text((_MIDDLE, 530), note, size=14, anchor="middle", colour=QUIET)
    return drawing.svg()


def hotspot() -> str:
    """Without a router: the Pi makes the network, the phones join it."""
    drawing = Drawing(900, 380, "A hotspot without a router")
    drawing.text((24, 34), "No router: the Pi makes its own Wi-Fi", size=20, bold=True)
    pi = (450.0, 190.0)
    for radius, shade in ((150, 0.06), (110, 0.09), (70, 0.13)):
        ring = [(pi[0] + radius * math.cos(a / 20), pi[1] + radius * math.sin(a / 20)) for a in range(126)]
        drawing.area(ring, BLUE, shade)
    for x, y, name in (
        (150.0, 130.0, "phone"),
        (150.0, 270.0, "phone"),
        (750.0, 130.0, "phone"),
        (750.0, 270.0, "television"),
    ):
        _screen(drawing, pi, (x, y), name)
    drawing.box((pi[0] - 48, pi[1] - 30), (96, 60), fill="#d8efe0")
    drawing.text((pi[0], pi[1] - 2), "Pi", size=18, anchor="middle", bold=True)
    drawing.text((pi[0], pi[1] + 18), "10.42.0.1", size=13, anchor="middle")
    drawing.text(
        (450, 362), "join the Wi-Fi, then scan the code on the touchscreen", anchor="middle", size=15
    )
    return drawing.svg()


def _screen(drawing: Drawing, pi: Point, at: Point, name: str) -> None:
    """A phone or a television, and its way to the Pi."""
    (x, y), wide = at, 110.0 if name == "television" else 44.0
    way = 1 if x < pi[0] else -1
    near, far = (pi[0] - 56 * way, pi[1] + (y - pi[1]) * 0.2), (x + (wide / 2 + 8) * way, y)
    drawing.line([far, near], GREY, 2, dashed=True)
    drawing.box((x - wide / 2, y - 38), (wide, 76), fill="#f3e3c3", radius=8)
    drawing.text((x, y + 60), name, size=14, anchor="middle", colour=QUIET)


def _table(drawing: Drawing) -> None:
    drawing.box((70, _TABLE_Y), (760, 16), fill="#c99a63")
    for leg in (100.0, 790.0):
        drawing.line([(leg, _TABLE_Y + 16), (leg, _TABLE_Y + 74)], "#9a6f3e", 10)
    for place in range(6):
        x = _MIDDLE - 210 + place * 74
        drawing.line([(x, _TABLE_Y - 3), (x + 50, _TABLE_Y - 3)], GOLD, 4)
    for x in (_MIDDLE - 196, _MIDDLE + 30):
        drawing.line([(x, _TABLE_Y - 8), (x + 20, _TABLE_Y - 8)], RED, 6)


def _arm(drawing: Drawing, camera: Point) -> None:
    """A clamp at the table's edge, a post, an arm."""
    post = 92.0
    drawing.line([(post, _TABLE_Y + 26), (post, camera[1] - 34), (camera[0], camera[1] - 34)], INK, 7)
    drawing.line([(camera[0], camera[1] - 34), (camera[0], camera[1] - 22)], INK, 7)
    drawing.box((post - 16, _TABLE_Y - 8), (32, 40), fill="#c9d1e3")
    drawing.text((post + 14, camera[1] - 46), "a lamp arm or tripod arm; clamp it firmly", size=14)


def _lamp(drawing: Drawing, at: Point, colour: str, words: str) -> None:
    x, y = at
    drawing.area([(x - 34, y + 16), (x + 34, y + 16), (x + 16, y - 18), (x - 16, y - 18)], GOLD)
    drawing.dot((x, y + 18), 9, "#fff2b8", GOLD)
    drawing.text(
        (x - 40 if x < _MIDDLE else x + 48, y - 34 if x < _MIDDLE else y), words, size=14, colour=colour
    )


def _mirror_point(lamp: Point, camera: Point) -> Point:
    """Where on the table a mirror would show the lamp to the camera."""
    above_lamp, above_camera = _TABLE_Y - lamp[1], _TABLE_Y - camera[1]
    share = above_lamp / (above_lamp + above_camera)
    return lamp[0] + (camera[0] - lamp[0]) * share, _TABLE_Y
