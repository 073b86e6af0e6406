"""Codes of what is wrong with camera, book, network and settings in, the sentences above every screen out.

Rule: every code has its sentence here; an unknown code is shown as it is.
"""

from __future__ import annotations

from pi_app.settings import Misset
from pi_app.words import Words

_BANNERS: dict[str, str] = {
    "CAMERA_LOST": "The camera is not answering. You can enter everything by hand.",
    "CAMERA_STARTING": "The camera is starting.",
    "CAMERA_ENDED": "All pictures have been shown.",
    "NO_CAMERA": "No camera found: check its ribbon cable. You can enter everything by hand.",
    "NO_CAMERA_SOFTWARE": "The camera software is missing. You can enter everything by hand;"
    " rabbit-table doctor says what to install.",
    "CAMERA_BUSY": "The camera is in use by another program.",
    "CAMERA_MODE": "The camera cannot take pictures of this size. Check the settings.",
    "OTHER_CAMERA": "The measured lens belongs to another camera, so it is not used. Measure it again.",
    "OTHER_SIZE": "The lens was measured for another camera or picture size. Measure it again.",
    "LENS_MISFIT": "The measured lens does not fit what is seen, so it is not used. Measure it again with the"
    " printed board (rabbit-table calibrate), or remove its file.",
    "CALIBRATION_BROKEN": "The file of the measured lens cannot be read. Measure it again.",
    "NO_PICTURES": "There are no pictures in the folder.",
    "BAD_PICTURE": "A picture in the folder cannot be read.",
    "HEIC_PICTURE": "The phone sends HEIC pictures, which cannot be read. Choose JPEG in its camera settings"
    " (on an iPhone: Formats, Most Compatible).",
    "BAD_SCENE": "The simulated table cannot be drawn.",
    "DARK": "The camera sees only darkness. Is something in front of it?",
    "MIRRORED": "The picture is mirrored. Check how the camera is turned.",
    "CAMERA_MOVED": "The camera has moved. The table was found again; please check the votes.",
    "RULES_BAD": "The saved rules cannot be read. The file is kept; play by any edition meanwhile.",
    "SETTINGS_BAD": "The settings could not be read. They were kept aside; defaults are used.",
    "SETTINGS_PARTLY": "Some settings are not understood; the defaults are used for them.",
    "NO_PIN_SOFTWARE": "Buttons and lamp are off: their software is missing. The buttons on the display"
    " do the same.",
    "NO_PINS": "Buttons and lamp are off: this computer has no pins that may be used.",
    "PIN_TAKEN": "Buttons and lamp are off: a pin is in use, or does not exist.",
    "NO_POWER_OFF": "This computer cannot be switched off from here. Everything is saved; play on.",
    "SCOREBOARD_PORT_BUSY": "The scoreboard cannot start yet: another program is in its place.",
    "SCOREBOARD_NO_NETWORK": "No network: phones cannot see the scoreboard.",
    "BROKER_LOST": "The page of all tables cannot be reached: it may show old points.",
    "TABLE_NAME_TAKEN": "Another table has the same name on the page of all tables: give each its own.",
    "BOOK_SET_ASIDE": "The book was damaged. It was kept aside and a new one was begun.",
    "BOOK_SET_ASIDE_BACKUP": "The book was damaged and kept aside. To get the last backup back: Menu,"
    " Settings, Bring matches back.",
    "BOOK_END_DOUBT": "The last move was being saved when the program stopped: check whether it is there.",
    "BOOK_END_LOST": "The end of the book was damaged: its last moves are missing. Check the last round.",
    "BOOK_END_LOST_BACKUP": "The end of the book was damaged: its last moves are missing. Check the last"
    " round. To get the last backup back: Menu, Settings, Bring matches back.",
    "NOT_KEPT": "Nothing can be saved here: the card is full or cannot be written. You can play, but this"
    " match is gone when the table is switched off.",
    "NOT_KEPT_NEWER": "The matches here are of a newer version of this program. You can play, but this match"
    " is gone when the table is switched off.",
    "SAVING": "Saving takes a while. Please wait.",
    "BOOK_FULL": "There is no room left to save. Free some space, then try again.",
    "BOOK_READ_ONLY": "The book cannot be written. Nothing was changed; try again.",
    "BOOK_BUSY": "The book is in use by another program. Try again.",
    "BOOK_GONE": "Another program has moved the book away. Start again.",
    "BOOK_BROKEN": "The book cannot be written. Nothing was changed; try again.",
    "BOOK_DAMAGED": "The book is damaged. Start again to set it aside.",
}


def banner_text(code: str, words: Words) -> str:
    return words.text(_BANNERS.get(code, code))


def misset_text(misset: Misset, words: Words) -> str:
    if misset.default is None:
        return words.text("There is no setting {key}; it is ignored.", key=misset.key)
    if not misset.default:
        return words.text("The setting {key} is not understood; its default holds.", key=misset.key)
    text = "The setting {key} is not understood; {default} is used."
    return words.text(text, key=misset.key, default=misset.default)


def set_aside_text(kept_as: str, backup: str | None, words: Words) -> str:
    """What a person should know after a damaged book; `backup`: the newest copy's name."""
    said = words.text("The book was damaged. It was kept as {name}; a new one was begun.", name=kept_as)
    if backup is not None:
        said = f"{said} {words.text('The last backup is {name}.', name=backup)}"
    return f"{said} {words.text('To bring matches back: rabbit-table restore.')}"
