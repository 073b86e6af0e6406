"""Which sheets are worth a picture: a name, the screen it lies over, how it is opened on a running app."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class SheetShot:
    """`over`: name of the screen below. `open`: called with the running app."""

    over: str
    open: Callable[[Any], object]


def _sheet(module: str, name: str, *more: str) -> Callable[[Any], object]:
    """A sheet of `pi_app.screens.module`, made with the app and, by name, the view or its lobby."""

    def opened(app: Any) -> None:
        from importlib import import_module  # noqa: PLC0415 - the screens import Kivy

        given = {"view": app._shown, "lobby": app._shown.lobby}
        make = getattr(import_module(f"pi_app.screens.{module}"), name)
        app.open(make(app, *(given[one] for one in more)))

    return opened


def _earlier_round(app: Any) -> None:
    from pi_app.screens.mend import RoundSheet  # noqa: PLC0415 - the screens import Kivy

    app.open(RoundSheet(app, app._shown, app._shown.rounds[0]))


def _preview(app: Any) -> None:
    from pi_app.game.moves import VoidRound  # noqa: PLC0415 - beside the screens

    app.confirm(VoidRound(1), app.words.text("Round {n} does not count", n=1))


def _bring_back(app: Any) -> None:
    from pi_app.screens.backups import BringBackSheet  # noqa: PLC0415 - the screens import Kivy

    app.open(BringBackSheet(app, app.table.backups()[0]))


SHEETS: Mapping[str, SheetShot] = {
    "start": SheetShot("clue", _sheet("start", "StartSheet", "view")),
    "seat": SheetShot("lobby", lambda app: app.stage.page.edit(0)),
    "rules": SheetShot("lobby", _sheet("rules", "EditionSheet", "lobby")),
    "own-rules": SheetShot("lobby", _sheet("rules", "own_rules_sheet")),
    "join": SheetShot("lobby", _sheet("joining", "JoinSheet")),
    "print-test": SheetShot("reveal", _sheet("wizard", "print_step")),
    "plates": SheetShot("owners", _sheet("wizard", "places_step")),
    "vote": SheetShot("reveal", lambda app: app.stage.page.correct(app.table.shown.votes[0].player)),
    "camera": SheetShot("reveal", _sheet("camera", "CameraSheet")),
    "menu": SheetShot("clue", lambda app: app.open_menu()),
    "players": SheetShot("clue", _sheet("seated", "players_sheet", "view")),
    "rounds": SheetShot("scores", _sheet("rounds", "RoundsSheet", "view")),
    "round": SheetShot("scores", _earlier_round),
    "preview": SheetShot("scores", _preview),
    "why": SheetShot("scores", _sheet("sources", "SourcesSheet", "view")),
    "settings": SheetShot("clue", _sheet("preferences", "preferences_sheet")),
    "backups": SheetShot("clue", _sheet("backups", "backups_sheet")),
    "bring-back": SheetShot("clue", _bring_back),
    "race": SheetShot("finish", lambda app: app.stage.page.replay()),
}
