"""The interface's font: Rubik from its package in, a regular and a bold face for the screens out.

python -m pi_app.screens.fonts    make them, once, while setting up; into the Python environment
Rubik has Latin, Cyrillic, Arabic and Hebrew letters in one design, under the Open Font License. Without
it Kivy's own fonts do. Names in other scripts come from the system's fonts, where it has them. Nothing of
a font is in our sources.
"""

from __future__ import annotations

import sys
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path

FOLDER = Path(sys.prefix) / "share/rabbit-table/fonts"
_WEIGHTS = {"UI-Regular.ttf": 400, "UI-Bold.ttf": 700}
_LETTERS, _LICENCE = "letters.txt", "OFL.txt"
_SOURCE = "fontpkg_rubik"
_VARIABLE = "files/Rubik[wght].ttf"
_SYSTEM = Path("/usr/share/fonts")
_FOR_NAMES: tuple[tuple[str, ...], ...] = (
    # Chinese, Japanese, Korean
    (
        "truetype/wqy/wqy-microhei.ttc",
        "opentype/noto/NotoSansCJK-Regular.ttc",
        "truetype/droid/DroidSansFallbackFull.ttf",
    ),
    # emoji and signs, in one colour
    (
        "truetype/noto/NotoEmoji-Regular.ttf",
        "truetype/ancient-scripts/Symbola_hint.ttf",
        "truetype/ancient-scripts/Symbola.ttf",
    ),
    # the rest of the world, plainly
    ("opentype/unifont/unifont.otf", "truetype/unifont/unifont.ttf"),
    ("opentype/unifont/unifont_upper.otf", "truetype/unifont/unifont_upper.ttf"),
)
"""What each is for; its files in Debian, the first that is there counts."""


@dataclass(frozen=True, slots=True)
class Faces:
    """Files of the two weights, and every character they have."""

    regular: Path
    bold: Path
    letters: frozenset[str]


def for_names(folder: Path = _SYSTEM) -> tuple[Path, ...]:
    """The system's fonts for letters that the interface's own font lacks, in the order they are asked."""
    found = (next((folder / f for f in files if (folder / f).is_file()), None) for files in _FOR_NAMES)
    return tuple(file for file in found if file is not None)


def made(folder: Path = FOLDER) -> Faces | None:
    """The faces made while setting up; None when there are none, or not all of them."""
    regular, bold = (folder / name for name in _WEIGHTS)
    try:
        letters = frozenset((folder / _LETTERS).read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError):
        return None
    return Faces(regular, bold, letters) if regular.is_file() and bold.is_file() else None


def make(folder: Path = FOLDER) -> Faces | None:
    """Cut both weights out of the variable font. None when the packages are not there. Raise OSError."""
    source = find_spec(_SOURCE)
    if source is None or source.origin is None or find_spec("fontTools") is None:
        return None
    from fontTools.ttLib import TTFont  # noqa: PLC0415 - only while setting up
    from fontTools.varLib.instancer import instantiateVariableFont  # noqa: PLC0415

    package = Path(source.origin).parent
    folder.mkdir(parents=True, exist_ok=True)
    for name, weight in _WEIGHTS.items():
        with TTFont(package / _VARIABLE) as variable:
            face = instantiateVariableFont(variable, {"wght": weight}, inplace=True)
            letters = "".join(map(chr, sorted(face.getBestCmap())))
            face.save(folder / name)
    (folder / _LICENCE).write_bytes((package / "LICENSE").read_bytes())
    # Written last: it says that the rest is whole.
    (folder / _LETTERS).write_text(letters, encoding="utf-8")
    return made(folder)


def main() -> int:
    """0: the faces are there; 1: they cannot be made here, and the screens use Kivy's fonts."""
    try:
        faces = made() or make()
    except OSError as error:
        print(f"rabbit-table: no font of our own ({error}): Kivy's are used.", file=sys.stderr)
        return 1
    if faces is None:
        print("rabbit-table: the package of the font is missing: Kivy's fonts are used.", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
