"""`rabbit-table hub`: one page of all tables that report to the broker of the settings."""

from __future__ import annotations

import argparse
import sys
import time
from typing import NoReturn

import msgspec

from pi_app.commands.options import whole
from pi_app.commands.places import settings_of
from pi_app.session.banners import banner_text
from pi_app.settings import Topic
from pi_app.tables.hub import Hub
from pi_app.tables.network import hub_of
from pi_app.words import Words

_STEP_S = 0.1


def add_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--broker", metavar="HOST", help="default: that of the settings")
    parser.add_argument(
        "--broker-port", type=whole(1, 65_535), metavar="PORT", help="default: that of the settings"
    )
    parser.add_argument("--prefix", type=_topic, help="of the topics; default: that of the settings")
    parser.add_argument("--port", type=whole(0, 65_535), help="of the page; default: that of the settings")


def _topic(text: str) -> str:
    try:
        return msgspec.convert(text, Topic)
    except msgspec.ValidationError:
        raise argparse.ArgumentTypeError(
            f"letters, digits and . _ - between slashes are needed, not {ascii(text)[:40]}"
        ) from None


def run(args: argparse.Namespace) -> int:
    """130, 143: stopped by a signal, cleanly; it never ends by itself."""
    settings = settings_of(args).settings
    words = Words(settings.language)
    mqtt = msgspec.structs.replace(
        settings.mqtt,
        host=args.broker or settings.mqtt.host,
        port=args.broker_port or settings.mqtt.port,
        prefix=settings.mqtt.prefix if args.prefix is None else args.prefix,
    )
    web = msgspec.structs.replace(settings.web, port=settings.web.port if args.port is None else args.port)
    hub = hub_of(web, mqtt, time.monotonic)
    hub.start()
    try:
        _follow(hub, words)
    finally:
        hub.stop()


def _follow(hub: Hub, words: Words) -> NoReturn:
    """Say where the page is, and what is wrong, whenever that changes."""
    said = None
    while True:
        hub.tick()
        say = _state(hub, words)
        if say and say != said:
            print(say, file=sys.stderr, flush=True)
            said = say
        time.sleep(_STEP_S)


def _state(hub: Hub, words: Words) -> str | None:
    if hub.server.trouble:
        return banner_text(hub.server.trouble, words)
    address = hub.server.address()
    return words.text("All tables: {address}", address=address) if address else None
