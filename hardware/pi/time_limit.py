"""A call that may never return goes in; its result comes out, or CallHangs when time is up.

Camera drivers hang for ever now and then; the evening must not.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from concurrent.futures import Future
from typing import TypeVar

T = TypeVar("T")


class CallHangs(Exception):
    """The call still runs, in a thread that nobody waits for any more."""


def within(seconds: float, call: Callable[[], T]) -> T:
    """Run `call` in a thread of its own, at most `seconds` long. Its errors pass through."""
    outcome: Future[T] = Future()

    def run() -> None:
        try:
            outcome.set_result(call())
        except BaseException as error:
            outcome.set_exception(error)

    worker = threading.Thread(target=run, name="camera call", daemon=True)
    worker.start()
    worker.join(seconds)
    if not outcome.done():
        raise CallHangs
    return outcome.result()
