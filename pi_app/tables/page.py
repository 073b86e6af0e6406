"""The state of all tables and the viewer's language in; a whole HTML page out, readable without scripts.

Every text is a stranger's: it is escaped here, and scripts make it text only.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from html import escape
from pathlib import Path
from string import Template
from typing import Any

from pi_app.web import rabbits
from pi_app.web.cells import name_of, plain, row
from pi_app.web.page import languages
from pi_app.web.phrases import Phrases, phrases

STATIC = Path(__file__).parent / "static"
_TEMPLATE = Template((STATIC / "tables.html").read_text(encoding="utf-8"))
_SPRITE = rabbits.sprite()
_RANKED = 50


def html(told: Mapping[str, Any], language: str, assets: Mapping[str, str]) -> str:
    """`told`: of `Gathered.told`; `assets`: file name -> where it is served."""
    say = Phrases(language)
    line = "" if told["tables"] else say.text("tables.empty")
    return _TEMPLATE.substitute(
        lang=language,
        dir=say.direction,
        title=escape(say.text("tables.title")),
        style=assets["style.css"],
        tables_style=assets["tables.css"],
        script=assets["tables.js"],
        icon=assets["icon.svg"],
        words=escape(json.dumps(phrases(language), ensure_ascii=False)),
        sprite=_SPRITE,
        line=escape(line if told["connected"] else say.text("tables.lost")),
        board="".join(_cards(told, say)) + _ranking(told, say),
        reloads=escape(say.text("reloads")),
        language=escape(say.text("language")),
        languages=languages("/", language),
    )


def _cards(told: Mapping[str, Any], say: Phrases) -> Iterator[str]:
    for table in told["tables"]:
        note = "" if table["online"] else say.text("tables.offline")
        rows = "".join(
            row(
                "td",
                escape(say.number(player["rank"])),
                f"{rabbits.rabbit(player['stickers'])} {name_of(player['name'])}",
                escape(say.number(player["score"])),
            )
            for player in sorted(table["players"], key=lambda player: player["rank"])
        )
        yield (
            f"<h3>{name_of(table['name'])} <small>{escape(note)}</small></h3>"
            f"<p>{escape(_phase_line(table, say))}</p>"
            f'<table class="ranking"><tbody>{rows}</tbody></table>'
        )


def _phase_line(table: Mapping[str, Any], say: Phrases) -> str:
    names = {player["id"]: plain(player["name"]) for player in table["players"]}
    winners = [names.get(winner, "?") for winner in table["winners"]]
    if winners:
        return say.text("winners", n=len(winners), names=", ".join(winners))
    if not names:
        return say.text("empty")
    teller = names.get(table["storyteller"], "?")
    return say.text(f"phase.{table['phase']}", n=table["voted"], voters=table["voters"], name=teller)


def _ranking(told: Mapping[str, Any], say: Phrases) -> str:
    tables = {table["id"]: table for table in told["tables"]}
    rows = []
    for ranked in told["ranking"][:_RANKED]:
        table = tables[ranked["table"]]
        player = next(player for player in table["players"] if player["id"] == ranked["player"])
        rows.append(
            row(
                "td",
                escape(say.number(ranked["rank"])),
                name_of(player["name"]),
                name_of(table["name"]),
                escape(say.number(ranked["score"])),
            )
        )
    if not rows:
        return ""
    heads = row("th", *(escape(say.text(key)) for key in ("place", "player", "tables.table", "score")))
    return (
        f"<h2>{escape(say.text('tables.ranking'))}</h2>"
        f'<table class="ranking"><thead>{heads}</thead><tbody>{"".join(rows)}</tbody></table>'
    )
