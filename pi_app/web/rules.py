"""A Board and a language in; the rules that are played by, each with the texts that say so, out.

Answers "why is it 4?" on every phone, in the reader's language and without scripts.
"""

from __future__ import annotations

from collections.abc import Iterator
from html import escape
from typing import Any

from pi_app.game.provenance import RULE_OF_WHY
from pi_app.session.edition_views import profile_view, rule_views
from pi_app.session.views import Board, ProfileView, RuleView
from pi_app.web.cells import plain
from pi_app.web.phrases import Phrases, words_in

PATH = "/rules"
"""The page of the rules alone."""


def rules_of(board: Board, language: str) -> tuple[RuleView, ...]:
    """Every rule of the running match; empty before it begins."""
    rules = board.rules
    return rule_views(rules.profile, rules.players, words_in(language)) if rules else ()


def edition_of(board: Board, language: str) -> ProfileView | None:
    """The edition of the running match."""
    return profile_view(board.rules.profile, words_in(language)) if board.rules else None


def told_rules(board: Board, language: str) -> list[dict[str, Any]]:
    """The rules as plain JSON values."""
    return [
        {
            "path": rule.path,
            "value": rule.value,
            "text": rule.text,
            "sources": list(rule.sources),
            "doubts": list(rule.doubts),
            "changed": rule.changed,
            "sure": rule.sure,
        }
        for rule in rules_of(board, language)
    ]


def told_edition(board: Board, language: str) -> dict[str, Any]:
    """`GET /api/rules`: the edition and its rules in one language."""
    edition = edition_of(board, language)
    return {
        "format": 1,
        "language": language,
        "name": edition.name if edition else None,
        "special": edition.special if edition else None,
        "rules": told_rules(board, language),
    }


def rule_behind(code: str) -> str | None:
    """The path of the rule that a reason for points follows from; None: of no single one."""
    return RULE_OF_WHY.get(code)


def heading(board: Board, say: Phrases) -> str:
    """Which rules they are; empty before a match."""
    edition = edition_of(board, say.language)
    return escape(say.text("rules", name=plain(edition.name))) if edition else ""


def section(board: Board, say: Phrases) -> str:
    """What stands in a page's `#rules` under the heading; empty before a match."""
    edition = edition_of(board, say.language)
    if edition is None:
        return ""
    rules = rules_of(board, say.language)
    items = "".join(
        f'<li id="rule-{escape(rule.path)}">{escape(rule.text)}<small>{_said_by(rule, say)}</small></li>'
        for rule in rules
    )
    return f"<p>{escape(plain(edition.special))}</p><ul>{items}</ul>"


def _said_by(rule: RuleView, say: Phrases) -> str:
    return "".join(f'<span dir="auto">{escape(plain(line))}</span>' for line in _lines(rule, say))


def _lines(rule: RuleView, say: Phrases) -> Iterator[str]:
    if rule.changed:
        yield say.text("rules.changed")
    elif not rule.sources:
        yield say.text("rules.own")
    yield from rule.sources
    yield from (f"{say.text('rules.doubt')}: {doubt}" for doubt in rule.doubts)
