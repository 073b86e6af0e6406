"""Every way in from outside: what was right once, what the door may raise, and how to knock."""

from __future__ import annotations

import io
import os
import socket
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, chdir, contextmanager, redirect_stderr, redirect_stdout
from dataclasses import dataclass
from pathlib import Path

import msgspec
import numpy as np
import segno

from calibration.store import CalibrationError
from calibration.store import load as load_calibration
from hardware.files.video import VideoCamera
from hardware.ports import CameraError, Frame, NoMoreFrames
from hardware.simulated.layout import lay_table
from hardware.simulated.recorded import read_grey
from hardware.simulated.scene import Scene
from hardware.simulated.scene_file import SceneError, read_scene
from hardware.stickers import face_of_ring, plate_of_text, plate_text
from pi_app.__main__ import main
from pi_app.command_line import parsed
from pi_app.commands.drive import _answer
from pi_app.commands.exported import BadExport, read_export
from pi_app.commands.score import _reply
from pi_app.commands.score_input import BadInput
from pi_app.game.line import NotationError, parse_line
from pi_app.session.book import Book, BookError
from pi_app.session.book_end import end_of
from pi_app.session.codec import BadMove, move_from_dict
from pi_app.session.door import tidy_name
from pi_app.session.evidence import CASE_FILE
from pi_app.session.manners import FOR_PROGRAMS
from pi_app.session.rescue import rescue
from pi_app.session.saved_rules import FILE_NAME, RulesShelf
from pi_app.session.session import Session
from pi_app.settings import load_settings
from pi_app.tables.gathered import Gathered
from pi_app.tables.topics import state_message
from pi_app.vision.decode import decode
from pi_app.vision.reader import Reader
from pi_app.vision.seen import Patch
from pi_app.web.board import NO_MATCH, public_json
from pi_app.web.listening import Limits
from pi_app.web.server import Scoreboard
from pi_app.words import Words
from tests.safety import seeds
from tests.safety.legal import start

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
        place = ["--data", str(folder / "data"), "--config", os.devnull]
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


def _ordered(data: bytes) -> None:
    """What the kit's command is asked for, up to the point where it would draw."""
    words = [word for word in data.decode("utf-8", "replace").replace("\0", "").split("\n") if word]
    said = io.StringIO()
    with redirect_stderr(said), redirect_stdout(said):
        try:
            # A folder that cannot be made: all is checked, nothing is drawn.
            code = main(["kit", *words, "--out", "/dev/null/kit", "--config", os.devnull])
        except SystemExit as stopped:
            code = stopped.code
    assert code == 2 or {"-h", "--help"} & {word[:6] for word in words}, code
    assert "something went wrong inside" not in said.getvalue(), said.getvalue()


def _used(data: bytes) -> None:
    """The words of any command are understood, or refused; nothing is done."""
    words = data.decode("utf-8", "replace").replace("\0", "").split("\n")
    said = io.StringIO()
    with redirect_stderr(said), redirect_stdout(said):
        try:
            code: object = 0 if parsed(words) else 1
        except SystemExit as stopped:
            code = stopped.code
    assert code in (0, 2), code
    assert "Traceback" not in said.getvalue()


def _scanned(data: bytes) -> None:
    """A QR code of these bytes lies on the table: it is a plate of ours, or it is nothing."""
    code = segno.make_qr(data[:40] or b"0", error="l")
    drawn = np.array([[0 if dark else 255 for dark in row] for row in code.matrix], np.uint8)
    grey = np.kron(np.pad(drawn, 4, constant_values=255), np.ones((3, 3), np.uint8))
    found = decode(grey, (Patch(0, 0, len(grey)),))
    text = data[:40].decode("latin-1")
    assert not found.sightings or plate_of_text(text), text


@contextmanager
def _ended(folder: Path) -> Iterator[Knock]:
    """A book whose program was killed, with another file beside it than it had."""

    def knock(data: bytes) -> None:
        for old in folder.iterdir():
            old.unlink()
        (folder / "book.sqlite").write_bytes(seeds.KILLED_BOOK)
        (folder / "book.sqlite-wal").write_bytes(data)
        _open_book(folder / "book.sqlite")

    yield knock


