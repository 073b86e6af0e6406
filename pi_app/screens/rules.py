"""The rules picker: an edition, the device people vote with, and single rules of one's own.

Every answer goes to the lobby at once; a running match keeps the rules it began with.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from kivy.properties import BooleanProperty, StringProperty

from hardware.device import Device
from pi_app.game.moves import Override
from pi_app.screens.acts import Acts, act_tile
from pi_app.screens.choices import Choice, ChoiceSheet
from pi_app.screens.entry import TextSheet
from pi_app.screens.own_rules import RULES_TO_CHANGE, OwnRule
from pi_app.screens.page import Desk, Opens, Sheet
from pi_app.screens.questions import ask_questions, topic_of
from pi_app.screens.sources import SourcesSheet
from pi_app.screens.tiles import Tile, TileGrid, load_kv
from pi_app.session.views import LobbyView, ProfileView, View

PROFILES_ON_A_PAGE = 6
"""So few that their sentences can be read from the other side of the table."""


class EditionTile(Tile):
    """One edition to choose; `detail`: what is special in it; `fits`: so many can play it."""

    words = StringProperty("")
    detail = StringProperty("")
    chosen = BooleanProperty(False)
    players = StringProperty("")
    fits = BooleanProperty(True)


def name_of(profile: ProfileView) -> str:
    """What people call it."""
    return profile.name or profile.title


class EditionSheet(Sheet):
    """Editions on a page or two; below them the questions, rules of one's own, and where they come from."""

    def __init__(self, desk: Desk, lobby: LobbyView, page: int = 0) -> None:
        words = desk.words
        super().__init__(desk, words.text("Which rules?"))
        self.lobby = lobby
        self.ids.body.orientation = "vertical"
        grid = TileGrid(shape=3.4, widest=9, tallest=2.6, gap=0.1, most_columns=2 if desk.wide else 1)
        first = page * PROFILES_ON_A_PAGE
        for profile in lobby.profiles[first : first + PROFILES_ON_A_PAGE]:
            grid.add_widget(self._tile(profile))
        self.ids.body.add_widget(grid)
        self.acts = Acts()
        self.acts.show([act_tile(*act) for act in self._acts(page)])
        self.ids.body.add_widget(self.acts)

    def _tile(self, profile: ProfileView) -> EditionTile:
        lobby, words = self.lobby, self.desk.words
        tile = EditionTile(words=name_of(profile), chosen=profile.id == lobby.profile)
        tile.detail = words.parted(profile.changed) if profile.saved else profile.special
        tile.players = words.text("{least}–{most}", least=profile.least, most=profile.most)
        tile.fits = profile.id in lobby.fitting or not lobby.seats
        tile.bind(on_release=lambda _: self.choose(profile.id))
        return tile

    def _acts(self, page: int) -> list[tuple[str, str, Callable[[], object]]]:
        words, desk, lobby = self.desk.words, self.desk, self.lobby
        acts: list[tuple[str, str, Callable[[], object]]] = []
        pages = -(-len(lobby.profiles) // PROFILES_ON_A_PAGE)
        if pages > 1:
            acts.append((words.text("More"), "next", partial(self.leaf, (page + 1) % pages)))
        if lobby.questions:
            said = topic_of(words, lobby.questions)
            acts.append((said, "ask", lambda: ask_questions(desk, again=True)))
        again = partial(_editions, desk, page)
        for name, sign, sheet in (
            (words.text("How you vote"), "disc", devices_sheet),
            (words.text("Rules of our own"), "hand", own_rules_sheet),
            (words.text("Rules and sources"), "book", _sources),
        ):
            acts.append((name, sign, partial(_open_from, desk, sheet, again)))
        return acts

    def leaf(self, page: int) -> None:
        self.desk.open(EditionSheet(self.desk, self.lobby, page))

    def choose(self, profile: str) -> None:
        """Where this edition leaves a question open for so many players, it is asked at once."""
        self.desk.table.set_lobby(profile=profile)
        self.desk.close_sheet()
        self.desk.refresh()
        ask_questions(self.desk)


def devices_sheet(desk: Desk) -> Sheet:
    """What people vote with."""
    words, lobby = desk.words, desk.table.view().lobby
    offered = {
        Device.TOKENS: (
            words.text("Discs with numbers"),
            words.text("A disc for each number, face down"),
        ),
        Device.DIALS: (words.text("Dials"), words.text("One dial each, set to the number")),
        Device.PLACES: (words.text("Discs laid on the card"), words.text("Quick, but not secret")),
    }
    choices = [
        Choice(
            name,
            partial(desk.table.set_lobby, device=device),
            detail=detail,
            chosen=lobby is not None and lobby.device is device,
        )
        for device, (name, detail) in offered.items()
    ]
    return ChoiceSheet(desk, words.text("How do you vote?"), choices, 1)


def _sources(desk: Desk) -> Sheet:
    return SourcesSheet(desk, desk.table.view())


def _open_from(desk: Desk, sheet: Callable[[Desk], Sheet], before: Opens) -> None:
    desk.open(sheet(desk).comes_from(before))


def _editions(desk: Desk, page: int = 0) -> None:
    lobby = desk.table.view().lobby
    if lobby is not None:
        desk.open(EditionSheet(desk, lobby, page))


# --- rules of one's own ------------------------------------------------------------------------


def own_rules_sheet(desk: Desk) -> Sheet:
    """Single rules that may be changed, each as it is now."""
    view, words = desk.table.view(), desk.words
    said = {rule.path: rule.text for rule in view.rules}
    changed = view.lobby.overrides if view.lobby else {}
    choices = [
        Choice(
            words.text(rule.name),
            partial(_change, desk, rule),
            "hand" if rule.path in changed else "",
            said.get(rule.statement, ""),
            rule.path in changed,
        )
        for rule in RULES_TO_CHANGE
    ]
    if changed:
        name = words.text("Save these rules under a name")
        choices.append(Choice(name, lambda: desk.open(_name_sheet(desk)), "sure"))
        back = words.text("All as in the box")
        choices.append(Choice(back, lambda: desk.said(desk.table.set_rules({})), "undo"))
    profile = _profile(view)
    if profile is not None and profile.saved:
        gone = words.text("Delete these saved rules")
        choices.append(Choice(gone, lambda: desk.said(desk.table.forget_rules(profile.id)), "close"))
    return ChoiceSheet(desk, words.text("Rules of our own"), choices).comes_from(partial(_editions, desk))


def _profile(view: View) -> ProfileView | None:
    lobby = view.lobby
    return next((p for p in lobby.profiles if p.id == lobby.profile), None) if lobby else None


def _name_sheet(desk: Desk) -> Sheet:
    title = desk.words.text("What are these rules called?")
    return TextSheet(desk, title, "", lambda name: desk.said(desk.table.save_rules(name)))


def _change(desk: Desk, rule: OwnRule) -> None:
    lobby = desk.table.view().lobby
    now = lobby.overrides.get(rule.path, "") if lobby else ""
    choices = [
        Choice(desk.words.text(text, n=n or 0), partial(_set, desk, rule, value), chosen=value == now)
        for text, n, value in rule.values
    ]
    choices.append(Choice(desk.words.text("As in the box"), partial(_as_in_the_box, desk, rule), "undo"))
    sheet = ChoiceSheet(desk, desk.words.text(rule.name), choices)
    desk.open(sheet.comes_from(lambda: desk.open(own_rules_sheet(desk))))


def _set(desk: Desk, rule: OwnRule, value: Override) -> None:
    lobby = desk.table.view().lobby
    if lobby is not None:
        desk.said(desk.table.set_rules({**lobby.overrides, rule.path: value}))
        desk.open(own_rules_sheet(desk))


def _as_in_the_box(desk: Desk, rule: OwnRule) -> None:
    lobby = desk.table.view().lobby
    if lobby is not None:
        kept = {path: value for path, value in lobby.overrides.items() if path != rule.path}
        desk.said(desk.table.set_rules(kept))
        desk.open(own_rules_sheet(desk))


load_kv(__file__)
