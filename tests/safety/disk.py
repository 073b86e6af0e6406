"""A disk beneath SQLite that writes down what is asked of it, and can be full, broken or slow.

The standard library's own SQLite is used: its default file system is copied, and the copy's files
report every write, cut, sync and removal before passing it on. `Disk` is a context manager; books
opened inside it lie on it.
"""

from __future__ import annotations

import ctypes
import ctypes.util
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

OK, READ_ONLY, IO_ERROR_WRITE, IO_ERROR_SYNC, FULL = 0, 8, 10 | 3 << 8, 10 | 4 << 8, 13
_POINTER, _INT, _WIDE = ctypes.c_void_p, ctypes.c_int, ctypes.c_int64
_OPEN = ctypes.CFUNCTYPE(_INT, _POINTER, _POINTER, _POINTER, _INT, _POINTER)
_DELETE = ctypes.CFUNCTYPE(_INT, _POINTER, _POINTER, _INT)
_CLOSE = ctypes.CFUNCTYPE(_INT, _POINTER)
_WRITE = ctypes.CFUNCTYPE(_INT, _POINTER, _POINTER, _INT, _WIDE)
_TRUNCATE = ctypes.CFUNCTYPE(_INT, _POINTER, _WIDE)
_SYNC = ctypes.CFUNCTYPE(_INT, _POINTER, _INT)


class _Vfs(ctypes.Structure):
    _fields_ = [
        ("version", _INT), ("size_of_file", _INT), ("longest_path", _INT), ("next", _POINTER),
        ("name", ctypes.c_char_p), ("data", _POINTER), ("open", _POINTER), ("delete", _POINTER),
        ("rest", _POINTER * 14),
    ]  # fmt: skip


class _Methods(ctypes.Structure):
    _fields_ = [
        ("version", _INT), ("close", _POINTER), ("read", _POINTER), ("write", _POINTER),
        ("truncate", _POINTER), ("sync", _POINTER), ("rest", _POINTER * 13),
    ]  # fmt: skip


_FOR_EVER: list[object] = []
"""A connection may be closed after its disk was left; SQLite then still calls what is in here."""


@dataclass(frozen=True, slots=True)
class Op:
    """What was done to a file. kind: create, found (it was there, and safe, before it was first
    opened), write, cut, sync, remove, or ack (a move acknowledged).

    at: offset of a write, new size of a cut, number of an acknowledged move.
    """

    kind: str
    path: str = ""
    at: int = 0
    data: bytes = b""


def library() -> ctypes.CDLL | None:
    """The SQLite that `import sqlite3` uses; None where it is built into Python itself."""
    import _sqlite3

    found = ctypes.util.find_library("sqlite3")
    if found is None or not getattr(_sqlite3, "__file__", None):
        return None
    loaded = ctypes.CDLL(found)
    loaded.sqlite3_libversion.restype = ctypes.c_char_p
    loaded.sqlite3_vfs_find.restype = ctypes.POINTER(_Vfs)
    loaded.sqlite3_vfs_find.argtypes = [ctypes.c_char_p]
    same = loaded.sqlite3_libversion().decode() == _sqlite3.sqlite_version
    return loaded if same else None


class Disk:
    """`fault`: code that writes and syncs return from now on (OK: none). `write_seconds`: how long each
    write takes. `written`: bytes so far.
    """

    def __init__(self, record: bool = True, sleep: Callable[[float], None] = time.sleep) -> None:
        self.ops: list[Op] = []
        self.written = self.syncs = 0
        self.fault = OK
        self.write_seconds = 0.0
        self._until_break = -1
        self._record, self._sleep = record, sleep
        found = library()
        assert found is not None, "this Python has its SQLite built in"
        self._library = found
        self._files: dict[int, tuple[str, _Methods]] = {}
        self._known: set[str] = set()
        self._kept: list[object] = []

    def __enter__(self) -> Disk:
        original = self._library.sqlite3_vfs_find(None).contents
        vfs = _Vfs.from_buffer_copy(original)
        # The standard library finds a file system by no name at all: the default one.
        vfs.name = f"rabbit-{id(self)}".encode()
        self._open = _OPEN(original.open)
        self._delete = _DELETE(original.delete)
        calls = _OPEN(self._on_open), _DELETE(self._on_delete)
        vfs.open, vfs.delete = (ctypes.cast(call, _POINTER).value for call in calls)
        self._vfs, self._original = vfs, original
        self._kept += [vfs, *calls]
        self._calls = (
            _CLOSE(self._on_close), _WRITE(self._on_write), _TRUNCATE(self._on_cut), _SYNC(self._on_sync)
        )  # fmt: skip
        _FOR_EVER.append(self)
        self._library.sqlite3_vfs_register(ctypes.byref(vfs), 1)
        return self

    def __exit__(self, *_: object) -> None:
        self._library.sqlite3_vfs_register(ctypes.byref(self._original), 1)
        self._library.sqlite3_vfs_unregister(ctypes.byref(self._vfs))

    def break_once(self, after: int) -> None:
        """One write fails, after so many that do not."""
        self._until_break = after

    def acknowledge(self, n: int) -> None:
        """Somebody was told that move `n` is safe."""
        self.ops.append(Op("ack", at=n))

    def _note(self, kind: str, path: str, at: int = 0, data: bytes = b"") -> None:
        if self._record:
            self.ops.append(Op(kind, path, at, data))

    def _on_open(self, vfs: int, name: int, file: int, flags: int, out: int) -> int:
        self._look_at(name)
        code = self._open(vfs, name, file, flags, out)
        slot = ctypes.cast(file, ctypes.POINTER(_POINTER))
        if code != OK or not name or not slot[0]:
            return code
        path = ctypes.string_at(name).decode()
        original = _Methods.from_address(slot[0])
        ours = _Methods.from_buffer_copy(original)
        ours.close, ours.write, ours.truncate, ours.sync = (
            ctypes.cast(call, _POINTER).value for call in self._calls
        )
        self._files[file] = (path, original)
        self._kept.append(ours)
        slot[0] = ctypes.addressof(ours)
        self._note("create", path)
        return code

    def _look_at(self, name: int) -> None:
        """A file that came to its name in another way than by being written here."""
        path = Path(ctypes.string_at(name).decode()) if name else None
        if path is not None and str(path) not in self._known:
            self._known.add(str(path))
            if self._record and path.is_file():
                self._note("found", str(path), data=path.read_bytes())

    def _on_delete(self, vfs: int, name: int, sync: int) -> int:
        self._note("remove", ctypes.string_at(name).decode(), sync)
        return self._delete(vfs, name, sync)

    def _on_close(self, file: int) -> int:
        _, original = self._files.pop(file)
        return _CLOSE(original.close)(file)

    def _on_write(self, file: int, data: int, size: int, offset: int) -> int:
        if self.write_seconds:
            self._sleep(self.write_seconds)
        self._until_break -= 1
        if self.fault != OK or self._until_break == -1:
            return self.fault or IO_ERROR_WRITE
        path, original = self._files[file]
        self.written += size
        self._note("write", path, offset, ctypes.string_at(data, size) if self._record else b"")
        return _WRITE(original.write)(file, data, size, offset)

    def _on_cut(self, file: int, size: int) -> int:
        path, original = self._files[file]
        self._note("cut", path, size)
        return _TRUNCATE(original.truncate)(file, size)

    def _on_sync(self, file: int, flags: int) -> int:
        if self.fault not in (OK, FULL):
            return IO_ERROR_SYNC
        path, original = self._files[file]
        self.syncs += 1
        self._note("sync", path)
        return _SYNC(original.sync)(file, flags)
