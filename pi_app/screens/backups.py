"""The copies of the book on the display: what each holds; one of them, after a yes, becomes the book again.

The book that is there is kept, and stands in the same list from then on: so even this can be undone.
"""

from __future__ import annotations

from datetime import datetime
from functools import partial

from kivy.uix.widget import Widget

from pi_app.screens.choices import Choice, ChoiceSheet
from pi_app.screens.confirm import ConfirmLine, YesNo
from pi_app.screens.page import Desk, Sheet
from pi_app.session.views import BackupView
from pi_app.words import Words

MOST = 8


def when(words: Words, backup: BackupView) -> str:
    """The day and the time of the copy, as a clock on the wall shows it, from left to right."""
    said = datetime.fromtimestamp(backup.made_at).astimezone().strftime("%Y-%m-%d %H:%M")
    return f"\u2066{words.figures(said)}\u2069"


def what(words: Words, backup: BackupView) -> str:
    """How much is in it, and the newest match."""
    matches = words.count("{n} match", "{n} matches", backup.matches)
    if not backup.players:
        return matches
    rounds = words.count("{n} round", "{n} rounds", backup.rounds)
    names = words.listed(backup.players)
    return words.text(
        "{matches}; the last: {rounds}, {players}", matches=matches, rounds=rounds, players=names
    )


def backups_sheet(desk: Desk) -> Sheet:
    """The newest copies; a tap asks before anything is changed."""
    words = desk.words
    choices = [
        Choice(
            when(words, backup),
            partial(_ask, desk, backup),
            "redo" if backup.before else "undo",
            what(words, backup),
        )
        for backup in desk.table.backups()[:MOST]
    ]
    title = words.text("Which matches to bring back?")
    if not choices:
        title = words.text("There is no copy yet: one is made at the end of each match.")
    return ChoiceSheet(desk, title, choices)


def _ask(desk: Desk, backup: BackupView) -> None:
    desk.open(BringBackSheet(desk, backup).comes_from(lambda: desk.open(backups_sheet(desk))))


class BringBackSheet(Sheet):
    """What would come back and what would go, and the two answers."""

    def __init__(self, desk: Desk, backup: BackupView) -> None:
        words = desk.words
        super().__init__(desk, words.text("The matches of {time} come back", time=when(words, backup)))
        self._backup = backup
        self.ids.body.orientation = "vertical"
        kept = words.text("The matches you have now are kept too, in the same list.")
        for line in (what(words, backup), kept):
            self.ids.body.add_widget(ConfirmLine(words=line))
        self.ids.body.add_widget(Widget())
        answers = YesNo(self)
        answers.no_words, answers.yes_words = words.text("Leave it as it is"), words.text("Yes, do this")
        self.ids.body.add_widget(answers)

    def yes(self) -> None:
        self.desk.close_sheet()
        self.desk.said(self.desk.table.bring_back(self._backup.name))

    def key(self, name: str, letter: str) -> bool:
        if name == "enter":
            self.yes()
            return True
        return super().key(name, letter)
