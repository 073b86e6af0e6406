"""Settings on the display: language, colours, letters, motion, sound, edition, scoreboard. Saved at once."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import msgspec

from pi_app.screens.backups import backups_sheet
from pi_app.screens.choices import Choice, ChoiceSheet
from pi_app.screens.page import Desk, Sheet
from pi_app.words import LANGUAGE_NAMES

REST_AFTER = (0, 5, 10, 30)
"""Minutes to choose from; 0: never."""


def preferences_sheet(desk: Desk) -> Sheet:
    """One tile a setting, with how it is now; a tap turns it."""
    words, now = desk.words, desk.wishes.settings

    def again() -> None:
        desk.open(preferences_sheet(desk))

    def turn(name: str, value: object) -> None:
        desk.wish(**{name: value})
        again()

    def switch(label: str, name: str, sign: str) -> Choice:
        is_on = bool(getattr(now, name))
        state = words.text("on") if is_on else words.text("off")
        return Choice(label, partial(turn, name, not is_on), sign, state, is_on)

    on = now.web.on
    web = msgspec.structs.replace(now.web, on=not on)
    later = words.text("on, from the next start") if on else words.text("off, from the next start")
    choices = [
        Choice(
            words.text("Language"),
            lambda: desk.open(language_sheet(desk, again).comes_from(again)),
            "globe",
            LANGUAGE_NAMES[words.language],
        ),
        switch(words.text("Light background"), "day", "sun"),
        switch(words.text("Large letters"), "large_text", "letters"),
        switch(words.text("Calm: nothing moves"), "calm", "still"),
        switch(words.text("Sound"), "sound", "sound"),
        switch(words.text("Points read aloud"), "speak", "voice"),
        _rest(desk, turn),
        Choice(words.text("Scoreboard on phones"), partial(turn, "web", web), "phone", later, on),
        _edition(desk),
        Choice(
            words.text("Bring matches back"), lambda: desk.open(backups_sheet(desk).comes_from(again)), "undo"
        ),
        Choice(words.text("Set up the table again"), lambda: _set_up(desk), "camera"),
    ]
    title = words.text("Settings")
    if not desk.wishes.saved:
        title = words.text("Settings for this evening only: they cannot be saved")
    return ChoiceSheet(desk, title, choices).comes_from(desk.open_menu)


def _rest(desk: Desk, turn: Callable[[str, object], None]) -> Choice:
    """A tap goes on to the next of these times."""
    words, now = desk.words, desk.wishes.settings.rest_after
    after = next((minutes for minutes in REST_AFTER if minutes > now), REST_AFTER[0])
    detail = words.count("after {n} minute", "after {n} minutes", now) if now else words.text("never")
    return Choice(
        words.text("The screen sleeps"), partial(turn, "rest_after", after), "moon", detail, bool(now)
    )


def _edition(desk: Desk) -> Choice:
    """Every new evening begins with this edition."""
    words, view = desk.words, desk.table.view()
    profile = view.profile.id if view.profile else (view.lobby.profile if view.lobby else "")
    usual = profile == desk.wishes.settings.profile
    detail = words.text("yes") if usual else words.text("no; tap to keep them")
    return Choice(
        words.text("These rules every evening"),
        lambda: desk.wish(profile=profile) if profile else None,
        "book",
        detail,
        usual,
    )


def language_sheet(desk: Desk, then: Callable[[], object], title: str = "") -> Sheet:
    """The five languages, each in its own words; `then` is called when one is chosen."""

    def choose(language: str) -> None:
        desk.wish(language=language)
        then()

    choices = [
        Choice(name, partial(choose, language), chosen=language == desk.words.language)
        for language, name in LANGUAGE_NAMES.items()
    ]
    return ChoiceSheet(desk, title or desk.words.text("Language"), choices)


def _set_up(desk: Desk) -> None:
    from pi_app.screens.wizard import first_step  # noqa: PLC0415 - its last step comes back here

    desk.open(first_step(desk))
