"""`rabbit-table doctor`: checks every part of this computer, one line each, and says what to do.

Nothing of an evening is changed; a part that crashes or hangs costs only its own line.
"""

from __future__ import annotations

import argparse
import importlib.metadata
import json
import sys
import time
from collections.abc import Sequence
from dataclasses import asdict

from pi_app.doctor.checks import CHECKS
from pi_app.doctor.examine import examine
from pi_app.doctor.finding import Finding, Place, Status

FORMAT = 1
SIGNS = {Status.OK: "ok  ", Status.WARN: "WARN", Status.FAIL: "FAIL", Status.SKIP: "-   "}


def add_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("checks", nargs="*", metavar="CHECK", help=f"only these: {', '.join(CHECKS)}")
    parser.add_argument("--json", action="store_true", help="the answer as JSON")


def run(args: argparse.Namespace) -> int:
    """0: nothing failed; 2: no such check; 3: something failed, and its line says what to do."""
    unknown = [name for name in args.checks if name not in CHECKS]
    place = Place.at(args.config, args.data)
    if unknown:
        there = ", ".join(CHECKS)
        line = place.words.text("There is no check {name}; there are {there}.", name=unknown[0], there=there)
        print(line, file=sys.stderr)
        return 2
    began = time.monotonic()
    findings = []
    for finding in examine(place, args.checks or tuple(CHECKS)):
        findings.append(finding)
        if not args.json:
            print(line_of(finding), flush=True)
    if args.json:
        print(json.dumps(answer(findings, time.monotonic() - began), ensure_ascii=False))
    return 3 if any(finding.status is Status.FAIL for finding in findings) else 0


def line_of(finding: Finding) -> str:
    advice = f"  -> {finding.advice}" if finding.advice else ""
    return f"{SIGNS[finding.status]} {finding.check:<12} {finding.text}{advice}"


def answer(findings: Sequence[Finding], seconds: float) -> dict[str, object]:
    """The JSON of `doctor --json`, format 1."""
    return {
        "format": FORMAT,
        "version": version(),
        "ok": all(finding.status is not Status.FAIL for finding in findings),
        "seconds": round(seconds, 1),
        "checks": [asdict(finding) for finding in findings],
    }


def version() -> str:
    try:
        return importlib.metadata.version("rabbit-table")
    except importlib.metadata.PackageNotFoundError:
        return "?"
