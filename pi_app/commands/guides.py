"""`rabbit-table guides --out DIR`: the drawings of the guides, with the pins of the settings."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from calibration.optics import MODULES, Mounted
from hardware.guide.scenes import hotspot, light, mounting
from hardware.guide.sticking import sticking
from hardware.guide.wiring import wiring
from pi_app.doctor.finding import Place
from pi_app.settings import Pins

HEIGHT_CM = 80


def add_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--out", type=Path, required=True, help="folder to write to")


def run(args: argparse.Namespace) -> int:
    """0: written, the files' names on standard output; 2: the folder or a pin will not do."""
    place = Place.at(args.config, args.data)
    text = place.words.text
    try:
        drawn = drawings(place.settings.pins)
        args.out.mkdir(parents=True, exist_ok=True)
        for name, svg in drawn.items():
            (args.out / name).write_text(svg, encoding="utf-8")
            print(args.out / name)
    except ValueError:
        print(text("The settings name a pin that the header does not have."), file=sys.stderr)
        return 2
    except OSError as error:
        why = error.strerror or str(error)
        print(text("Cannot write to {folder}: {why}.", folder=args.out, why=why), file=sys.stderr)
        return 2
    return 0


def drawings(pins: Pins) -> dict[str, str]:
    """File name -> SVG. Raise ValueError for a pin that the header does not have."""
    module = MODULES[0]
    return {
        "mounting.svg": mounting(HEIGHT_CM, Mounted(module, HEIGHT_CM * 10).field_mm, module.name),
        "light.svg": light(),
        "wiring.svg": wiring(pins.next, pins.undo, pins.lamp),
        "sticking.svg": sticking(),
        "hotspot.svg": hotspot(),
    }
