"""A match is played the same whatever the sound programs on the PATH do."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

from hardware.ports import Button
from pi_app.game.moves import NextRound, OpenReveal, OpenVoting, RecordOwners, RecordVotes
from pi_app.game.pieces import Phase
from pi_app.session.book import Book
from pi_app.session.manners import FOR_PROGRAMS
from pi_app.session.session import Session
from pi_app.session.views import LobbySeat
from pi_app.settings import Settings
from pi_app.sound.sound import Sound
from pi_app.words import Words

PROGRAMS = {
    "none": "",
    "works": "cat >/dev/null; exit 0",
    "crashes": "kill -ABRT $$",
    "hangs": "sleep 600",
    "fails": "exit 1",
    "chatters": "yes | head -c 1000000; yes | head -c 1000000 >&2",
}


@pytest.mark.parametrize("kind", PROGRAMS)
def test_a_match_is_scored_the_same(kind: str, tmp_path: Path, monkeypatch) -> None:
    programs = tmp_path / "bin"
    programs.mkdir()
    if PROGRAMS[kind]:
        for name in ("pw-play", "paplay", "aplay", "espeak-ng", "spd-say"):
            (programs / name).write_text(f"#!/bin/sh\n{PROGRAMS[kind]}\n")
            (programs / name).chmod(0o755)
    monkeypatch.setenv("PATH", f"{programs}:/usr/bin:/bin" if PROGRAMS[kind] else str(programs))
    session = Session(Book(tmp_path / "book"), Words("et"), manners=FOR_PROGRAMS)
    sound = Sound(Settings(sound=True, speak=True))
    session.on_change(lambda: sound.changed(session.view()))
    seats = tuple(LobbySeat(n, name) for n, name in enumerate(("Anna", "Bo", "Cy", "Dag"), 1))
    session.set_lobby("refresh2021", seats, 0)
    began = time.monotonic()
    assert session.press(Button.NEXT).ok
    for _ in range(4):
        _play_round(session)
    assert [player.score for player in session.view().players] == [18, 8, 3, 3]
    sound.close()
    session.close()
    assert time.monotonic() - began < 4.0


def _play_round(session: Session) -> None:
    """The first who may vote finds the card (3, and 2 for two votes); the others vote for that one."""
    teller = session.view().storyteller
    finder, *others = (n for n in (1, 2, 3, 4) if n != teller)
    owners = {teller: teller, finder: finder, **{n: n for n in others}}
    votes = {finder: (teller,), **dict.fromkeys(others, (finder,))}
    for move in (OpenVoting(), OpenReveal(), RecordVotes(votes), RecordOwners(owners)):
        answer = session.do(move)
        assert answer.ok, answer
    assert session.view().phase is Phase.SCORES
    assert session.do(NextRound()).ok
