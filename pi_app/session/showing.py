"""The evening as it is in; views and boards of it out, and a word to everybody who wants to know.

Rule: nobody is told of a change that would look the same. The session is a Showing; it owns the evening.
"""

from __future__ import annotations

from collections.abc import Callable

from pi_app.session.evening import Evening
from pi_app.session.notices import Notices
from pi_app.session.playing import Playing
from pi_app.session.round_views import RoundViews
from pi_app.session.show import Surroundings, show_board, show_view
from pi_app.session.views import Board, View
from pi_app.words import Words


class Showing:
    """What is shown of the evening, to whom, and in which language."""

    _evening: Evening
    _playing: Playing

    def __init__(self, words: Words) -> None:
        self._words = words
        self._rounds = RoundViews(words)
        self._notices = Notices()
        self._listeners: list[Callable[[], None]] = []
        self._address: str | None = None
        self._join_url: str | None = None
        self._shown: View | None = None

    def view(self) -> View:
        if self._shown is None:
            self._shown = show_view(self._evening, self._surroundings(), self._words)
        return self._shown

    def board(self) -> Board:
        return show_board(self._evening, self._surroundings(), self._words)

    def on_change(self, listener: Callable[[], None]) -> None:
        """Call `listener` after every change, once the change is durable."""
        self._listeners.append(listener)

    def set_banner(self, place: str, code: str | None) -> None:
        """Show the banner `code` (a sentence of `banners.py`) until the place has another; None: none."""
        if self._notices.put(place, code):
            self._changed()

    def set_address(self, address: str | None, join_url: str | None = None) -> None:
        """Where the scoreboard is, and where the next phone may propose a name."""
        if (address, join_url) != (self._address, self._join_url):
            self._address, self._join_url = address, join_url
            self._changed()

    def set_words(self, words: Words) -> None:
        """Another language from now on."""
        self._words = words
        self._rounds = RoundViews(words)
        self._changed()

    def _changed(self) -> None:
        before, self._shown = self._shown, None
        if before is None or before != self.view():
            for listener in self._listeners:
                listener()

    def _surroundings(self) -> Surroundings:
        banners = self._notices.banners(self._words)
        rounds = self._rounds.of(self._evening.match)
        return Surroundings(banners, self._address, self._playing.name, rounds, self._join_url)
