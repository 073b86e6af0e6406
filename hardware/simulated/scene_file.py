"""A scene goes to a file and back unchanged; a reader never sees half of one."""

from __future__ import annotations

import os
from pathlib import Path

import msgspec

from hardware.simulated.scene import Scene


class SceneError(ValueError):
    """A file that holds no scene; the text says what is wrong with it."""


def write_scene(path: Path, scene: Scene) -> None:
    """Put `scene` at `path` whole: a reader sees the old scene or the new one, never half of one."""
    fresh = path.with_name(f"{path.name}.{os.getpid()}.new")
    fresh.write_bytes(msgspec.json.encode(scene))
    fresh.replace(path)


def read_scene(path: Path) -> Scene:
    """Raise SceneError when the file does not hold a scene, OSError when there is none."""
    try:
        return msgspec.json.decode(path.read_bytes(), type=Scene)
    except (msgspec.MsgspecError, ValueError, RecursionError) as error:
        raise SceneError(f"{path.name} holds no scene: {error}.") from error
