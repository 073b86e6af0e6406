"""A Board and the viewer's language in; a page of the rules alone out, to be read in peace."""

from __future__ import annotations

from collections.abc import Mapping
from html import escape
from pathlib import Path
from string import Template

from pi_app.session.views import Board
from pi_app.web.head import head
from pi_app.web.page import languages
from pi_app.web.phrases import Phrases
from pi_app.web.rules import PATH, heading, section

_TEMPLATE = Template((Path(__file__).parent / "static" / "rules.html").read_text(encoding="utf-8"))


def html(board: Board, language: str, assets: Mapping[str, str]) -> str:
    """The page in `language`; `assets`: file name -> where it is served."""
    say = Phrases(language)
    title = heading(board, say) or escape(say.text("title"))
    return _TEMPLATE.substitute(
        lang=language,
        dir=say.direction,
        title=title,
        head=head(title, assets),
        rules=section(board, say) or f"<p>{escape(say.text('empty'))}</p>",
        language=escape(say.text("language")),
        languages=languages(PATH, language),
        scoreboard=escape(say.text("title")),
    )
