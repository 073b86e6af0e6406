"""The programs beneath ours: Python, the pinned packages, OpenCV, zbar."""

from __future__ import annotations

import importlib.metadata
import platform
import re
import sys
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from pi_app.doctor.finding import Finding, Place, fail, ok, skip, warn
from pi_app.doctor.opencv import unsupported

if TYPE_CHECKING:
    from hardware.ports import Grey

PYTHONS = ((3, 11), (3, 13))
_PLACES = (Path(__file__).with_name("constraints.txt"), Path(__file__).parents[2] / "deploy/constraints.txt")
"""In an installed wheel; in the source tree."""
_SYSTEMS_OWN = frozenset({"numpy"})
"""On a Pi the system's, whichever it is: the system's camera software is built for it."""


def python(place: Place) -> list[Finding]:
    version = platform.python_version()
    facts = {"version": version, "machine": platform.machine(), "bits": 64 if sys.maxsize > 2**32 else 32}
    text = place.words.text
    first, last = PYTHONS
    if not first <= sys.version_info[:2] <= last or facts["bits"] != 64:
        line = text("Python {version} on {machine} is not supported.", **facts)
        advice = text("Use 64-bit Raspberry Pi OS trixie, with its own Python 3.13.")
        return [fail("python", line, advice, **facts)]
    return [ok("python", text("Python {version} on {machine}.", **facts), **facts)]


def packages(place: Place) -> list[Finding]:
    """Every package of the product against the one agreed set of versions."""
    text = place.words.text
    pinned = pins(path.read_text(encoding="utf-8") for path in _PLACES if path.is_file())
    if not pinned:
        return [skip("packages", text("The list of tested versions is not here."))]
    wanted, missing = _needed(), []
    other = []
    for name in sorted(wanted):
        try:
            installed = importlib.metadata.distribution(name)
        except importlib.metadata.PackageNotFoundError:
            if wanted[name]:
                missing.append(name)
            continue
        found = installed.version
        if name in _SYSTEMS_OWN and "dist-packages" in str(installed.locate_file("")):
            continue
        if name in pinned and found != pinned[name]:
            other.append(f"{name} {found} ({pinned[name]})")
    advice = text("Run deploy/install again.")
    if missing:
        line = text("Missing packages: {names}.", names=", ".join(missing))
        return [fail("packages", line, advice, missing=", ".join(missing))]
    if other:
        line = text("Other versions than the tested ones (in brackets): {names}.", names=", ".join(other))
        return [warn("packages", line, advice, other=", ".join(other))]
    return [ok("packages", text("All packages have the tested versions."), checked=len(wanted))]


def pins(texts: Iterable[str]) -> Mapping[str, str]:
    """`name==version` lines -> version by plain name."""
    lines = (line for text in texts for line in text.splitlines())
    found = (re.match(r"([\w.-]+)==([\w.+!-]+)", line) for line in lines)
    return {_plain(match[1]): match[2] for match in found if match}


def _needed() -> dict[str, bool]:
    """Every package beneath ours; True: named by us, so it must be there."""
    direct = _requires("rabbit-table")
    needed = dict.fromkeys(direct, True)
    waiting = list(direct)
    while waiting:
        for name in _requires(waiting.pop()):
            if name not in needed:
                needed[name] = False
                waiting.append(name)
    return needed


def _requires(package: str) -> list[str]:
    try:
        lines = importlib.metadata.requires(package) or []
    except importlib.metadata.PackageNotFoundError:
        return []
    return [_plain(re.split(r"[^\w.-]", line, maxsplit=1)[0]) for line in lines if "extra ==" not in line]


def _plain(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


def opencv(place: Place) -> list[Finding]:
    import cv2  # noqa: PLC0415 - each check imports only what it checks
    import numpy as np  # noqa: PLC0415

    facts = {"version": str(getattr(cv2, "__version__", "?")), "file": str(cv2.__file__)}
    line = unsupported(cv2)
    text = place.words.text
    if line is not None:
        return [fail("opencv", line, text("Run deploy/install again."), **facts)]
    detector = cv2.aruco.ArucoDetector(
        cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_ARUCO_MIP_36h12), cv2.aruco.DetectorParameters()
    )
    tag = cv2.aruco.generateImageMarker(
        cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_ARUCO_MIP_36h12), 7, 80
    )
    _, ids, _ = detector.detectMarkers(np.pad(tag, 30, constant_values=255))
    if ids is None or np.asarray(ids).ravel().tolist() != [7]:
        line = text("OpenCV {version} does not read our tags.", **facts)
        return [fail("opencv", line, text("Run deploy/install again."), **facts)]
    return [ok("opencv", text("OpenCV {version} reads our tags.", **facts), **facts)]


def zbar(place: Place) -> list[Finding]:
    """Both kinds of codes that zbar reads for us, drawn here and read back."""
    text = place.words.text
    advice = text("sudo apt install libzbar0t64 (libzbar0 on older systems)")
    try:
        from pi_app.vision.look import Looker  # noqa: PLC0415
    except ImportError as error:
        return [fail("zbar", text("zbar cannot be loaded: {why}.", why=error), advice)]
    from hardware.ports import Frame  # noqa: PLC0415
    from pi_app.vision.seen import Source  # noqa: PLC0415

    look = Looker(place.settings.kit).look(Frame(_two_stickers(place.settings.kit), 0.0, 0))
    sources = {s for slot in look.slots for s in slot.sources} | {
        s for disc in look.discs for s in disc.sources
    }
    if not {Source.QR, Source.RING} <= sources:
        return [fail("zbar", text("zbar does not read our codes."), advice)]
    return [ok("zbar", text("zbar reads our codes."))]


def _two_stickers(kit: int) -> Grey:
    """A plate and a disc, side by side on white, as sharp as they can be."""
    import numpy as np  # noqa: PLC0415

    from hardware.artwork import draw  # noqa: PLC0415
    from hardware.stickers import DISC_MM, Face, Plate  # noqa: PLC0415

    page = np.full((600, 1800), 230, np.uint8)
    for sticker, left in ((Plate(3), 100), (Face(2, 5), 1300)):
        art = draw(sticker, DISC_MM, 10, kit)
        grey, alpha = art[..., :3].mean(axis=2), art[..., 3] / 255
        spot = page[100 : 100 + art.shape[0], left : left + art.shape[1]]
        spot[...] = grey * alpha + spot * (1 - alpha)
    return page
