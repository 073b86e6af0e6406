"""Every way in from outside: what was right once, what the door may raise, and how to knock."""

from __future__ import annotations

import io
import json
import socket
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, chdir, contextmanager, redirect_stderr, redirect_stdout
from dataclasses import dataclass
from pathlib import Path

import msgspec
import numpy as np
from PIL import Image

from calibration.lens import Lens
from calibration.store import Calibration, CalibrationError
from calibration.store import load as load_calibration
from hardware.ports import CameraError, Frame
from hardware.simulated.draw import draw
from hardware.simulated.layout import lay_table, reveal_scene
from hardware.simulated.recorded import read_grey
from hardware.simulated.scene import Scene
from hardware.simulated.scene_file import SceneError, read_scene
from hardware.stickers import face_of_ring, plate_of_text, plate_text
from pi_app.__main__ import main
from pi_app.commands.drive import _answer
from pi_app.commands.exported import BadExport, read_export
from pi_app.commands.score import _reply
from pi_app.commands.score_input import BadInput
from pi_app.game.history import fold
from pi_app.game.line import NotationError, parse_line
from pi_app.game.moves import Event
from pi_app.game.notation import write_match
from pi_app.session.book import Book, BookError
from pi_app.session.codec import BadMove, move_from_dict, move_to_dict
from pi_app.session.door import tidy_name
from pi_app.session.manners import FOR_PROGRAMS
from pi_app.session.rescue import rescue
from pi_app.session.saved_rules import FILE_NAME, RulesShelf
from pi_app.session.session import Session
from pi_app.settings import Settings, load_settings, save_settings
from pi_app.tables.gathered import Gathered
from pi_app.tables.topics import state_message
from pi_app.vision.reader import Reader
from pi_app.web.board import NO_MATCH, public_json
from pi_app.web.server import Limits, Scoreboard
from pi_app.words import Words
from tests.safety.legal import moves, start

Knock = Callable[[bytes], object]


@dataclass(frozen=True)
class Door:
    """share: of all inputs. refuses: what it may raise. seconds: how long one answer may take."""

    name: str
    share: float
    seeds: tuple[bytes, ...]
    opened: Callable[[Path], AbstractContextManager[Knock]]
    refuses: tuple[type[Exception], ...] = ()
    seconds: float = 2.0


def _plain(knock: Knock) -> Callable[[Path], AbstractContextManager[Knock]]:
    @contextmanager
    def opened(_folder: Path) -> Iterator[Knock]:
        yield knock

    return opened


def _file(name: str, read: Callable[[Path], object]) -> Callable[[Path], AbstractContextManager[Knock]]:
    """The bytes lie in a file of this name; whatever a reader puts beside it is swept away."""

    @contextmanager
    def opened(folder: Path) -> Iterator[Knock]:
        def knock(data: bytes) -> object:
            for old in folder.iterdir():
                old.unlink()
            (folder / name).write_bytes(data)
            return read(folder / name)

        yield knock

    return opened


def _open_book(path: Path) -> None:
    book = Book(path)
    try:
        for line in book.matches():
            book.read(line.id)
    finally:
        book.close()


@contextmanager
def _driven(folder: Path) -> Iterator[Knock]:
    session = Session(Book(folder / "book.sqlite"), Words(), manners=FOR_PROGRAMS)
    session.do(start(4))
    yield lambda line: msgspec.json.encode(_answer(session, Words(), line))
    session.close()


@contextmanager
def _served(_folder: Path) -> Iterator[Knock]:
    server = Scoreboard("127.0.0.1", 0, limits=Limits(beat_seconds=0.3, check_seconds=0.05))
    server.start()
    while (address := server.local_address()) is None:
        continue
    port = int(address.rsplit(":", 1)[1].strip("/"))

    def knock(data: bytes) -> None:
        with socket.create_connection(("127.0.0.1", port), timeout=5) as wire:
            wire.settimeout(5)
            try:
                wire.sendall(data)
                wire.shutdown(socket.SHUT_WR)
                answer = wire.recv(4096)
            except (ConnectionError, TimeoutError):
                return
            assert b"Traceback" not in answer
            assert answer == b"" or answer.startswith(b"HTTP/1.1 "), answer[:40]
            assert not answer.startswith(b"HTTP/1.1 5"), answer[:40]

    yield knock
    server.stop()


