"""Installs into a folder and lists what lies there; the unit's properties as systemd would merge them."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

ROOT = Path(__file__).parents[2]
DEPLOY = ROOT / "deploy"
SCRIPTS = sorted(
    path
    for path in [*DEPLOY.iterdir(), *(DEPLOY / "bin").iterdir()]
    if path.is_file() and (path.suffix == ".sh" or path.read_bytes().startswith(b"#!"))
)


def install(root: Path, *options: str) -> None:
    subprocess.run(
        [DEPLOY / "install", "--root", root, "--user", "pi", *options], check=True, capture_output=True
    )


def uninstall(root: Path) -> None:
    subprocess.run([DEPLOY / "uninstall", "--root", root], check=True, capture_output=True)


def tree(root: Path) -> dict[str, tuple[int, str]]:
    """Every file and link below `root`: its mode, and its content or target."""
    found = {}
    for path in sorted(root.rglob("*")):
        name = str(path.relative_to(root))
        if path.is_symlink():
            found[name] = (0, str(path.readlink()))
        elif path.is_file():
            found[name] = (path.stat().st_mode, path.read_text(encoding="utf-8"))
    return found


def properties(root: Path) -> dict[str, list[str]]:
    """All settings of the service, drop-ins last; a name given twice keeps both values."""
    unit = root / "etc/systemd/system/rabbit-table.service"
    values: dict[str, list[str]] = {}
    for file in [unit, *sorted(unit.with_name(unit.name + ".d").glob("*.conf"))]:
        for name, value in re.findall(r"^(\w+)=(.*)$", file.read_text(encoding="utf-8"), re.MULTILINE):
            values.setdefault(name, []).append(value)
    return values
