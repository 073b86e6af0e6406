"""Every text that a running evening asks for is one that the catalogues have."""

from __future__ import annotations

from pathlib import Path

import pytest
from babel.messages.pofile import read_po

from hardware.ports import Button
from pi_app.game.pieces import Fault, Why
from pi_app.game.profiles import PROFILES
from pi_app.game.titles import TITLES
from pi_app.session import banners, sentences
from pi_app.session.book import Book
from pi_app.session.manners import FOR_PROGRAMS
from pi_app.session.session import Session
from pi_app.session.views import LobbySeat
from pi_app.words import LOCALE_DIR, Words

with (LOCALE_DIR / "rabbit-table.pot").open("rb") as opened:
    KNOWN = {one for m in read_po(opened) if m.id for one in (m.id if m.pluralizable else (m.id,))}


class Heard(Words):
    """English, and every text that was asked for."""

    def __init__(self) -> None:
        super().__init__()
        self.asked: set[str] = set()

    def text(self, message: str, **fields: object) -> str:
        self.asked.add(message)
        return super().text(message, **fields)

    def count(self, one: str, many: str, n: int, **fields: object) -> str:
        self.asked |= {one, many}
        return super().count(one, many, n, **fields)


@pytest.mark.parametrize("profile", PROFILES)
def test_a_lobby_and_its_rules(profile: str, tmp_path: Path) -> None:
    words, found = Heard(), PROFILES[profile]
    session = Session(Book(tmp_path / "book"), words, manners=FOR_PROGRAMS)
    for players in range(found.least, found.most + 1):
        seats = tuple(LobbySeat(n, f"P{n}") for n in range(1, players + 1))
        session.set_lobby(profile, seats, 0)
        session.view()
        session.board()
    assert session.press(Button.NEXT).ok
    session.view()
    session.close()
    assert len(words.asked) > 20
    assert words.asked - KNOWN == set()


def test_every_code_has_its_sentence() -> None:
    words = Heard()
    for code in sentences._FAULTS:
        name, _, detail = code.partition("/")
        sentences.fault_text(Fault(name, 1, 2, detail), {1: "Bo"}, words)
    for code in sentences._WHYS:
        sentences.why_text(Why(code, 1, 2), words)
    for code in banners._BANNERS:
        banners.banner_text(code, words)
    for outcome in sentences._OUTCOMES:
        sentences.outcome_text(outcome, words)
    assert set(TITLES) <= set(sentences._TITLES)
    assert len(words.asked) > 100
    assert words.asked - KNOWN == set()
