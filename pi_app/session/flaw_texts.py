"""What is wrong with a picture in, one plain sentence of it and of what helps out."""

from __future__ import annotations

import re

from pi_app.vision.seen import Flaw, FlawSeen
from pi_app.words import Words

_FLAWS: dict[Flaw, str] = {
    Flaw.MIRRORED: "The picture is mirrored. Check how the camera is turned.",
    Flaw.TOO_DARK: "The picture is too dark. Turn on a lamp.",
    Flaw.OUT_OF_FOCUS: "The picture is out of focus. Focus the lens on the table.",
    Flaw.CODES_TOO_SMALL: "The codes are too small ({detail} pixels a square). Move the camera closer.",
    Flaw.GLARE: "A lamp glares in the picture. Tilt it, or turn the disc that lies there.",
    Flaw.CORNERS_HIDDEN: "Table corner {detail} is covered or outside the picture. The plates are enough.",
    Flaw.CAMERA_MOVED: "The camera has moved. The table was found again; please check the votes.",
    Flaw.OTHER_LENS: "The lens was measured for another camera or picture size. Measure it again.",
    Flaw.LENS_MISFIT: "The measured lens does not fit what is seen, so it is not used. Measure it again.",
    Flaw.PLATE_TWICE: "Plate {detail} lies on the table twice. Take one of them away.",
    Flaw.OTHER_KIT: "A plate of another kit lies on the table ({detail}). Take it away.",
    Flaw.FOREIGN_STICKERS: "There is a code on the table that is none of ours ({detail}). It does not count.",
    Flaw.NOTHING_SEEN: "None of our stickers can be seen. Lay plates and discs under the camera.",
}


def flaw_text(seen: FlawSeen, words: Words) -> str:
    """What keeps the picture from being read, and what helps. Where the detail is a secret, without it."""
    said = words.text(_FLAWS[seen.flaw], detail=words.figures(seen.detail))
    return said if seen.detail else re.sub(r" \([\u2067-\u2069]*\)", "", said)
