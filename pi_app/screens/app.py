"""The touchscreen app: a table's views go in, presses and moves come out. All of it on the main thread.

A tap counts once: doubled touches, and taps just after the screen has changed, are swallowed.
"""

from __future__ import annotations

import signal
import threading
from collections.abc import Callable
from types import FrameType
from typing import Any

from kivy.app import App
from kivy.clock import Clock
from kivy.properties import BooleanProperty, NumericProperty, ObjectProperty

from hardware.ports import Backlight, Button
from pi_app.game.moves import Move
from pi_app.game.pieces import Phase
from pi_app.screens import theme
from pi_app.screens.confirm import ConfirmSheet
from pi_app.screens.keys import Keys
from pi_app.screens.launch import Greeting
from pi_app.screens.menu import Menu
from pi_app.screens.page import Opens, Sheet
from pi_app.screens.pages import PAGES, title_of
from pi_app.screens.rest import Rest
from pi_app.screens.stage import Stage
from pi_app.screens.start import StartSheet
from pi_app.screens.wishes import Wishes
from pi_app.screens.wizard import first_step
from pi_app.session.views import Answer, Table, View
from pi_app.settings import Settings
from pi_app.words import Words

TICK_S = 1 / 30
NOTE_S = 4.0
LARGE_LETTERS = 1.25
_GREETED = frozenset({Phase.LOBBY, Phase.CLUE, Phase.OVER})


