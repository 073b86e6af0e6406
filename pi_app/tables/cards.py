"""Tables as they are told in; their cards and the one ranking as HTML out, the same as scripts make.

Every text is a stranger's: it is escaped here.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from html import escape
from typing import Any

from pi_app.web.cells import heads, name_of, plain, row
from pi_app.web.phrases import Phrases
from pi_app.web.rabbits import rabbit

Told = Mapping[str, Any]
_NAME = re.compile("\u2068(.*?)\u2069")
"""As phrases set it apart."""
_CROWDED = 8
"""More seats than this are shown smaller on a television."""


def cards(tables: Sequence[Told], say: Phrases, places: int | None = None) -> str:
    """A card for each table; `places`: for how many at once there is room on a television."""
    room = "" if places is None else f' data-cards="{places}"'
    return f'<ul class="cards"{room}>{"".join(_card(table, say) for table in tables)}</ul>'


def _card(table: Told, say: Phrases) -> str:
    note = say.text("round", n=table["round"]) if table["round"] else ""
    # What a table does that is not heard of, nobody knows.
    state = phase_line(table, say) if table["online"] else say.text("tables.offline")
    kinds = ["card", *(["offline"] * (not table["online"]))]
    kinds += ["crowded"] * (len(table["players"]) > _CROWDED)
    name = name_of(table["name"])
    if table["address"] and table["online"]:
        name = f'<a href="{escape(table["address"])}" rel="noreferrer">{name}</a>'
    seats = "".join(_seat(player, table, say) for player in sorted(table["players"], key=_rank))
    return (
        f'<li class="{" ".join(kinds)}"><h2>{name}<small>{escape(note)}</small></h2>'
        f'<p class="state">{_sentence(state)}</p><ul>{seats}</ul></li>'
    )


def _sentence(line: str) -> str:
    """A name that is too long ends in dots, and the words round it stay."""
    parts = _NAME.split(line)
    return "".join(name_of(part) if n % 2 else escape(part) for n, part in enumerate(parts))


def _rank(player: Told) -> int:
    return int(player["rank"])


def _label(player: Told) -> str:
    """Two of one name at a table are told apart."""
    return str(player["label"] or player["name"])


def _seat(player: Told, table: Told, say: Phrases) -> str:
    kinds = "seat" + ("" if player["active"] else " gone")
    kinds += " winner" if player["id"] in table["winners"] else ""
    tells = player["id"] == table["storyteller"] and not table["over"]
    return (
        f'<li class="{kinds}"><span class="rank">{escape(say.number(player["rank"]))}</span>'
        f"{rabbit(player['stickers'], tells)}{name_of(_label(player))}"
        f"<b>{escape(say.number(player['score']))}</b></li>"
    )


def phase_line(table: Told, say: Phrases) -> str:
    """What a table is doing, in one line."""
    names = {player["id"]: plain(_label(player)) for player in table["players"]}
    winners = [names.get(winner, "?") for winner in table["winners"]]
    if winners:
        return say.text("winners", n=len(winners), names=say.listed(winners))
    if not names:
        return say.text("empty")
    teller = names.get(table["storyteller"], "?")
    return say.text(f"phase.{table['phase']}", n=table["voted"], voters=table["voters"], name=teller)


def ranking(told: Told, first: int, last: int, say: Phrases, kind: str = "all") -> str:
    """The ranking of everybody, from place `first` of the list up to `last`."""
    tables = {table["id"]: table for table in told["tables"]}
    rows = []
    for ranked in told["ranking"][first:last]:
        table = tables[ranked["table"]]
        player = next(player for player in table["players"] if player["id"] == ranked["player"])
        rows.append(
            row(
                escape(say.number(ranked["rank"])),
                f"{rabbit(player['stickers'])} {name_of(_label(player))}",
                name_of(table["name"]),
                escape(say.number(ranked["score"])),
                headed_by=1,
            )
        )
    if not rows:
        return ""
    columns = heads(*(escape(say.text(key)) for key in ("place", "player", "tables.table", "score")))
    return (
        f'<section class="{kind}"><h2>{escape(say.text("tables.ranking"))}</h2>'
        f'<table class="ranking"><thead>{columns}</thead><tbody>{"".join(rows)}</tbody></table></section>'
    )