@contextmanager
def _seen(_folder: Path) -> Iterator[Knock]:
    reader = Reader()

    def knock(data: bytes) -> None:
        height = data[0] % 200 + 1 if data else 1
        width = max(1, len(data) // height)
        grey = np.frombuffer(data.ljust(height * width, b"\0"), np.uint8)[: height * width]
        reader.look(Frame(grey.reshape(height, width).copy(), 0.0, 0))

    yield knock


def _json(value: object) -> bytes:
    return json.dumps(value, ensure_ascii=False).encode()


def _picture(kind: str) -> bytes:
    held = io.BytesIO()
    Image.fromarray(draw(reveal_scene(lay_table(4), (1, 2, 3, 4), {2: (1,), 3: (2,)}, True), 1)).resize(
        (320, 180)
    ).save(held, kind)
    return held.getvalue()


def _book_bytes() -> bytes:
    import tempfile

    with tempfile.TemporaryDirectory() as folder:
        book = Book(Path(folder) / "book.sqlite")
        first, *others = moves(5, 20)
        match = book.begin(1.0, first)
        for n, move in enumerate(others, 1):
            book.append(match, n, float(n), move)
        book.close()
        return (Path(folder) / "book.sqlite").read_bytes()


def _settings_bytes() -> bytes:
    import tempfile

    with tempfile.TemporaryDirectory() as folder:
        save_settings(Path(folder) / "settings.toml", Settings())
        return (Path(folder) / "settings.toml").read_bytes()


MOVES = [move_to_dict(move) for move in moves(2, 60)]
ROUND = {
    "profile": "refresh2021", "players": [1, 2, 3, 4], "storyteller": 1,
    "slots": {"1": 1, "2": 2, "3": 3, "4": 4}, "votes": {"2": [1], "3": [1], "4": [2]},
}  # fmt: skip
EVENTS = [{"n": n, "at": "2026-01-01T00:00:00+00:00", **move} for n, move in enumerate(MOVES[:12], 1)]
EXPORT = {"format": 1, "match": 1, "started_at": "2026-01-01T00:00:00+00:00", "events": EVENTS}
RULES = [{"name": "House", "profile": "refresh2021", "overrides": {"target": 40}}]
WORDS = (
    ("score", "round.json"), ("read", "--json", "--players", "1,2,3", "look.png"), ("replay", "1"),
    ("export", "--format", "csv"), ("backup", "copy"), ("restore", "--add", "copy"), ("stats", "1"),
    ("read", "--phase", "voting", "--storyteller", "2", "--profile", "refresh2021", "look.png"), ("rules",),
)  # fmt: skip
LINES = tuple(
    line.encode() for line in write_match(fold(Event(n, 0.0, move) for n, move in enumerate(moves(5, 40), 1)))
)
PATHS = (b"/", b"/api/state", b"/healthz", b"/tv", b"/join/abc", b"/static/x/..%2f..%2fetc", b"/export.csv")
HEADERS = (b"", b"Content-Length: 5\r\n", b"Transfer-Encoding: chunked\r\n", b'If-None-Match: "x"\r\n')
REQUESTS = tuple(
    b"%s %s HTTP/1.1\r\nHost: localhost\r\n%s\r\n" % (method, path, more)
    for method in (b"GET", b"POST", b"HEAD")
    for path in (
        b"/",
        b"/api/state",
        b"/healthz",
        b"/tv",
        b"/join/abc",
        b"/static/x/..%2f..%2fetc",
        b"/export.csv",
    )
    for more in HEADERS
)
CALIBRATION = msgspec.json.encode(Calibration("a camera", Lens.guess((640, 480)), 0.3))


@contextmanager
def _heard(_folder: Path) -> Iterator[Knock]:
    """Tables on the broker, one of which talks nonsense; the topic is the first line."""
    gathered = Gathered()

    def knock(data: bytes) -> None:
        topic, _, message = data.partition(b"\n")
        gathered.hear(
            topic.decode("utf-8", "replace") if b"/" in topic else "rabbit-table/v1/a/state", message
        )
        msgspec.json.encode(gathered.told(True))

    yield knock


COMMANDS = ("score", "read", "replay", "export", "backup", "restore", "kit", "calibrate", "rules", "stats")


@contextmanager
def _typed(folder: Path) -> Iterator[Knock]:
    """Words after the command's name; nothing is said about the program's inside."""

    def knock(data: bytes) -> None:
        name, *words = data.decode("utf-8", "replace").replace("\0", "").split("\n")
        place = ["--data", str(folder / "data"), "--config", str(folder / "none.toml")]
        said = io.StringIO()
        # Only these commands: others play, or look at the whole computer.
        command = name if name in COMMANDS else "nonsense " + name
        words = [word for word in words if "/" not in word and word not in ("--out", "-")]
        with redirect_stderr(said), redirect_stdout(io.TextIOWrapper(io.BytesIO(), "utf-8")), chdir(folder):
            try:
                code = main([command, *words, *place])
            except SystemExit as stopped:
                code = stopped.code
        assert code in (0, 2, 3), code
        assert "Traceback" not in said.getvalue()
        assert "something went wrong inside" not in said.getvalue(), said.getvalue()

    yield knock


def _decode_move(data: bytes) -> None:
    move_from_dict(msgspec.json.decode(data))


def _payload(data: bytes) -> None:
    text = data.decode("latin-1")
    face_of_ring(text)
    plate_of_text(text)
    tidy_name(text)


DOORS = (
    Door("score", 20, (_json(ROUND), _json([ROUND, ROUND]), b"\n".join(LINES), LINES[1]),
         _plain(lambda data: _reply(data.decode("utf-8", "replace"), Words())), (BadInput,)),
    Door("drive", 15, tuple(map(_json, MOVES)), _driven),
    Door("moves", 15, tuple(map(_json, MOVES)), _plain(_decode_move),
         (BadMove, msgspec.DecodeError, UnicodeDecodeError, RecursionError)),
    Door("notation", 10, LINES, _plain(lambda data: parse_line(data.decode("utf-8", "replace"))),
         (NotationError,)),
    Door("stickers", 15, (plate_text(3).encode(), b"0301", b"0507", "Zoë".encode()), _plain(_payload)),
    Door("settings", 6, (_settings_bytes(),), _file("settings.toml", load_settings)),
    Door("saved rules", 4, (_json(RULES), _json({"format": 1, "rules": RULES})),
         _file(FILE_NAME, lambda path: RulesShelf(path).rules)),
    Door("calibration", 4, (CALIBRATION,), _file("calibration.json", load_calibration), (CalibrationError,)),
    Door("scene", 3, (msgspec.json.encode(Scene()), msgspec.json.encode(lay_table(4))),
         _file("table.json", read_scene), (SceneError,)),
    Door("export", 4, (_json(EXPORT),), _plain(read_export), (BadExport,)),
    Door("book", 3, (_book_bytes(),), _file("book.sqlite", _open_book), (BookError,)),
    Door("rescue", 3, (_book_bytes(),), _file("book.sqlite", rescue)),
    Door("broker", 4, (b"rabbit-table/v1/a/state\n" + state_message("a", "A", None, public_json(NO_MATCH)),
                       b"rabbit-table/v1/a/status\nonline"), _heard),
    Door("command line", 2, tuple("\n".join(words).encode() for words in WORDS), _typed, seconds=5.0),
    Door("HTTP", 4, REQUESTS, _served, seconds=6.0),
    Door("picture files", 2, (_picture("PNG"), _picture("JPEG")),
         _file("look.png", read_grey), (CameraError,), 5.0),
    Door("frames", 1, (_picture("BMP"), bytes(40_000)), _seen, seconds=5.0),
)  # fmt: skip
