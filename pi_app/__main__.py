"""The command `rabbit-table`: picks the sub-command's module, imports only that one, and runs it.

Exit codes: 0 done; 2 wrong usage or an unreadable file; 3 refused or incomplete; 130/143 by signal.
"""

from __future__ import annotations

import argparse
import errno
import importlib
import logging
import os
import sys
from pathlib import Path
from types import ModuleType
from typing import NoReturn

_OUTPUT_FULL = frozenset({errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EIO})
"""Errors of writing to a file that names none: it is our own output."""
COMMANDS: dict[str, str] = {
    "run": "the evening: camera, touchscreen, buttons and scoreboard",
    "demo": "a simulated evening, played through the very same pipeline",
    "kit": "write the print sheets of the stickers",
    "calibrate": "measure the lens with a printed board",
    "read": "read pictures of a table",
    "score": "score rounds from a file",
    "drive": "play a match from standard input, a move a line",
    "rules": "say an edition's rules and which text says so",
    "stats": "count over the matches of the book",
    "replay": "print a match, a line a round",
    "export": "write a match as JSON or CSV",
    "hub": "one page of many tables, from an MQTT broker",
    "backup": "copy the book of all matches while it is in use",
    "restore": "bring matches back from a copy, or from another device",
    "doctor": "check every part of this computer, and say what to do",
    "support-bundle": "write all that helps to find a fault into one file",
    "heights": "how high to mount which camera",
    "guides": "draw the pictures of the guides, with your own pins",
    "pictures": "make the pictures of the README",
}


def main(argv: list[str] | None = None) -> int:
    """Run one command; never show a traceback to a person at the table."""
    words = sys.argv[1:] if argv is None else argv
    _open_closed_streams()
    logging.basicConfig(
        stream=sys.stderr, level=os.environ.get("RABBIT_TABLE_LOG", "WARNING").upper(), format="%(message)s"
    )
    try:
        arguments = _parser(words).parse_args(words)
    except _Unloadable as error:
        print(f"rabbit-table: {error}", file=sys.stderr)
        return 3
    try:
        code: int = arguments.handler(arguments)
        sys.stdout.flush()
        return code
    except KeyboardInterrupt:
        return 130
    except BrokenPipeError:
        # The reader of our output went away: nothing is wrong here, and nothing more can be said.
        _say_no_more()
        return 0
    except Exception as error:
        if os.environ.get("RABBIT_TABLE_DEBUG"):
            raise
        if isinstance(error, OSError) and error.filename is None and error.errno in _OUTPUT_FULL:
            _say_no_more()
            print(f"rabbit-table: the answer cannot be written: {error.strerror}.", file=sys.stderr)
            return 3
        if isinstance(error, OSError) and error.filename is not None:
            # A name that is too long, a disk that has gone: what a person named cannot be used.
            shown = ascii(str(error.filename))[:80]
            print(f"rabbit-table: cannot use {shown}: {error.strerror}.", file=sys.stderr)
            return 2
        print(f"rabbit-table: something went wrong inside: {type(error).__name__}: {error}", file=sys.stderr)
        return 3


def _open_closed_streams() -> None:
    """A stream that the caller has closed leads nowhere; else the next file opened would take its place."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, mode, encoding="utf-8"))  # noqa: SIM115 - open to the end


def _say_no_more() -> None:
    """What is still held back goes nowhere, so that leaving does not fail over it again."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _parser(words: list[str]) -> argparse.ArgumentParser:
    parser: argparse.ArgumentParser = _Parser(prog="rabbit-table", description="A table assistant for Dixit.")
    subparsers = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")
    chosen = next((word for word in words if not word.startswith("-")), None)
    for name, summary in COMMANDS.items():
        if name == chosen:
            _add(subparsers, name, _module(name))
        else:
            # Importing every command would cost a second on a small computer.
            subparsers.add_parser(name, help=summary)
    return parser


class _Parser(argparse.ArgumentParser):
    """Says what is wrong with the words in one sentence; `--help` says the rest."""

    def error(self, message: str) -> NoReturn:
        print(f"{self.prog}: {' '.join(message.split())}. Try: {self.prog} --help", file=sys.stderr)
        sys.exit(2)


class _Unloadable(Exception):
    """A package beneath the command will not do; the text names it."""


def _module(name: str) -> ModuleType:
    try:
        module = importlib.import_module(f"pi_app.commands.{name.replace('-', '_')}")
    except Exception as error:
        from pi_app.doctor.opencv import import_trouble  # noqa: PLC0415 - only when something is wrong

        line = import_trouble()
        if line is None or os.environ.get("RABBIT_TABLE_DEBUG"):
            raise
        raise _Unloadable(line) from error
    if "cv2" in sys.modules:
        from pi_app.doctor.opencv import unsupported  # noqa: PLC0415

        line = unsupported(sys.modules["cv2"])
        if line is not None:
            raise _Unloadable(line)
    return module


def _add(
    subparsers: argparse._SubParsersAction[argparse.ArgumentParser], name: str, module: ModuleType
) -> None:
    module.add_parser(subparsers)
    own = subparsers.choices[name]
    own.set_defaults(handler=module.run)
    known = {option for action in own._actions for option in action.option_strings}
    for option, text in (("--data", "folder of the book"), ("--config", "settings file")):
        if option not in known:
            own.add_argument(option, type=Path, help=text)


if __name__ == "__main__":
    sys.exit(main())
