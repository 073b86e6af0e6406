"""The command `rabbit-table`: takes hold of the signals before anything else, then runs its words.

Rule: a signal ends it with 130 or 143 from the first moment on; once a command has begun, in good order.
"""

from __future__ import annotations

import atexit
import os
import signal
import sys
import time
from types import FrameType

_PATIENCE_S = 1.0
"""A shell's `timeout` sends its signal twice at once; a person who asks again later means it."""


class _Stopping:
    """The handler of both signals. begun: a command is at work, whose clearing up must not be missed."""

    def __init__(self) -> None:
        self.begun = False
        self.code: int | None = None
        self._at = 0.0

    def listen(self) -> None:
        for number in (signal.SIGINT, signal.SIGTERM):
            signal.signal(number, self._on_signal)
            # All is done by then: Python would drop the handlers on its way out, and end without a code.
            atexit.register(signal.signal, number, signal.SIG_IGN)

    def _on_signal(self, number: int, _frame: FrameType | None) -> None:
        if not self.begun:
            os._exit(128 + number)
        if self.code is None:
            self.code, self._at = 128 + number, time.monotonic()
            raise SystemExit(self.code)
        if time.monotonic() - self._at > _PATIENCE_S:
            os._exit(self.code)


def main(argv: list[str] | None = None) -> int:
    """Run one command. argv: words of a program that calls this, and keeps its signals to itself."""
    stopping = _Stopping()
    if argv is None:
        stopping.listen()
    from pi_app.command_line import obey, parsed  # noqa: PLC0415 - no signal may come before its handler

    words = sys.argv[1:] if argv is None else argv
    arguments = parsed(words)
    if arguments is None:
        return 3
    stopping.begun = argv is None
    code = obey(arguments, words)
    # Whatever has swallowed the signal's exit: it came.
    code = code if stopping.code is None else stopping.code
    stopping.begun = False
    return code


if __name__ == "__main__":
    sys.exit(main())
