"""The parts joined: what the main loop does at each turn."""

from __future__ import annotations

import time
from functools import partial

from hardware.simulated.camera import SimulatedCamera
from pi_app.assemble import Assembly
from pi_app.game.moves import OpenVoting, Seat, StartMatch
from pi_app.game.pieces import Phase
from pi_app.session.book import Book
from pi_app.session.inbox import Inbox
from pi_app.session.manners import FOR_PROGRAMS
from pi_app.session.session import Session
from pi_app.session.watcher import Watcher
from pi_app.settings import MqttSettings, WebSettings
from pi_app.tables.network import Network
from pi_app.vision.reader import Reader
from pi_app.words import Words

START = StartMatch("refresh2021", tuple(Seat(n, name) for n, name in enumerate(("Anna", "Bo", "Clara"), 1)))


def test_moves_of_another_program_are_followed_within_a_second(tmp_path):
    clock = [100.0]
    session = Session(Book(tmp_path / "book.sqlite"), Words(), manners=FOR_PROGRAMS)
    inbox = Inbox(time.monotonic)
    watcher = Watcher(
        partial(SimulatedCamera, tmp_path / "table.json", time.monotonic), partial(Reader, 1), inbox
    )
    network = Network(WebSettings(on=False), MqttSettings(), time.monotonic, inbox.put_name)
    table = Assembly(session, inbox, watcher, network, now=lambda: clock[0])
    table.tick()
    other = Session(Book(tmp_path / "book.sqlite"), Words(), manners=FOR_PROGRAMS)
    assert other.do(START).ok
    assert other.do(OpenVoting()).ok
    clock[0] += 0.5
    table.tick()
    assert session.view().phase is Phase.LOBBY
    clock[0] += 0.6
    table.tick()
    assert (session.view().phase, session.view().n) == (Phase.VOTING, 2)
    other.close()
    table.close()
