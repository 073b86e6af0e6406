"""The list of checks: a name in, the module that has it and its time limit out, in the order shown."""

from __future__ import annotations

import importlib
from collections.abc import Mapping

from pi_app.doctor.finding import Check

CHECKS: Mapping[str, tuple[str, float]] = {
    "python": ("software", 15),
    "packages": ("software", 20),
    "numpy": ("pi_parts", 40),
    "opencv": ("software", 40),
    "zbar": ("software", 40),
    "picamera2": ("pi_parts", 40),
    "camera": ("camera", 60),
    "pins": ("pi_parts", 20),
    "display": ("screen", 15),
    "blanking": ("screen", 15),
    "fonts": ("screen", 30),
    "sound": ("screen", 15),
    "network": ("network", 20),
    "port": ("network", 20),
    "broker": ("network", 20),
    "disk": ("machine", 60),
    "memory": ("machine", 15),
    "clock": ("machine", 15),
    "temperature": ("pi_parts", 15),
    "power": ("pi_parts", 15),
    "settings": ("records", 15),
    "book": ("records", 60),
}
"""Seconds are generous: a Pi with a slow card, just started."""


def check_named(name: str) -> Check:
    """Import the one module that is needed. Raise KeyError for no such check."""
    module, _ = CHECKS[name]
    found: Check = getattr(importlib.import_module(f"pi_app.doctor.{module}"), name)
    return found
