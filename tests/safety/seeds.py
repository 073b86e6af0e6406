"""What is right at each door: the bytes that hostile input is made from."""

from __future__ import annotations

import io
import json
import os
import tempfile
from pathlib import Path

import cv2
import msgspec
import numpy as np
from PIL import Image

from calibration.lens import Lens
from calibration.store import Calibration
from hardware.device import Device
from hardware.simulated.draw import draw
from hardware.simulated.layout import lay_table, reveal_scene
from pi_app.game.history import fold
from pi_app.game.moves import Event
from pi_app.game.notation import write_match
from pi_app.session.book import Book
from pi_app.session.codec import move_to_dict
from pi_app.session.evidence import Case
from pi_app.settings import Settings, save_settings
from tests.safety.legal import moves

os.environ.setdefault("OPENCV_FFMPEG_LOGLEVEL", "-8")


def as_json(value: object) -> bytes:
    return json.dumps(value, ensure_ascii=False).encode()


def picture(kind: str) -> bytes:
    held = io.BytesIO()
    Image.fromarray(draw(reveal_scene(lay_table(4), (1, 2, 3, 4), {2: (1,), 3: (2,)}, True), 1)).resize(
        (320, 180)
    ).save(held, kind)
    return held.getvalue()


def books() -> tuple[bytes, bytes, bytes]:
    """A book that was closed, one whose program was killed, and the file beside the latter."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "book.sqlite"
        book = Book(path)
        first, *others = moves(5, 20)
        match = book.begin(1.0, first)
        for n, move in enumerate(others, 1):
            book.append(match, n, float(n), move)
        killed, beside = path.read_bytes(), Path(f"{path}-wal").read_bytes()
        book.close()
        return path.read_bytes(), killed, beside


def video() -> bytes:
    with tempfile.TemporaryDirectory() as folder:
        file = str(Path(folder) / "table.avi")
        video = cv2.VideoWriter(file, cv2.VideoWriter.fourcc(*"MJPG"), 5, (160, 90))
        for n in range(3):
            video.write(np.full((90, 160, 3), 60 * n, np.uint8))
        video.release()
        return Path(file).read_bytes()


def settings() -> bytes:
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
KITS = (
    ("--players", "4", "--device", "tokens", "--disc-mm", "28"), ("--kit", "2", "--paper", "letter"),
    ("--players", "12", "--device", "dials"), ("--device", "places", "--disc-mm", "32.5"),
)  # fmt: skip
USES = (
    *WORDS, ("run", "--window"), ("demo", "--rounds", "2", "--seed", "1", "--speed", "0.5"),
    ("doctor", "--json", "opencv"), ("support-bundle", "help.zip"), ("hub", "--broker", "x"),
    ("drive", "--data", "here"), ("heights",), ("guides", "--out", "here"), ("calibrate", "a.png"),
)  # fmt: skip
CASE = msgspec.json.encode(Case(1, 2, (1, 2, 3), 1, "refresh2021", Device.TOKENS, {"2": (1,)}, {"2": (3,)}))
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
SCORED = (as_json(ROUND), as_json([ROUND, ROUND]), b"\n".join(LINES), LINES[1])
SAVED_RULES = (as_json(RULES), as_json({"format": 1, "rules": RULES}))
CLOSED_BOOK, KILLED_BOOK, BESIDE_IT = books()
