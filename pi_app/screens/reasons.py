"""Each point of one round: who got what and why; behind each reason the rule and the texts that say it."""

from __future__ import annotations

from pi_app.game.provenance import RULE_OF_WHY
from pi_app.screens.page import Desk, Sheet
from pi_app.screens.sources import SourceTile
from pi_app.screens.tiles import TileGrid
from pi_app.session.views import PlayerView, PointsView, View
from pi_app.words import Words


def signed(words: Words, points: int) -> str:
    """`+3`, `−2`; nothing for no points. The sign stays before the number, whichever way the table reads."""
    if not points:
        return ""
    text = ("+" if points > 0 else "−") + words.number(abs(points))
    return f"\u2066{text}\u2069" if words.right_to_left else text


def _gained(words: Words, points: int) -> str:
    return signed(words, points) or words.number(0)


class PointsSheet(Sheet):
    """Everybody's points of one round with their reasons; a tap on one shows the rules behind them."""

    def __init__(self, desk: Desk, view: View, points: tuple[PointsView, ...], title: str) -> None:
        super().__init__(desk, title)
        grid = TileGrid(shape=5.5, most_columns=2 if desk.wide else 1, widest=9, tallest=2.0, gap=0.1)
        for one in points:
            who = next((player for player in view.players if player.id == one.player), None)
            if who is not None:
                tile = SourceTile(words=_title(desk.words, who, one.total), stickers=who.stickers)
                tile.detail = desk.words.parted(one.why)
                tile.bind(on_release=lambda _, who=who, one=one: self._why(WhySheet(desk, view, who, one)))
                grid.add_widget(tile)
        self.ids.body.add_widget(grid)

    def _why(self, sheet: Sheet) -> None:
        self.desk.open(sheet.comes_from(lambda: self.desk.open(self)))


class WhySheet(Sheet):
    """ "Why is it 4?": each reason for one player's points of one round, and the text that says so."""

    def __init__(self, desk: Desk, view: View, who: PlayerView, points: PointsView) -> None:
        words = desk.words
        super().__init__(desk, _title(words, who, points.total))
        rules = {rule.path: rule for rule in view.rules}
        grid = TileGrid(shape=8, most_columns=1, widest=15, tallest=1.9, gap=0.12)
        for reason, sentence in zip(points.reasons, points.why, strict=False):
            tile = SourceTile(words=f"{_gained(words, reason.points)}  {sentence}")
            rule = rules.get(RULE_OF_WHY.get(reason.code, ""))
            if rule is not None:
                tile.detail = f"{rule.text} {words.parted((*rule.sources, *rule.doubts))}".strip()
                tile.sure, tile.changed = rule.sure, rule.changed
                tile.sign = "hand" if rule.changed else ("sure" if rule.sure else "ask")
            grid.add_widget(tile)
        self.ids.body.add_widget(grid)


def _title(words: Words, who: PlayerView, points: int) -> str:
    name = who.shown
    return words.text("{player} {points}", player=name, points=_gained(words, points))
