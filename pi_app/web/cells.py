"""Strangers' names in; the same as text and as cells of HTML tables, out, turning nothing round them."""

from __future__ import annotations

import re
from html import escape

from pi_app.session.views import PlayerView

_TURNING = re.compile("[\u200e\u200f\u061c\u202a-\u202e\u2066-\u2069\x00-\x1f\x7f]")
"""Marks that could turn the text round a name; letters are never among them."""


def plain(name: str) -> str:
    """A name as it may stand inside a sentence."""
    return _TURNING.sub("", name).encode("utf-8", "replace").decode()


def label_of(player: PlayerView) -> str:
    """What people are shown of a player: two of one name are told apart."""
    return player.label or player.name


def name_of(name: str) -> str:
    """A name as an element of its own, that turns nothing round it."""
    return f'<bdi class="name">{escape(plain(name))}</bdi>'


def panel(html: str) -> str:
    """A part of a page on ground of its own; nothing for nothing. What is too wide scrolls within it."""
    return f'<section class="plain">{html}</section>' if html else ""


def heads(*texts: str) -> str:
    """A table row that heads its columns; the texts are HTML already."""
    return "<tr>" + "".join(f'<th scope="col">{text}</th>' for text in texts) + "</tr>"


def row(*texts: str, headed_by: int = 0) -> str:
    """A table row; cell number `headed_by` says what it is about. The texts are HTML already."""
    cells = (
        f'<th scope="row">{text}</th>' if place == headed_by else f"<td>{text}</td>"
        for place, text in enumerate(texts)
    )
    return "<tr>" + "".join(cells) + "</tr>"