@contextmanager
def _cased(folder: Path) -> Iterator[Knock]:
    """A case folder somebody has sent: its text is damaged, its picture whole."""
    case = folder / "case"
    case.mkdir()
    (case / "frame.png").write_bytes(seeds.picture("PNG"))

    def knock(data: bytes) -> None:
        (case / CASE_FILE).write_bytes(data)
        said = io.StringIO()
        with redirect_stderr(said), redirect_stdout(io.StringIO()):
            code = main(["read", "--json", str(case), "--config", os.devnull])
        assert code in (0, 2, 3), code
        assert "something went wrong inside" not in said.getvalue(), said.getvalue()

    yield knock


def _watched(path: Path) -> None:
    """A video, three frames of it at most."""
    camera = VideoCamera(path, lambda: 0.0)
    try:
        camera.open()
        for _ in range(3):
            camera.read()
    finally:
        camera.close()


def _decode_move(data: bytes) -> None:
    move_from_dict(msgspec.json.decode(data))


def _payload(data: bytes) -> None:
    text = data.decode("latin-1")
    face_of_ring(text)
    plate_of_text(text)
    tidy_name(text)


DOORS = (
    Door("score", 20, seeds.SCORED,
         _plain(lambda data: _reply(data.decode("utf-8", "replace"), Words())), (BadInput,)),
    Door("drive", 15, tuple(map(seeds.as_json, seeds.MOVES)), _driven),
    Door("moves", 15, tuple(map(seeds.as_json, seeds.MOVES)), _plain(_decode_move),
         (BadMove, msgspec.DecodeError, UnicodeDecodeError, RecursionError)),
    Door("notation", 10, seeds.LINES, _plain(lambda data: parse_line(data.decode("utf-8", "replace"))),
         (NotationError,)),
    Door("stickers", 15, (plate_text(3).encode(), b"0301", b"0507", "Zoë".encode()), _plain(_payload)),
    Door("settings", 6, (seeds.settings(),), _file("settings.toml", load_settings)),
    Door("saved rules", 4, seeds.SAVED_RULES,
         _file(FILE_NAME, lambda path: RulesShelf(path).rules)),
    Door("calibration", 4, (seeds.CALIBRATION,), _file("calibration.json", load_calibration),
         (CalibrationError,)),
    Door("scene", 3, (msgspec.json.encode(Scene()), msgspec.json.encode(lay_table(4))),
         _file("table.json", read_scene), (SceneError,)),
    Door("export", 4, (seeds.as_json(seeds.EXPORT),), _plain(read_export), (BadExport,)),
    Door("book", 3, (seeds.CLOSED_BOOK,), _file("book.sqlite", _open_book), (BookError,)),
    Door("rescue", 3, (seeds.CLOSED_BOOK,), _file("book.sqlite", rescue)),
    Door("book's end", 3, (seeds.BESIDE_IT,), _ended, (BookError,)),
    Door("reading of the end", 3, (seeds.BESIDE_IT,), _plain(end_of)),
    Door("QR codes", 4, (plate_text(3).encode(), plate_text(12, 99).encode(), b"4006381333931"),
         _plain(_scanned)),
    Door("kit", 3, tuple("\n".join(words).encode() for words in seeds.KITS), _plain(_ordered)),
    Door("usage", 3, tuple("\n".join(words).encode() for words in seeds.USES), _plain(_used)),
    Door("case folders", 1, (seeds.CASE,), _cased, seconds=5.0),
    Door("videos", 0.2, (seeds.video(),), _file("table.avi", _watched), (CameraError, NoMoreFrames), 5.0),
    Door("broker", 4, (b"rabbit-table/v1/a/state\n" + state_message("a", "A", None, public_json(NO_MATCH)),
                       b"rabbit-table/v1/a/status\nonline"), _heard),
    Door("command line", 2, tuple("\n".join(words).encode() for words in seeds.WORDS), _typed, seconds=5.0),
    Door("HTTP", 4, seeds.REQUESTS, _served, seconds=6.0),
    Door("picture files", 2, (seeds.picture("PNG"), seeds.picture("JPEG")),
         _file("look.png", read_grey), (CameraError,), 5.0),
    Door("frames", 1, (seeds.picture("BMP"), bytes(40_000)), _seen, seconds=5.0),
)  # fmt: skip
