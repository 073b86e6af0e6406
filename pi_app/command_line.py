"""The words of a command line in; the sub-command's module picked, only that one imported, and run.

Exit codes: 0 done; 2 wrong usage or an unreadable file; 3 refused or incomplete; 130/143 by signal.
"""

from __future__ import annotations

import argparse
import errno
import importlib
import io
import logging
import os
import sys
from collections.abc import Sequence
from pathlib import Path
from types import ModuleType
from typing import NoReturn

from pi_app.settings import default_config, load_settings
from pi_app.words import Words

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


def parsed(words: Sequence[str]) -> argparse.Namespace | None:
    """The arguments with their `handler`; None after saying why the command cannot be loaded.

    Raise SystemExit: of wrong usage, with code 2; after `--help` and `--version`, with 0.
    """
    _open_closed_streams()
    logging.basicConfig(
        stream=sys.stderr, level=_log_level(os.environ.get("RABBIT_TABLE_LOG", "")), format="%(message)s"
    )
    try:
        return parser_of(words).parse_args(words)
    except _WrongUsage as error:
        program, wrong = error.args
        help_line = _words_for(words).text("Try: {command}", command=f"{program} --help")
        print(f"{program}: {wrong}. {help_line}", file=sys.stderr)
        sys.exit(2)
    except _Unloadable as error:
        print(f"rabbit-table: {error}", file=sys.stderr)
        return None


def _log_level(name: str) -> int:
    """A level nobody knows is no reason not to play."""
    return logging.getLevelNamesMapping().get(name.upper(), logging.WARNING)


def obey(arguments: argparse.Namespace, words: Sequence[str]) -> int:
    """Run the command; never show a traceback to a person at the table."""
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
        told = _words_for(words)
        if isinstance(error, OSError) and error.filename is None and error.errno in _OUTPUT_FULL:
            _say_no_more()
            return _failed(3, told.text("the answer cannot be written: {why}.", why=error.strerror))
        if isinstance(error, OSError) and error.filename is not None:
            # A name that is too long, a disk that has gone: what a person named cannot be used.
            shown = ascii(str(error.filename))[:80]
            return _failed(2, told.text("cannot use {file}: {why}.", file=shown, why=error.strerror))
        why = f"{type(error).__name__}: {error}"
        return _failed(3, told.text("something went wrong inside: {why}", why=why))


def _failed(code: int, sentence: str) -> int:
    print(f"rabbit-table: {sentence}", file=sys.stderr)
    return code


def parser_of(words: Sequence[str]) -> argparse.ArgumentParser:
    """The parser of these words: only their own command is there with its options."""
    parser: argparse.ArgumentParser = _Parser(prog="rabbit-table", description="A table assistant for Dixit.")
    parser.add_argument("--version", action=_Version, nargs=0, help="say which one this is")
    subparsers = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")
    chosen = next((word for word in words if not word.startswith("-")), None)
    for name, summary in COMMANDS.items():
        own = subparsers.add_parser(name, help=summary, description=f"{summary[0].upper()}{summary[1:]}.")
        # Importing every command would cost a second on a small computer.
        if name == chosen:
            _add_options(own, _module(name))
    return parser


class _Parser(argparse.ArgumentParser):
    """Says what is wrong with the words in one sentence; `--help` says the rest."""

    def error(self, message: str) -> NoReturn:
        raise _WrongUsage(self.prog, " ".join(message.split()))


class _WrongUsage(Exception):
    """program, and what is wrong with the words after it."""


class _Version(argparse.Action):
    """Looked up only when it is asked for."""

    def __call__(self, parser: argparse.ArgumentParser, *_: object) -> NoReturn:
        from importlib.metadata import version  # noqa: PLC0415

        try:
            print(parser.prog, version("rabbit-table"), flush=True)
        except OSError as error:
            _say_no_more()
            parser.exit(3, f"{parser.prog}: {error.strerror}\n")
        parser.exit()


def _words_for(words: Sequence[str]) -> Words:
    """In the language of the settings that these words name."""
    named = argparse.ArgumentParser(add_help=False, exit_on_error=False, allow_abbrev=False)
    named.add_argument("--config", type=Path)
    try:
        config = named.parse_known_args(words)[0].config
    except argparse.ArgumentError:
        config = None
    return Words(load_settings(config or default_config()).settings.language)


def _open_closed_streams() -> None:
    """A stream that the caller has closed leads nowhere; else the next file opened would take its place."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, mode, encoding="utf-8"))  # noqa: SIM115 - open to the end
    if isinstance(sys.stdout, io.TextIOWrapper):
        # Whatever the locale: names are of all languages, and a file's name may be no text at all.
        sys.stdout.reconfigure(encoding="utf-8", errors="surrogateescape")


def _say_no_more() -> None:
    """What is still held back goes nowhere, so that leaving does not fail over it again."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


class _Unloadable(Exception):
    """A package beneath the command will not do; the text names it."""


def _module(name: str) -> ModuleType:
    try:
        module = importlib.import_module(f"pi_app.commands.{name.replace('-', '_')}")
    except Exception as error:
        from pi_app.doctor.opencv import import_trouble  # noqa: PLC0415 - only when something is wrong

        if os.environ.get("RABBIT_TABLE_DEBUG"):
            raise
        why = next(iter(str(error).splitlines()), type(error).__name__)
        raise _Unloadable(import_trouble() or f"{why}. Check it with: rabbit-table doctor") from error
    if "cv2" in sys.modules:
        from pi_app.doctor.opencv import unsupported  # noqa: PLC0415

        line = unsupported(sys.modules["cv2"])
        if line is not None:
            raise _Unloadable(line)
    return module


def _add_options(parser: argparse.ArgumentParser, module: ModuleType) -> None:
    """The command's own, and those that every command has."""
    module.add_options(parser)
    parser.set_defaults(handler=module.run)
    parser.add_argument("--data", type=Path, metavar="DIR", help="folder of the book")
    parser.add_argument("--config", type=Path, metavar="FILE", help="settings file")