class RabbitApp(App):
    """Run with `run()`, stop with `stop()` on the main thread or `ask_to_stop()` from anywhere.

    tick: called about thirty times a second before the view is read. wishes: the settings in use.
    greeting: what lies over the first page. backlight: the display's. hop: sounds like one hop, now.
    """

    u = NumericProperty(53.0)
    wide = BooleanProperty(True)
    letters = NumericProperty(1.0)
    # `rebind`: a text in a .kv file is asked for again when the language changes.
    words = ObjectProperty(None, rebind=True)
    title = "Rabbit Table"

    def __init__(  # noqa: PLR0913 - each is named where it is called
        self,
        table: Table,
        tick: Callable[[], None],
        words: Words,
        *,
        wishes: Wishes | None = None,
        greeting: Greeting = Greeting.NOTHING,
        backlight: Backlight | None = None,
        hop: Callable[[], None] = lambda: None,
        **given: Any,
    ) -> None:
        super().__init__(**given)
        self.wishes = wishes or Wishes(Settings())
        self._greeting = greeting
        self._take_up_looks()
        self.table = table
        self.words = words
        self._tick_table = tick
        self._shown: View | None = None
        self._place: tuple[Phase, int] | None = None
        self._notes: tuple[str, ...] = ()
        self._stop_asked = threading.Event()
        self.signalled = 0
        self._handlers: dict[int, Any] = {}
        self.stage: Stage | None = None
        self.keys = Keys(self)
        self.rest = Rest(self, backlight)
        self.hop = hop

    def build(self) -> Stage:
        from kivy.core.window import Window  # noqa: PLC0415 - opens the window

        self._window = Window
        self._measure(Window, *Window.size)
        self.stage = Stage(self)
        Window.bind(**self._listening())
        self.refresh()
        self._greet()
        return self.stage

    def _greet(self) -> None:
        """A table that lost its power in mid-round finds the round again, not a question."""
        shown = self._shown
        if self._greeting is Greeting.START and shown is not None and shown.phase in _GREETED:
            self.open(StartSheet(self, shown))
        elif self._greeting is Greeting.SET_UP:
            self.open(first_step(self))

    def on_start(self) -> None:
        Clock.schedule_interval(self._tick, TICK_S)
        Clock.schedule_interval(self._frame, 0)
        if threading.current_thread() is threading.main_thread():
            for number in (signal.SIGTERM, signal.SIGINT):
                self._handlers[number] = signal.signal(number, self._on_signal)

    def on_stop(self) -> None:
        """Kivy calls this twice after `stop()`; the second time finds nothing left to do."""
        self.stir()
        Clock.unschedule(self._tick)
        Clock.unschedule(self._frame)
        self._window.unbind(**self._listening())
        while self._handlers:
            number, before = self._handlers.popitem()
            signal.signal(number, before)

    def _listening(self) -> dict[str, Callable[..., object]]:
        keys = self.keys
        return {
            "on_resize": self._measure,
            "on_key_down": keys.down,
            "on_key_up": keys.up,
            "on_textinput": keys.text,
        }

    def open_settings(self, *_: object) -> bool:
        """Kivy's own settings would open with F1; guests must not get there."""
        return False

    def ask_to_stop(self) -> None:
        """Stop at the next tick; safe from any thread and from a signal handler."""
        self._stop_asked.set()

    def _on_signal(self, number: int, _frame: FrameType | None) -> None:
        self.signalled = number
        self.ask_to_stop()

    def _measure(self, _window: Any, wide: float, high: float) -> None:
        self.u, self.wide = theme.unit((wide, high)), wide >= high

    def _tick(self, _seconds: float) -> None:
        if self._stop_asked.is_set():
            self.stop()
            return
        self._tick_table()
        self.refresh()
        self.rest.look()

    def _frame(self, seconds: float) -> None:
        if self.stage is not None:
            self.stage.step(seconds)

    def refresh(self) -> None:
        """Show the table's newest view, if it looks different from the one shown."""
        view = self.table.view()
        if self.stage is None or view is self._shown or view == self._shown:
            return
        self.stir()
        before, self._shown = self._shown, view
        was, self._place = self._place, (view.phase, view.round)
        elsewhere = was != self._place
        anew = before is None or view.language != before.language
        self.words = self.words if view.language == self.words.language else Words(view.language)
        self._notes = () if elsewhere else self._notes
        if anew or elsewhere:
            self.stage.turn_to(PAGES[view.phase])
        self.stage.show(view, title_of(self.words, view), self._notes)
        if anew and not elsewhere:
            self.stage.page.skip()  # in other words or colours nothing is told once more

    def press(self, button: Button) -> None:
        """NEXT or UNDO, from the display or the keyboard; NEXT first ends a running animation."""
        if button is Button.NEXT and self.stage is not None and self.stage.page.skip():
            return
        self.said(self.table.press(button))

    def ask(self, move: Move) -> None:
        """Ask for a move on the view that is shown."""
        self.said(self.table.do(move, self._shown.n if self._shown else None))

    def confirm(self, move: Move, says: str, before: Opens | None = None) -> None:
        if self._shown is not None:
            self.open(ConfirmSheet(self, self._shown, move, says).comes_from(before, keeps=True))

    def wish(self, **fields: Any) -> None:
        """Other settings; the display is built anew where they change how it looks."""
        before = self.wishes.settings
        self.wishes.change(**fields)
        now = self.wishes.settings
        self._take_up_looks()
        if now.language != before.language:
            self.table.set_words(Words(now.language))
        if (now.day, now.large_text) != (before.day, before.large_text):
            self._build_anew()
        self.refresh()

    def _take_up_looks(self) -> None:
        settings = self.wishes.settings
        theme.use(settings.day)
        self.letters = LARGE_LETTERS if settings.large_text else 1.0
        self.calm = settings.calm

    def _build_anew(self) -> None:
        if self.stage is None:
            return
        self.close_sheet()
        self._window.remove_widget(self.stage)
        self.root = self.stage = Stage(self)
        self._window.add_widget(self.stage)
        self._shown = None

    def said(self, answer: Answer) -> None:
        """Say why something was refused."""
        notes = () if answer.ok else tuple(problem.text for problem in answer.problems)
        self._note(notes)
        self.refresh()

    def _note(self, notes: tuple[str, ...]) -> None:
        Clock.unschedule(self._forget_notes)
        self._notes = notes
        if self.stage is not None and self._shown is not None:
            self.stage.bottom.show(self._shown, notes)
        if notes:
            Clock.schedule_once(self._forget_notes, NOTE_S)

    def _forget_notes(self, _seconds: float) -> None:
        self._note(())

    def stir(self) -> bool:
        return self.rest.stir()

    def open(self, sheet: Sheet) -> None:
        if self.stage is not None:
            self.stage.open(sheet)

    def close_sheet(self) -> None:
        if self.stage is not None:
            self.stage.close_sheet()

    def open_menu(self) -> None:
        if self._shown is not None:
            self.open(Menu(self, self._shown))
