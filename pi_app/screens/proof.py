"""What the camera reads of the printed sheets goes in; every sticker of the kit, proven or not, is shown.

Rule: a sticker is proven when each of its codes was read, and stays proven; half of it is not enough.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from kivy.properties import BooleanProperty, NumericProperty, StringProperty

from hardware.kit import PLAYERS, Block, Kit, blocks
from hardware.stickers import Back, Corner, DialBase, DialRotor, Face, Plate, Sticker
from pi_app.screens.acts import ActTile
from pi_app.screens.page import Desk
from pi_app.screens.tiles import Card, Tile, load_kv
from pi_app.screens.watching import WatchingSheet
from pi_app.vision.seen import Source
from pi_app.words import Words

USUAL_PLAYERS = 6
_CODES: Mapping[type, frozenset[Source]] = {
    Face: frozenset({Source.TAG, Source.RING}),
    Plate: frozenset({Source.TAG, Source.QR}),
}
"""All codes of a kind of sticker; of every other kind, its tag."""
_TAG = frozenset({Source.TAG})


class Proof:
    """What was read so far. `count` and `whole` are of one block of the kit."""

    def __init__(self) -> None:
        self._read: set[tuple[Sticker, Source]] = set()

    def add(self, read: frozenset[tuple[Sticker, Source]]) -> frozenset[Sticker]:
        """Which stickers have more of their codes read than before."""
        new = read - self._read
        self._read |= new
        return frozenset(sticker for sticker, _ in new)

    def share(self, sticker: Sticker) -> float:
        """0: not read, 1: proven, in between: not all of its codes."""
        codes = _CODES.get(type(sticker), _TAG)
        return len([code for code in codes if (sticker, code) in self._read]) / len(codes)

    def count(self, block: Block) -> int:
        return sum(self.share(sticker) == 1.0 for sticker in block.copies)


class ProofTile(Card):
    """One thing to prove: a word or a number, and how far it is proven."""

    words = StringProperty("")
    share = NumericProperty(0.0)


class BlockTile(Tile):
    """One part of the kit, and how many of its stickers are proven."""

    words = StringProperty("")
    stickers = NumericProperty(0)
    count = StringProperty("")
    whole = BooleanProperty(False)
    chosen = BooleanProperty(False)


class ProofSheet(WatchingSheet):
    """The parts of the kit at one side, the stickers of one part at the other; the last one read is shown."""

    def __init__(self, desk: Desk, title: str, further: Callable[[int], ActTile]) -> None:
        """further: the tile to the next step, for so many players."""
        super().__init__(desk, title)
        self.ids.body.orientation = "vertical"
        view = desk.table.view()
        lobby, seats = view.lobby, len(view.lobby.seats) if view.lobby else len(view.players)
        self.players = min(max(seats, PLAYERS[0]), PLAYERS[1]) if seats else USUAL_PLAYERS
        self._device = lobby.device if lobby else desk.wishes.settings.device
        self._further, self._proof = further, Proof()
        self.board, self.foot = (
            ProofBoard(orientation="horizontal" if desk.wide else "vertical"),
            ProofFoot(self),
        )
        self.ids.body.add_widget(self.board)
        self.ids.body.add_widget(self.foot)
        self.change(0)
        self.begin()

    def change(self, by: int) -> None:
        """A kit for more or fewer players."""
        self.players = min(max(self.players + by, PLAYERS[0]), PLAYERS[1])
        self.blocks = blocks(Kit(self.players, self._device))
        words = self.desk.words
        self.foot.words = words.count("kit for {n} player", "kit for {n} players", self.players)
        self.foot.ids.further.clear_widgets()
        self.foot.ids.further.add_widget(self._further(self.players))
        parts = self.board.ids.parts
        parts.clear_widgets()
        for n, block in enumerate(self.blocks):
            player = block.fields.get("player")
            tile = BlockTile(words=_part(words, block), stickers=player if isinstance(player, int) else 0)
            tile.bind(on_release=lambda _, n=n: self.choose(n))
            parts.add_widget(tile)
        self.choose(0)

    def choose(self, n: int) -> None:
        """Show this part's stickers."""
        self._chosen = n
        grid = self.board.ids.stickers
        grid.clear_widgets()
        for sticker in self.blocks[n].copies:
            grid.add_widget(ProofTile(words=_name(self.desk.words, sticker)))
        self._mark()

    def look(self) -> None:
        """Tick off what was read; the part that most of it belongs to comes to the front."""
        seen = self.desk.table.seeing()
        new = self._proof.add(seen.preview.read) if seen and seen.preview else frozenset()
        if not new:
            return
        found = [len(new & block.copies.keys()) for block in self.blocks]
        if found[self._chosen] < max(found):
            self.choose(found.index(max(found)))
        self._mark()

    def _mark(self) -> None:
        words = self.desk.words
        for n, (block, tile) in enumerate(
            zip(self.blocks, reversed(self.board.ids.parts.children), strict=True)
        ):
            count, of = self._proof.count(block), len(block.copies)
            tile.count = f"\u2066{words.number(count)}/{words.number(of)}\u2069"
            tile.whole, tile.chosen = count == of, n == self._chosen
        shown = self.blocks[self._chosen].copies
        for sticker, tile in zip(shown, reversed(self.board.ids.stickers.children), strict=True):
            tile.share = self._proof.share(sticker)


class ProofBoard(Card):
    """Parts and stickers."""


class ProofFoot(Card):
    """For how many players the kit is, and the way on."""

    words = StringProperty("")

    def __init__(self, sheet: ProofSheet) -> None:
        self.sheet = sheet
        super().__init__()


def _part(words: Words, block: Block) -> str:
    kind = type(next(iter(block.copies)))
    return {Plate: words.text("plates"), Corner: words.text("corners")}.get(kind, "")


def _name(words: Words, sticker: Sticker) -> str:
    match sticker:
        case Face(_, n) | Plate(n) | Corner(n):
            return words.number(n)
        case Back():
            return words.text("back")
        case DialBase():
            return words.text("dial")
        case DialRotor():
            return words.text("pointer")


load_kv(__file__)
