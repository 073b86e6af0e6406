"""The state of all tables and the viewer's language in; a whole HTML page out, readable without scripts.

Every text is a stranger's: it is escaped here, and scripts make it text only.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from html import escape
from pathlib import Path
from string import Template
from typing import Any

from pi_app.tables import cards
from pi_app.web import rabbits
from pi_app.web.head import head
from pi_app.web.page import here, languages, share
from pi_app.web.phrases import Phrases, phrases

STATIC = Path(__file__).parent / "static"
_TEMPLATE = Template((STATIC / "tables.html").read_text(encoding="utf-8"))
_SPRITE = rabbits.sprite()
_RANKED = 50
_RELOAD_SECONDS, _TURN_SECONDS = 8, 12
_FEW, _MANY, _CROWD, _ROWS = 6, 8, 48, 10
"""Cards on a television at once, and when there are more tables than a crowd; rows of the ranking."""
Told = Mapping[str, Any]


def html(told: Told, language: str, assets: Mapping[str, str], address: str | None = None) -> str:
    """For a phone. `told`: of `Gathered.told`; `assets`: file name -> where it is served; `address`: where
    the next phone finds it.
    """
    say = Phrases(language)
    board = cards.cards(told["tables"], say) + cards.ranking(told, 0, _RANKED, say)
    return _whole(
        told,
        say,
        assets,
        mode="phone",
        script=assets["tables.js"],
        refresh=str(_RELOAD_SECONDS),
        next="",
        numbers="",
        span="",
        board=board,
        here="",
        share=share(address, say),
        languages=languages("/", language),
        other_href=f"/tv?lang={language}",
        other=escape(say.text("tv")),
    )


def tv_html(
    told: Told, language: str, assets: Mapping[str, str], turn: int = 0, address: str | None = None
) -> str:
    """For a television: what fits on one screen; `turn`: which part of what does not."""
    say = Phrases(language)
    each = _MANY if len(told["tables"]) > _CROWD else _FEW
    tables, ranked = _Part.of(told["tables"], each, turn), _Part.of(told["ranking"][:_RANKED], _ROWS, turn)
    span = f"{say.number(tables.first + 1)}–{say.number(tables.last)} / {say.number(len(told['tables']))}"
    following = f"/tv?lang={language}&amp;turn={turn + 1}"
    numbers = {"few": _FEW, "many": _MANY, "crowd": _CROWD, "rows": _ROWS}
    return _whole(
        told,
        say,
        assets,
        mode="tv",
        script=assets["tables_tv.js"],
        refresh=f"{_TURN_SECONDS};url={following}",
        next=f' data-next="{following}"',
        numbers="".join(f' data-{name}="{number}"' for name, number in numbers.items()),
        span=span if len(told["tables"]) > each else "",
        board=cards.cards(tables.here, say, len(tables.here))
        + cards.ranking(told, ranked.first, ranked.last, say, "last"),
        here=here(address, say, hidden=bool(told["tables"])),
        share="",
        languages="",
        other_href=f"/?lang={language}",
        other=escape(say.text("phone")),
    )


@dataclass(frozen=True, slots=True)
class _Part:
    """The piece of a long list that is shown in this turn, and where it lies in the whole."""

    here: Sequence[Any]
    first: int
    last: int

    @classmethod
    def of(cls, whole: Sequence[Any], each: int, turn: int) -> _Part:
        first = turn % max(1, -(-len(whole) // each)) * each
        return cls(whole[first : first + each], first, min(first + each, len(whole)))


def _whole(told: Told, say: Phrases, assets: Mapping[str, str], **parts: str) -> str:
    line = "" if told["tables"] else say.text("tables.empty")
    title = escape(say.text("tables.title"))
    return _TEMPLATE.substitute(
        lang=say.language,
        dir=say.direction,
        title=title,
        head=head(title, assets, *(("tv.css",) if parts["mode"] == "tv" else ()), "tables.css"),
        plain=assets["plain.js"],
        words=escape(json.dumps(phrases(say.language), ensure_ascii=False)),
        sprite=_SPRITE,
        kind="empty" if told["connected"] else "lost",
        line=escape(line if told["connected"] else say.text("tables.lost")),
        asleep=rabbits.sleepers(),
        awake="hidden" if told["tables"] else "",
        reloads=escape(say.text("reloads")),
        language=escape(say.text("language")),
        **parts,
    )
