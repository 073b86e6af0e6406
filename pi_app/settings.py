"""settings.toml in, one frozen Settings out.

Rule: nothing in the file ever stops a match: a line that cannot be understood is told and its default holds;
only a file that is no TOML at all is of no use, and whoever writes the next one keeps it aside.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum
from pathlib import Path
from typing import Annotated, TypeVar

import msgspec
import platformdirs

from hardware.device import Device

APP = "rabbit-table"
BOOK_NAME = "book.sqlite"
LENS_NAME = "lens.json"
"""A measured lens lies beside the book, unless the settings say where."""


class CameraKind(StrEnum):
    """Which camera to use; `auto`: the Pi's, else one on USB, else the simulated table.

    `folder`: saved pictures, one after the other. `phone`: pictures that are dropped into a folder.
    """

    AUTO = "auto"
    PI = "pi"
    USB = "usb"
    SIMULATED = "simulated"
    FOLDER = "folder"
    VIDEO = "video"
    PHONE = "phone"


_Positive = Annotated[int, msgspec.Meta(ge=1, le=100_000)]
_Pin = Annotated[int, msgspec.Meta(ge=-1, le=27)]
_Port = Annotated[int, msgspec.Meta(ge=0, le=65_535)]
_HostName = Annotated[str, msgspec.Meta(pattern="^[a-z0-9]([a-z0-9-]{0,38}[a-z0-9])?$")]
Topic = Annotated[str, msgspec.Meta(pattern="^[A-Za-z0-9_.-]*(/[A-Za-z0-9_.-]+)*$", max_length=100)]
_Language = Annotated[str, msgspec.Meta(pattern="^(en|ru|et|fa|da)$")]
_Table = TypeVar("_Table", bound=msgspec.Struct)
_SHOWN = 40
"""Letters of a name that is none of ours."""
_Disc = Annotated[float, msgspec.Meta(ge=25.0, le=40.0)]


class CameraSettings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """width, height: pixels. lens: dioptres, None: as the camera likes. folder: of saved pictures, or the one
    where a phone's pictures arrive; for a video, the file.
    """

    kind: CameraKind = CameraKind.AUTO
    width: _Positive = 4608
    height: _Positive = 2592
    device: str = ""
    lens: float | None = None
    folder: str = ""


class Pins(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """BCM numbers; -1: nothing is wired there."""

    next: _Pin = 17
    undo: _Pin = 27
    lamp: _Pin = 22


class WebSettings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Where the scoreboard listens; port 0: any free one.

    mdns: is it also found as `name`.local? join: may phones propose names in the lobby?
    """

    on: bool = True
    host: str = "0.0.0.0"  # noqa: S104 - phones on the same network are the audience
    port: _Port = 8080
    mdns: bool = True
    name: _HostName = "rabbit-table"
    join: bool = True


class MqttSettings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The broker that hears the public scoreboard. ca: file of the authority its certificate is from;
    empty: one that this computer knows. table: what people call this table; empty: the host's name.
    discovery: prefix under which home automation looks; empty: none is told.
    """

    on: bool = False
    host: str = "localhost"
    port: _Port = 1883
    user: str = ""
    password: str = ""
    tls: bool = False
    ca: str = ""
    prefix: Topic = "rabbit-table"
    table: Annotated[str, msgspec.Meta(max_length=60)] = ""
    discovery: Topic = "homeassistant"


class Settings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Everything that may be set. `data`: folder of the book; empty: the platform's place for it.

    device: what people vote with: discs with numbers, dials, or one disc whose place is the vote.
    calibration: file of the lens as it was measured; empty: beside the book, where there is one.
    speak: points are said aloud, where a speech program is installed. calm: nothing moves on the display
    and nothing sounds. day: bright colours for a table in the sun. rest_after: minutes without a touch or a
    change until the display is dimmed; 0: never. set_up: False, and the display asks for language, camera and
    buttons at the next start.
    """

    language: _Language = "en"
    profile: str = "refresh2021"
    device: Device = Device.TOKENS
    calibration: str = ""
    kit: Annotated[int, msgspec.Meta(ge=1, le=99)] = 1
    disc_mm: _Disc = 32.0
    sound: bool = True
    speak: bool = False
    calm: bool = False
    day: bool = False
    large_text: bool = False
    rest_after: Annotated[int, msgspec.Meta(ge=0, le=240)] = 10
    fullscreen: bool = True
    set_up: bool = True
    data: str = ""
    camera: CameraSettings = CameraSettings()
    pins: Pins = Pins()
    web: WebSettings = WebSettings()
    mqtt: MqttSettings = MqttSettings()

    @property
    def data_dir(self) -> Path:
        return Path(self.data).expanduser() if self.data else default_data_dir()

    def lens_file(self, data: Path | None = None) -> Path:
        """Where the measured lens is, or would be. data: folder of the book, where not the usual one."""
        if self.calibration:
            return Path(self.calibration).expanduser()
        return (data or self.data_dir) / LENS_NAME


