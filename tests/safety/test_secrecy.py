"""Nothing that leaves the process tells a vote before the reveal, though faces were turned up early.

Two evenings are the same but for the votes; whatever can be seen from outside must be the same too.
"""

from __future__ import annotations

import logging
import pickle
import socket
import time
import zipfile
from dataclasses import dataclass, field
from pathlib import Path

import httpx
import msgspec
import numpy as np
import pytest

from hardware.ports import Frame
from hardware.stickers import Face
from pi_app.doctor.bundle import write_bundle
from pi_app.doctor.finding import Place
from pi_app.game.moves import OpenReveal, OpenVoting
from pi_app.game.pieces import Phase
from pi_app.session.book import Book
from pi_app.session.inbox import Look, Taken
from pi_app.session.last_readings import LastReadings
from pi_app.session.manners import FOR_PROGRAMS, Clocks
from pi_app.session.session import Session
from pi_app.session.sight import Preview
from pi_app.session.watch_loop import Orders, watch
from pi_app.settings import Settings
from pi_app.tables.topics import state_message
from pi_app.vision.seen import Crop, DiscSeen, Ignored, Picture, Reading, Side, SlotSeen, Source
from pi_app.web.board import public_json
from pi_app.web.listening import Limits
from pi_app.web.server import Scoreboard
from pi_app.words import Words
from tests.safety.legal import start

VOTES = ({2: 1, 3: 4, 4: 2}, {2: 4, 3: 2, 4: 3})
SECRET = (Phase.LOBBY, Phase.CLUE, Phase.VOTING)


def reading(votes: dict[int, int], at: float) -> Reading:
    """Faces lying on the cards they vote for, in the order of the cards, each covering half a plate."""
    discs = tuple(
        DiscSeen(
            player, Side.FACE, Face(player, slot), Face(player, slot), slot,
            (200.0 * slot, 90.0), (50.0 * slot, 10.0), crop=Crop(2, 2, bytes([slot] * 4)),
        )
        for player, slot in sorted(votes.items(), key=lambda vote: vote[1])
    )  # fmt: skip
    plates = tuple(
        SlotSeen(n, (200.0 * n, 0.0), None, frozenset({Source.TAG} if n in votes.values() else Source))
        for n in range(1, 5)
    )
    strays = tuple(Ignored(f"tag {slot}", "too small", (200.0 * slot, 9.0)) for slot in votes.values())
    return Reading(at, 3, at, plates, discs, strays, Picture((640, 360), 6.0, 0.8, 0.6, False))


@dataclass
class Outside:
    """Everything that anybody outside could have got hold of."""

    seen: list[tuple[str, object]] = field(default_factory=list)

    def note(self, where: str, what: object) -> None:
        self.seen.append((where, what))


class Listener(logging.Handler):
    def __init__(self, outside: Outside) -> None:
        super().__init__(logging.DEBUG)
        self.outside = outside

    def emit(self, record: logging.LogRecord) -> None:
        if record.name.startswith(("pi_app", "hardware", "calibration")):
            self.outside.note("log", record.getMessage())


class Hub:
    """A browser on the local network: reads the pages and one event."""

    def __init__(self) -> None:
        self.server = Scoreboard("127.0.0.1", 0, limits=Limits(beat_seconds=0.3, check_seconds=0.05))
        self.server.start()
        deadline = time.monotonic() + 30
        while self.server.address() is None and time.monotonic() < deadline:
            time.sleep(0.01)
        self.port = int(str(self.server.address()).rsplit(":", 1)[1].strip("/"))

    def note(self, outside: Outside, session: Session) -> None:
        self.server.publish(session.board())
        time.sleep(0.15)
        address = f"http://127.0.0.1:{self.port}"
        for path in ("/", "/tv", "/api/state", "/export.json", "/export.csv", "/healthz"):
            answer = httpx.get(address + path)
            outside.note(path, (answer.status_code, answer.content.replace(str(self.port).encode(), b"")))
        with socket.create_connection(("127.0.0.1", self.port), timeout=5) as wire:
            wire.sendall(b"GET /events HTTP/1.1\r\nHost: localhost\r\n\r\n")
            lines = wire.makefile("rb")
            data = next(line for line in lines if line.startswith(b"data:"))
            outside.note("/events", data)


def files_in(folder: Path) -> dict[str, bytes]:
    """Every file of the evening but the book, whose rows are looked at: logs, crops, cases, frames."""
    files = (path for path in sorted(folder.rglob("*")) if path.is_file())
    return {path.name: path.read_bytes() for path in files if not path.name.startswith("book.sqlite")}


def bundled(folder: Path) -> list[bytes]:
    """What goes out with a support bundle; names and all, for it must not need leaving them out."""
    place = Place(folder / "settings.toml", folder, Settings(), Words())
    target = folder.parent / f"{folder.name}.zip"
    write_bundle(place, {}, target, names=True)
    with zipfile.ZipFile(target) as bundle:
        return [bundle.read(name) for name in sorted(bundle.namelist()) if name != "settings.toml"]


