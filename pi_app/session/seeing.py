"""What the camera's own screen shows: readings in, how well the table is seen out. Never during the vote.

Also lets one screen listen to the physical buttons, so that a wired button can be tried without playing.
"""

from __future__ import annotations

from collections.abc import Callable

from hardware.ports import Button
from pi_app.game.pieces import Phase
from pi_app.session.evening import Evening
from pi_app.session.flaw_texts import flaw_text
from pi_app.session.sight import FlawShown, Preview, Seeing
from pi_app.vision.seen import Reading
from pi_app.words import Words


def seeing_of(reading: Reading, preview: Preview | None, words: Words) -> Seeing:
    """Disc sets and plates only: no number, no place."""
    picture = reading.picture
    width, height = picture.size
    return Seeing(
        preview=preview,
        sharpness=picture.sharpness,
        light=picture.light,
        px_per_module=picture.px_per_module,
        mirrored=picture.mirrored,
        plates=tuple(sorted(plate.slot for plate in reading.slots)),
        discs=tuple(sorted(reading.players)),
        strays=len(reading.ignored),
        plates_at={
            plate.slot: (plate.centre_px[0] / width, plate.centre_px[1] / height) for plate in reading.slots
        },
        flaws=tuple(
            FlawShown(
                seen.flaw,
                flaw_text(seen, words),
                (seen.at_px[0] / width, seen.at_px[1] / height) if seen.at_px else None,
            )
            for seen in picture.flaws
        ),
    )


class CheckDesk:
    """The camera's and the buttons' part of `views.Table`. The session owns the evening."""

    _evening: Evening
    _words: Words

    def __init__(self) -> None:
        self._seeing: Seeing | None = None
        self._overhear: Callable[[Button], None] | None = None
        self._closer = False

    @property
    def wants_preview(self) -> bool:
        """Somebody looks at the camera's picture, and nobody votes."""
        return self._closer and self._evening.phase is not Phase.VOTING

    def look_closer(self, on: bool) -> None:
        """Ask the camera for its picture, or no longer."""
        self._closer = on
        self._seeing = None

    def seeing(self) -> Seeing | None:
        """The newest look, while somebody looks closer; None during the vote."""
        return self._seeing if self.wants_preview else None

    def listen(self, overhear: Callable[[Button], None] | None) -> None:
        """Physical presses go to `overhear` and do nothing else; None: they play again."""
        self._overhear = overhear

    def _noticed(self, reading: Reading, preview: Preview | None) -> None:
        if self.wants_preview:
            self._seeing = seeing_of(reading, preview, self._words)

    def _overheard(self, button: Button) -> bool:
        if self._overhear is None:
            return False
        self._overhear(button)
        return True
