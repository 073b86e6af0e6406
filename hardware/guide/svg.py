"""Lines, boxes, round things and words in; the text of an SVG picture out. Pixels, x right, y down."""

from __future__ import annotations

import base64
from collections.abc import Iterable, Sequence
from html import escape

import cv2
import numpy as np
from numpy.typing import NDArray

Point = tuple[float, float]
INK, QUIET, PAPER = "#22304f", "#6b7795", "#fffdf6"
RED, BLUE, GREEN, GOLD, GREY = "#c0392b", "#2166ac", "#1b7f4b", "#d99a00", "#9aa5bd"


class Drawing:
    """One picture; what is drawn later lies above."""

    def __init__(self, width: float, height: float, title: str) -> None:
        self._size = (width, height)
        self._title = title
        self._parts: list[str] = []

    def line(
        self, points: Iterable[Point], colour: str = INK, width: float = 2, *, dashed: bool = False
    ) -> None:
        """A polyline."""
        path = " ".join(f"{x:g},{y:g}" for x, y in points)
        dash = ' stroke-dasharray="8 6"' if dashed else ""
        self._parts.append(
            f'<polyline points="{path}" fill="none" stroke="{colour}" stroke-width="{width:g}"'
            f' stroke-linejoin="round" stroke-linecap="round"{dash}/>'
        )

    def wire(self, points: Sequence[Point], colour: str) -> None:
        """A line with a pale rim, so that wires that cross do not seem to touch."""
        self.line(points, PAPER, 9)
        self.line(points, colour, 3.5)

    def arrow(self, start: Point, end: Point, colour: str = QUIET, *, both: bool = False) -> None:
        self.line([start, end], colour, 1.8)
        along = np.subtract(end, start) / max(float(np.hypot(*np.subtract(end, start))), 1e-6)
        for tip, way in ((end, along), *(((start, -along),) if both else ())):
            side = np.array([-way[1], way[0]])
            self.area([tip, *(tuple(np.subtract(tip, way * 11) + side * s) for s in (4.5, -4.5))], colour)

    def area(self, points: Iterable[Point], fill: str, opacity: float = 1.0) -> None:
        path = " ".join(f"{x:g},{y:g}" for x, y in np.round(list(points), 2).tolist())
        self._parts.append(f'<polygon points="{path}" fill="{fill}" fill-opacity="{opacity:g}"/>')

    def box(self, corner: Point, size: Point, fill: str = PAPER, edge: str = INK, radius: float = 4) -> None:
        self._parts.append(
            f'<rect x="{corner[0]:g}" y="{corner[1]:g}" width="{size[0]:g}" height="{size[1]:g}"'
            f' rx="{radius:g}" fill="{fill}" stroke="{edge}" stroke-width="2"/>'
        )

    def dot(self, centre: Point, radius: float, fill: str = INK, edge: str = "none") -> None:
        self._parts.append(
            f'<circle cx="{centre[0]:g}" cy="{centre[1]:g}" r="{radius:g}" fill="{fill}" stroke="{edge}"'
            ' stroke-width="2"/>'
        )

    def text(  # noqa: PLR0913 - a text has this many sides
        self,
        at: Point,
        words: str,
        *,
        size: float = 16,
        anchor: str = "start",
        colour: str = INK,
        bold: bool = False,
    ) -> None:
        """`anchor`: which end of the words stands at the point: start, middle, end."""
        weight = ' font-weight="bold"' if bold else ""
        self._parts.append(
            f'<text x="{at[0]:g}" y="{at[1]:g}" font-size="{size:g}" text-anchor="{anchor}"'
            f' fill="{colour}"{weight}>{escape(words)}</text>'
        )

    def picture(self, corner: Point, width: float, pixels: NDArray[np.uint8]) -> None:
        """A colour picture (BGR or BGRA), scaled to this width."""
        _, png = cv2.imencode(".png", pixels)
        data = base64.b64encode(png.tobytes()).decode()
        height = width * pixels.shape[0] / pixels.shape[1]
        self._parts.append(
            f'<image x="{corner[0]:g}" y="{corner[1]:g}" width="{width:g}" height="{height:g}"'
            f' href="data:image/png;base64,{data}"/>'
        )

    def svg(self) -> str:
        width, height = self._size
        head = (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:g} {height:g}" width="{width:g}"'
            f' height="{height:g}" font-family="DejaVu Sans, Verdana, sans-serif" role="img">'
        )
        ground = f'<rect width="{width:g}" height="{height:g}" fill="{PAPER}"/>'
        return "\n".join([head, f"<title>{escape(self._title)}</title>", ground, *self._parts, "</svg>", ""])
