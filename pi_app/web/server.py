"""The scoreboard of this table: boards in from the main thread, pages on the local network out."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from starlette.types import ASGIApp

from pi_app.session.door import Door
from pi_app.session.views import Board
from pi_app.web import address
from pi_app.web.board import NO_MATCH, public_json
from pi_app.web.lan_server import DEFAULT_LIMITS, LanServer
from pi_app.web.listening import Limits
from pi_app.web.routes import application
from pi_app.web.streams import Streams


class Scoreboard(LanServer):
    """Start it, publish boards to it, stop it; all from the main thread.

    `names`: host names under which pages may ask, beside the machine's own. `door`: where phones may
    propose names in the lobby.
    """

    def __init__(  # noqa: PLR0913 - every outer part comes in as a value
        self,
        host: str = "0.0.0.0",  # noqa: S104 - phones in the room are who it is for
        port: int = 8080,
        *,
        names: Iterable[str] = (),
        door: Door | None = None,
        limits: Limits = DEFAULT_LIMITS,
        interfaces: Callable[[], list[address.Interface]] = address.interfaces,
    ) -> None:
        super().__init__(
            self._pages,
            self._json,
            host,
            port,
            limits=limits,
            interfaces=interfaces,
        )
        self._names = tuple(names)
        self._door = door
        self._published = self._shown = NO_MATCH
        self._told = public_json(NO_MATCH)

    def publish(self, board: Board) -> None:
        """Show this board; returns at once. Only the newest counts."""
        self._published = board
        self.refresh()

    def _pages(self, streams: Streams) -> ASGIApp:
        return application(streams, lambda: self._shown, self._names, self._door, self.address)

    def _json(self) -> bytes:
        board = self._published
        if board is not self._shown:
            self._shown, self._told = board, public_json(board)
        return self._told