@dataclass(frozen=True, slots=True)
class Misset:
    """One line of the file that is not used. default: what holds instead; None: there is no such setting."""

    key: str
    default: str | None


@dataclass(frozen=True, slots=True)
class Loaded:
    """The settings, and what was wrong: with the whole file (`reason`, one line) or with some of its lines.

    is_missing: there is no such file. is_damaged: it is no TOML.
    """

    settings: Settings = field(default_factory=Settings)
    reason: str = ""
    missets: tuple[Misset, ...] = ()
    is_missing: bool = False
    is_damaged: bool = False


def default_data_dir() -> Path:
    return Path(platformdirs.user_data_dir(APP, appauthor=False))


def default_config() -> Path:
    return Path(platformdirs.user_config_dir(APP, appauthor=False)) / "settings.toml"


def load_settings(path: Path) -> Loaded:
    """Read the file; a missing one means defaults. Never raises, and leaves the file as it is."""
    try:
        said = tomllib.loads(path.read_bytes().decode())
    except (FileNotFoundError, NotADirectoryError):
        return Loaded(is_missing=True)
    except OSError as error:
        return Loaded(reason=error.strerror or "cannot be read")
    except (RecursionError, ValueError) as error:
        return Loaded(reason=next(iter(str(error).splitlines()), "?"), is_damaged=True)
    missets: list[Misset] = []
    return Loaded(_understood(Settings(), said, "", missets), missets=tuple(missets))


def set_aside(path: Path, now: datetime) -> Path | None:
    """Keep a damaged file under another name. Returns its new place; None where it stays."""
    kept = path.with_name(f"{path.stem}.damaged-{now:%Y%m%d-%H%M%S}{path.suffix}")
    try:
        path.rename(kept)
    except OSError:
        return None
    return kept


def _understood(defaults: _Table, said: Mapping[str, object], within: str, missets: list[Misset]) -> _Table:
    """`defaults` with all of `said` that can be; the rest goes into `missets`."""
    kinds = {field.name: field.type for field in msgspec.structs.fields(defaults)}
    found: dict[str, object] = {}
    for name, value in said.items():
        key, usual = within + name, getattr(defaults, name, None)
        if name not in kinds:
            missets.append(Misset(ascii(key)[1:-1][:_SHOWN], None))
        elif isinstance(usual, msgspec.Struct) and isinstance(value, dict):
            found[name] = _understood(usual, value, f"{key}.", missets)
        else:
            try:
                found[name] = msgspec.convert(value, kinds[name])
            except (msgspec.ValidationError, RecursionError, OverflowError):
                missets.append(Misset(key, "" if isinstance(usual, msgspec.Struct) else _value(usual)))
    return msgspec.structs.replace(defaults, **found)


def save_settings(path: Path, settings: Settings) -> None:
    """Write the file whole or not at all. Raise OSError."""
    path.parent.mkdir(parents=True, exist_ok=True)
    part = path.with_name(path.name + ".part")
    part.write_text(_toml(msgspec.to_builtins(settings)), encoding="utf-8")
    part.replace(path)


def _toml(values: Mapping[str, object]) -> str:
    """Flat tables only, which is all that Settings has; JSON strings are TOML strings."""
    flat = {key: value for key, value in values.items() if not isinstance(value, dict)}
    tables = {key: value for key, value in values.items() if isinstance(value, dict)}
    lines = [f"{key} = {_value(value)}" for key, value in flat.items() if value is not None]
    for name, table in tables.items():
        inner = {key: value for key, value in table.items() if value is not None}
        lines += ["", f"[{name}]", *(f"{key} = {_value(value)}" for key, value in inner.items())]
    return "\n".join(lines) + "\n"


def _value(value: object) -> str:
    return msgspec.json.encode(value).decode()
