"""Frames in, readings out: one look after the other through `steady`, for whoever watches a table."""

from __future__ import annotations

from calibration.lens import Lens
from calibration.table_map import TableMap
from hardware.ports import Frame
from hardware.stickers import DEFAULT_KIT
from pi_app.vision.look import Looker
from pi_app.vision.seen import Reading
from pi_app.vision.steady import Steady


class Reader:
    """One for each camera, with a memory of its last looks."""

    def __init__(
        self, kit: int = DEFAULT_KIT, lens: Lens | None = None, table: TableMap | None = None
    ) -> None:
        self._looker = Looker(kit, lens, table)
        self._steady = Steady()

    def look(self, frame: Frame) -> Reading:
        """What this frame and the last ones agree on."""
        return self._steady.add(self._looker.look(frame))

    def reset(self) -> None:
        """Forget the looks so far: something else lies on the table now."""
        self._steady.forget()
