"""The answer to "why is it 4?": a view's rules go in; each is shown with the texts that say so."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import partial

from kivy.properties import BooleanProperty

from pi_app.screens import theme
from pi_app.screens.acts import act_tile
from pi_app.screens.choices import ChoiceTile
from pi_app.screens.page import Desk, Sheet
from pi_app.screens.shaped_text import Text
from pi_app.screens.tiles import Box, TileGrid, load_kv
from pi_app.session.views import RuleView, View

RULES_ON_A_PAGE = 4


class SourceTile(ChoiceTile):
    """One rule, the text that says so below it; `sure` False: the texts disagree or are thin."""

    sure = BooleanProperty(True)
    changed = BooleanProperty(False)


def usual_sources(rules: Sequence[RuleView]) -> tuple[str, ...]:
    """The texts that most rules come from: said once, not with each of them."""
    usual = Counter(rule.sources for rule in rules if rule.sources).most_common(1)
    return usual[0][0] if usual and usual[0][1] > 1 else ()


class SourcesSheet(Sheet):
    """ "Why is it 4?": every rule of this match with the texts that say so."""

    def __init__(self, desk: Desk, view: View, page: int = 0) -> None:
        words = desk.words
        super().__init__(desk, words.text("Rules and sources"))
        self._view = view
        self.ids.body.orientation = "vertical"
        tallest = 1.6 if desk.wide else 2.0
        grid = TileGrid(shape=11, most_columns=1, widest=15, tallest=tallest, gap=0.08)
        usual = usual_sources(view.rules)
        if usual:
            said = words.text("Where nothing else is said: {sources}", sources=words.parted(usual))
            line = Text(words=said, rows=2, most=0.4, least=0.26, halign="left", color=theme.MIST)
            line.size_hint_y, line.height = None, 0.9 * desk.u
            self.ids.body.add_widget(line)
        first = page * RULES_ON_A_PAGE
        for rule in view.rules[first : first + RULES_ON_A_PAGE]:
            said = words.parted((*(rule.sources if rule.sources != usual else ()), *rule.doubts))
            tile = SourceTile(words=rule.text, detail=said, sure=rule.sure, changed=rule.changed)
            tile.sign = "hand" if rule.changed else ("sure" if rule.sure else "ask")
            grid.add_widget(tile)
        self.ids.body.add_widget(grid)
        pages = -(-len(view.rules) // RULES_ON_A_PAGE)
        if pages > 1:
            row = Box(size_hint_y=None, height=1.1 * desk.u, spacing=0.2 * desk.u)
            for text, to in ((words.text("Previous"), page - 1), (words.text("More"), page + 1)):
                act = act_tile(text, "", partial(self.leaf, to))
                act.disabled = not 0 <= to < pages
                row.add_widget(act)
            self.ids.body.add_widget(row)

    def leaf(self, page: int) -> None:
        self.desk.open(SourcesSheet(self.desk, self._view, page).comes_from(self.before))


load_kv(__file__)
