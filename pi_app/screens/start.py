"""The first screen of an evening: go on with the running match, begin a new one, or another language.

It lies over the page of the phase: a press of NEXT on the box plays on below it and takes it away.
"""

from __future__ import annotations

from functools import partial

from kivy.properties import StringProperty

from pi_app.game.pieces import Phase
from pi_app.screens.acts import act_tile
from pi_app.screens.page import Desk, Sheet
from pi_app.screens.pages import title_of
from pi_app.screens.tiles import Box, load_kv
from pi_app.session.views import View
from pi_app.words import LANGUAGE_NAMES


class StartForm(Box):
    """The name of the thing, three rabbits, the two ways on, five languages; laid out in `start.kv`."""

    running = StringProperty("")


class StartSheet(Sheet):
    """Made for the view that was found at the start."""

    def __init__(self, desk: Desk, view: View) -> None:
        super().__init__(desk, "")
        words = desk.words
        self.ids.title.words = words.text("Rabbit Table")
        form = StartForm()
        self.ids.body.add_widget(form)
        if view.phase not in (Phase.LOBBY, Phase.OVER):
            names = words.listed(p.shown for p in view.players if p.active)
            form.running = f"{title_of(words, view)} – {names}"
            self.go_on = act_tile(words.text("Go on"), "next", desk.close_sheet, main=True)
            self.new = act_tile(words.text("New match"), "add", self.begin_anew)
            form.ids.ways.add_widget(self.go_on)
            form.ids.ways.add_widget(self.new)
        else:
            form.running = words.text("Who tells the best stories tonight?")
            self.new = act_tile(words.text("New match"), "next", self.begin_anew, main=True)
            form.ids.ways.add_widget(self.new)
        spoken = [
            act_tile(name, "", partial(self.speak, language), main=language == words.language)
            for language, name in LANGUAGE_NAMES.items()
        ]
        form.ids.languages.show(spoken)

    def begin_anew(self) -> None:
        """To the lobby. A match that was running stays in the book."""
        if self.desk.table.view().phase is not Phase.LOBBY:
            self.desk.table.new_match()
        self.desk.close_sheet()
        self.desk.refresh()

    def speak(self, language: str) -> None:
        self.desk.wish(language=language)
        self.desk.open(StartSheet(self.desk, self.desk.table.view()))

    def key(self, name: str, letter: str) -> bool:
        if name == "enter":
            self.desk.close_sheet()
            return True
        return super().key(name, letter)


load_kv(__file__)
