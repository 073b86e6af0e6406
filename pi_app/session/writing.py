"""One job for the disk in; its result out, at once or when the disk has done it.

Rule: who asks never waits longer than it wants to. Until the job is done nothing else may use the book.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from concurrent.futures import Future
from concurrent.futures import TimeoutError as NotDone
from typing import Generic, TypeVar

Result = TypeVar("Result")


class Writing(Generic[Result]):
    """A job in a thread of its own; with `patience` None it is done right here instead."""

    def __init__(self, job: Callable[[], Result], patience: float | None) -> None:
        self._future: Future[Result] = Future()
        if patience is None:
            self._work(job)
        else:
            # Not a pool: at the end of the program a pool would wait for a disk that never answers.
            threading.Thread(target=self._work, args=(job,), name="writing", daemon=True).start()

    def wait(self, seconds: float | None) -> bool:
        """True: it is done, well or not. None: as long as it takes."""
        try:
            self._future.exception(seconds)
        except NotDone:
            return False
        return True

    def result(self) -> Result:
        """Of a job that is done; raise what it raised."""
        return self._future.result(0)

    def _work(self, job: Callable[[], Result]) -> None:
        try:
            self._future.set_result(job())
        except BaseException as error:
            self._future.set_exception(error)
