"""Frames in, readings out, for whoever watches a table: look, remember, and agree over time.

A frame in which nothing has changed since the last look is not looked at again: it would say the same,
and it must not count as one more witness. Now and then it is looked at all the same. While things move looks
are quick, and nothing rests upon those. A hand in view or anything that moves holds the reading. Codes that
are none of ours, and discs whose tag cannot be read, are looked for at times, once all rests.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace

import cv2
import numpy as np

from calibration.lens import Lens
from hardware.ports import Frame, Grey
from hardware.stickers import DEFAULT_KIT
from pi_app.vision.find import Pyramid, pyramid
from pi_app.vision.flaws import camera_moved, with_flaw, with_strangers
from pi_app.vision.hands import Hands
from pi_app.vision.look import MOST_LEVELS, Kept, Looker
from pi_app.vision.seen import DiscSeen, Flaw, FlawSeen, Ignored, Look, Reading
from pi_app.vision.steady import Steady
from pi_app.vision.strangers import strangers_in
from pi_app.vision.tagless import tagless_in, with_tagless

LOOK_AGAIN_S, LOOK_SOON_S = 0.6, 0.2
"""The shorter one while something was seen in one look alone."""
STRANGERS_S, RESTS_S = 10.0, 0.5
TOLD_S = 10.0
"""How long it is said that the camera has moved: people look up from the table now and then."""
CHANGED_BY = 6
CHANGED_PIXELS = 2
"""Of the smallest level: so many pixels that differ by more than CHANGED_BY grey levels are a change."""


@dataclass(frozen=True, slots=True, eq=False)
class _Last:
    """What was looked at last, when, and what came of it. moved: something lay elsewhere than before.

    quick: the look did not search for more than was enough.
    """

    reading: Reading
    look: Look
    small: Grey
    at: float
    moved: bool
    quick: bool

    @property
    def still(self) -> Reading:
        """The same, now that another picture shows that nothing moves any more."""
        since = self.reading.still_since
        return replace(self.reading, still_since=self.at if since is None else since)


class Reader:
    """One for each camera, with a memory of its last looks."""

    def __init__(self, kit: int = DEFAULT_KIT, lens: Lens | None = None) -> None:
        self._kit = kit
        self._looker = Looker(kit, lens)
        self._steady = Steady()
        self._hands = Hands()
        self._last: _Last | None = None
        self._waited_at = -math.inf
        self._moved_at = -math.inf
        self._strangers: tuple[Ignored, ...] = ()
        self._strangers_at = -math.inf
        self._tagless: tuple[DiscSeen, ...] = ()
        self._tagless_at = -math.inf

    def look(self, frame: Frame) -> Reading:
        """What this frame and the last ones agree on."""
        levels = pyramid(frame.grey, MOST_LEVELS)
        watched = levels.levels[min(3, len(levels.levels) - 1)]
        waiting = self._hands.see(watched, frame.taken_at) if watched.size else False
        if waiting:
            self._waited_at = frame.taken_at
        reading = self._reading(frame, levels, _smoothed(watched))
        return self._held(replace(reading, taken_at=frame.taken_at), waiting)

    @property
    def kept(self) -> Kept:
        """Of the last frame that was looked at."""
        return self._looker.kept

    def reset(self) -> None:
        """Forget the looks so far: something else lies on the table now."""
        self._steady.forget()
        self._hands.forget()
        self._last = None
        self._waited_at = self._moved_at = self._tagless_at = -math.inf
        self._tagless = ()

    def _reading(self, frame: Frame, levels: Pyramid, small: Grey) -> Reading:
        last, at = self._last, frame.taken_at
        same = last is not None and not changed(last.small, small)
        if last is not None and same and not last.quick and 0 <= at - last.at < _patience(last.reading):
            return last.still
        quick = last is not None and last.moved and not same
        look = self._looker.look(frame, levels, thorough=not quick)
        if last is not None and camera_moved(last.look, look):
            self._steady.forget()
            self._moved_at = at
            self._strangers, self._strangers_at = (), -math.inf
        if at - self._moved_at < TOLD_S:
            look = replace(look, picture=with_flaw(look.picture, FlawSeen(Flaw.CAMERA_MOVED)))
        rests_since = self._rests_since(at)
        reading = self._steady.add(with_strangers(look, self._strangers_in(frame, look, rests_since)))
        reading = with_tagless(reading, self._tagless_in(frame, look, rests_since))
        moved = reading.still_since is None
        if quick:
            # What a quick look passed over may lie there all the same: nothing rests upon it.
            reading = replace(reading, still_since=None)
        self._last = _Last(reading, look, small, at, moved, quick)
        return reading

    def _rests_since(self, at: float) -> float | None:
        """Since when the table has rested; None: it has not for long enough that no reading waits."""
        since = self._last.reading.still_since if self._last else None
        since = None if since is None else max(since, self._waited_at)
        return since if since is not None and at - since >= RESTS_S else None

    def _tagless_in(self, frame: Frame, look: Look, rests_since: float | None) -> tuple[DiscSeen, ...]:
        """Looked for each time the table has come to rest, and at times; else where they were found last."""
        at, again = frame.taken_at, self._tagless_at + STRANGERS_S
        if rests_since is not None and (rests_since > self._tagless_at or at >= again):
            self._tagless_at = at
            self._tagless = tagless_in(frame.grey, look, self._looker.kept)
        elif self._tagless:
            places = [disc.centre_mm for disc in self._tagless if disc.centre_mm is not None]
            self._tagless = tagless_in(frame.grey, look, self._looker.kept, places)
        return self._tagless

    def _strangers_in(self, frame: Frame, look: Look, rests_since: float | None) -> tuple[Ignored, ...]:
        """As they were found last; looked for once the table rests."""
        at = frame.taken_at
        if rests_since is not None and at - self._strangers_at >= STRANGERS_S:
            self._strangers_at = at
            self._strangers = strangers_in(frame.grey, self._looker.kept.outlines, look.ignored, self._kit)
        return self._strangers

    def _held(self, reading: Reading, waiting: bool) -> Reading:
        """Nothing counts as still while a hand is in view, and not from before it was."""
        since = reading.still_since
        if waiting or since is None:
            return replace(reading, waiting=waiting, still_since=None)
        return replace(reading, still_since=max(since, self._waited_at))


def _patience(reading: Reading) -> float:
    """Seconds until a table that has not changed is looked at again."""
    # A ring alone stays a question, however often it is looked at.
    doubted = any(disc.fleeting and not (disc.ring and disc.tag is None) for disc in reading.discs)
    return LOOK_SOON_S if doubted else LOOK_AGAIN_S


def changed(before: Grey, after: Grey) -> bool:
    """Whether anything on the table differs; both smoothed and of one size, else everything does."""
    if before.shape != after.shape or not before.size:
        return True
    _, apart = cv2.threshold(cv2.absdiff(before, after), CHANGED_BY, 1, cv2.THRESH_BINARY)
    return cv2.countNonZero(apart) >= CHANGED_PIXELS


def _smoothed(level: Grey) -> Grey:
    return np.asarray(cv2.blur(level, (3, 3)), np.uint8) if level.size else level
