"""The camera's own screen: its picture and what is read in it, meters, what to do. Never during the vote."""

from __future__ import annotations

from typing import Any

from kivy.graphics import Color, Line
from kivy.graphics.texture import Texture
from kivy.properties import ColorProperty, NumericProperty, ObjectProperty, StringProperty
from kivy.uix.widget import Widget

from pi_app.screens import theme
from pi_app.screens.page import Desk
from pi_app.screens.tiles import Box, load_kv
from pi_app.screens.watching import WatchingSheet
from pi_app.session.views import Preview, Seeing
from pi_app.vision.seen import Point
from pi_app.words import Words

SHARP_ENOUGH = 0.35
LIGHT_ENOUGH, LIGHT_TOO_MUCH = 0.2, 0.92
MODULES_ENOUGH = 2.5
_RING = 0.035
"""Radius of the ring round what is wrong, as a share of the picture's width."""
_MOST_SAID = 2
"""The gravest first; the next one shows once the first is seen to."""


class LivePicture(Widget):
    """The newest preview, as large as it fits, with an outline round everything that is read, and a ring
    where something is wrong.
    """

    texture = ObjectProperty(None, allownone=True)

    def __init__(self, **given: Any) -> None:
        super().__init__(**given)
        self._size: tuple[int, int] | None = None
        self._preview: Preview | None = None
        self._wrong: tuple[Point, ...] = ()
        self.bind(size=lambda *_: self._outline(), pos=lambda *_: self._outline())

    def show(self, preview: Preview | None, wrong: tuple[Point, ...] = ()) -> None:
        """wrong: places in shares of the picture's width and height."""
        if preview is None or (preview is self._preview and wrong == self._wrong):
            return
        self._preview, self._wrong = preview, wrong
        crop = preview.picture
        if (crop.width, crop.height) != self._size:
            self._size = (crop.width, crop.height)
            texture = Texture.create(size=self._size, colorfmt="luminance")
            texture.flip_vertical()
            self.texture = texture
        self.texture.blit_buffer(crop.pixels, colorfmt="luminance", bufferfmt="ubyte")
        self.canvas.ask_update()
        self._outline()

    def spread(self) -> tuple[float, float, float, float]:
        """x, y, width and height of the picture on the display."""
        if self._size is None:
            return (self.x, self.y, 1, 1)
        wide, high = self._size
        scale = min(self.width / wide, self.height / high)
        # Not from `center`, which may still be the one before the box was mirrored.
        x, y = self.x + (self.width - wide * scale) / 2, self.y + (self.height - high * scale) / 2
        return (x, y, wide * scale, high * scale)

    def _outline(self) -> None:
        self.canvas.after.clear()
        if self._preview is None or self._size is None:
            return
        left, low, wide, high = self.spread()
        k = wide / self._size[0]
        with self.canvas.after:
            Color(*theme.SUN)
            for outline in self._preview.outlines:
                points = [c for x, y in outline for c in (left + x * k, low + high - y * k)]
                Line(points=points, close=True, width=1.6)
            Color(*theme.ROSE)
            for x, y in self._wrong:
                Line(circle=(left + x * wide, low + high - y * high, _RING * wide), width=2.2)


class Meter(Box):
    """One measure from 0 to 1, its name, and a word on it."""

    name = StringProperty("")
    word = StringProperty("")
    sign = StringProperty("")
    colour = ColorProperty(theme.CREAM)
    share = NumericProperty(0.0)

    def show(self, share: float, word: str, good: bool) -> None:
        self.share, self.word = max(0.0, min(1.0, share)), word
        self.sign = "sure" if good else "conflict"
        self.colour = theme.LEAF if good else theme.GOLD


class CameraSheet(WatchingSheet):
    """Picture at one side; meters and a list of what to do at the other."""

    def __init__(self, desk: Desk, title: str = "") -> None:
        words = desk.words
        super().__init__(desk, title or words.text("What the camera sees"))
        self.ids.body.orientation = "horizontal" if desk.wide else "vertical"
        self.picture = LivePicture()
        self.side = CameraSide()
        for meter, name in (
            (self.side.ids.sharp, words.text("Focus")),
            (self.side.ids.light, words.text("Light")),
            (self.side.ids.near, words.text("Sticker size")),
        ):
            meter.name = name
        self.ids.body.add_widget(self.picture)
        self.ids.body.add_widget(self.side)
        self.begin()

    def look(self) -> None:
        """Show the newest look."""
        words, seen = self.desk.words, self.desk.table.seeing()
        if seen is None:
            banners = self.desk.table.view().banners
            self.side.advice = words.text("Waiting for the camera…")
            self.side.more = " ".join(banner.text for banner in banners)
            return
        self.picture.show(seen.preview, tuple(flaw.at for flaw in seen.flaws if flaw.at is not None))
        self.side.ids.sharp.show(*_sharpness(words, seen))
        self.side.ids.light.show(*_light(words, seen))
        self.side.ids.near.show(*_nearness(words, seen))
        self.side.counts = words.text(
            "{discs} disc sets, {plates} plates", discs=len(seen.discs), plates=len(seen.plates)
        )
        first, *others = diagnosis(words, seen)
        self.side.advice, self.side.more = first, " ".join(others[: _MOST_SAID - 1])


class CameraSide(Box):
    """The meters, how much is read, and what to do."""

    counts = StringProperty("")
    advice = StringProperty("")
    more = StringProperty("")


def _sharpness(words: Words, seen: Seeing) -> tuple[float, str, bool]:
    if not seen.sharpness:
        return 0.0, words.text("none read yet"), False
    good = seen.sharpness >= SHARP_ENOUGH
    return seen.sharpness, words.text("sharp") if good else words.text("not sharp"), good


def _light(words: Words, seen: Seeing) -> tuple[float, str, bool]:
    if seen.light < LIGHT_ENOUGH:
        return seen.light, words.text("too dark"), False
    if seen.light > LIGHT_TOO_MUCH:
        return seen.light, words.text("too bright"), False
    return seen.light, words.text("good"), True


def _nearness(words: Words, seen: Seeing) -> tuple[float, str, bool]:
    if seen.px_per_module is None:
        return 0.0, words.text("none read yet"), False
    good = seen.px_per_module >= MODULES_ENOUGH
    word = words.text("large enough") if good else words.text("too small")
    return seen.px_per_module / (2 * MODULES_ENOUGH), word, good


def diagnosis(words: Words, seen: Seeing) -> tuple[str, ...]:
    """What is wrong and what to do, the most urgent first; one sentence when all is well."""
    said = tuple(dict.fromkeys(flaw.text for flaw in seen.flaws))
    if said:
        return said
    checks = (
        (seen.light < LIGHT_ENOUGH, words.text("Bring more light to the table.")),
        (seen.light > LIGHT_TOO_MUCH, words.text("Turn the lamp away: the picture is too bright.")),
        (0 < seen.sharpness < SHARP_ENOUGH, words.text("Clean the lens and set its focus on the table.")),
        (not seen.discs and not seen.plates, words.text("Lay discs and plates on the table.")),
    )
    found = tuple(text for wrong, text in checks if wrong)
    return found or (words.text("All is well: the table can be read."),)


load_kv(__file__)
