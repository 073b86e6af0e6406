"""What is said above every screen: one banner a place, in the words of the day."""

from __future__ import annotations

from pi_app.session.banners import banner_text
from pi_app.session.views import Banner
from pi_app.words import Words


class Notices:
    """place -> code of the sentence shown there (`banners.py`)."""

    def __init__(self) -> None:
        self._codes: dict[str, str] = {}

    def put(self, place: str, code: str | None) -> bool:
        """Show `code` at the place; None: nothing. True: that is new."""
        if self._codes.get(place) == code:
            return False
        self._codes.pop(place, None)
        if code is not None:
            self._codes[place] = code
        return True

    def banners(self, words: Words) -> tuple[Banner, ...]:
        return tuple(Banner(code, banner_text(code, words)) for code in self._codes.values())