def play(folder: Path, votes: dict[int, int]) -> Outside:
    """A table until the reveal, with all faces up from the first moment on."""
    outside, clock = Outside(), [1000.0]
    listener = Listener(outside)
    root = logging.getLogger()
    level, _ = root.level, root.addHandler(listener)
    root.setLevel(logging.DEBUG)
    logging.getLogger("httpx").setLevel(logging.WARNING)
    logging.getLogger("httpcore").setLevel(logging.WARNING)
    book = Book(folder / "book.sqlite")
    session = Session(book, Words(), Clocks(lambda: clock[0], lambda: clock[0]), manners=FOR_PROGRAMS)
    hub = Hub()
    try:
        for move in (None, start(4), OpenVoting(), OpenReveal()):
            if move is not None:
                assert session.do(move).ok
            for _ in range(4):
                clock[0] += 0.5
                preview = Preview(Crop(2, 2, bytes(votes.values())), ())
                session.receive(Taken(look=Look(reading(votes, clock[0]), preview)))
                phase = session.view().phase
                outside.note("view", session.view())
                outside.note("board", session.board())
                shown = session.preview if phase is Phase.VOTING else None
                outside.note("preview", shown)
            hub.note(outside, session)
            outside.note("broker", state_message("t", "T", None, public_json(session.board())))
            outside.note("rows", book._db.execute("SELECT * FROM event").fetchall())
            outside.note("files", files_in(folder))
            outside.note("bundle", bundled(folder))
            outside.note("phase", phase)
        return outside
    finally:
        hub.server.stop()
        session.close()
        root.removeHandler(listener)
        root.setLevel(level)


@pytest.fixture(scope="module")
def evenings(tmp_path_factory) -> list[list[tuple[str, object]]]:
    return [play(tmp_path_factory.mktemp("evening"), votes).seen for votes in VOTES]


def differences(evenings: list[list[tuple[str, object]]]) -> list[str]:
    """Where the evenings differ, and in which phase."""
    one, other = evenings
    assert [where for where, _ in one] == [where for where, _ in other]
    phases = [phase for where, phase in one if where == "phase"]
    assert phases == [Phase.LOBBY, Phase.CLUE, Phase.VOTING, Phase.REVEAL]
    found, passed = [], 0
    for (where, a), (_, b) in zip(one, other, strict=True):
        passed += where == "phase"
        found += [f"{where} in {phases[passed].name}"] if a != b else []
    return found


def test_nothing_outside_tells_the_votes_before_the_reveal(evenings):
    assert [where for where in differences(evenings) if not where.endswith("REVEAL")] == []


def test_at_the_reveal_the_same_trial_sees_them_on_the_touchscreen_and_nowhere_else(evenings):
    """The trial itself; the network waits for the confirmed round."""
    assert set(differences(evenings)) == {"view in REVEAL"}


class EarlyFaces:
    """A camera and a looker that see the faces at once."""

    identity = "early faces"

    def __init__(self, votes: dict[int, int]) -> None:
        self.votes, self.frames = votes, 0

    def open(self) -> None:
        """Nothing to open."""

    def close(self) -> None:
        """Nothing to close."""

    def reset(self) -> None:
        """Nothing to forget."""

    def read(self, timeout: float = 2.5) -> Frame:
        self.frames += 1
        return Frame(np.full((90, 160), sum(self.votes.values()), np.uint8), float(self.frames), self.frames)

    def look(self, frame: Frame) -> Reading:
        return reading(self.votes, frame.taken_at)


def reports(votes: dict[int, int], phase: Phase, preview: bool, folder: Path) -> bytes:
    """What goes through the child's pipe, what it writes for a support bundle, and into a case."""
    folder.mkdir()
    faces, said, kept = EarlyFaces(votes), [], LastReadings(folder, lambda: 1e9 * len(said))
    case = folder / "case"
    case.mkdir()
    orders = iter([Orders(1, phase, preview)] * 5 + [Orders(2, phase, preview, case=str(case))] * 2)
    watch(faces, faces, lambda: next(orders, None), said.append, lambda: 0.0)
    for report in said:
        if hasattr(report, "reading"):
            kept.keep(report.reading, phase)
    # Pickles of equal values may differ in what they share; JSON does not.
    told = [msgspec.json.encode(report) for report in said]
    assert pickle.loads(pickle.dumps(said)) == said
    return b"".join(told) + b"".join(files_in(folder).values())


@pytest.mark.parametrize("phase", SECRET)
def test_no_vote_leaves_the_child_process_before_the_reveal(tmp_path, phase):
    preview = phase is Phase.VOTING
    one, other = (reports(votes, phase, preview, tmp_path / str(n)) for n, votes in enumerate(VOTES))
    assert one == other


def test_frames_are_kept_for_a_case_at_the_reveal_only(tmp_path):
    for phase in Phase:
        reports(VOTES[0], phase, False, tmp_path / phase.name)
    written = {path.parent.parent.name for path in tmp_path.rglob("frame-*.png")}
    assert written == {Phase.REVEAL.name}


def test_the_child_tells_the_votes_at_the_reveal(tmp_path):
    one, other = (reports(votes, Phase.REVEAL, False, tmp_path / str(n)) for n, votes in enumerate(VOTES))
    assert one != other


def test_a_face_turned_up_early_is_said_without_its_number(evenings):
    views = [what for where, what in evenings[0] if where == "view"]
    view = next(view for view in reversed(views) if view.phase is Phase.VOTING)
    assert {problem.code for problem in view.problems} == {"FACE_UP_EARLY"}
    assert all(problem.slot is None for problem in view.problems)
    assert view.votes == ()
