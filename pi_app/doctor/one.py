"""Run in a child process: the name of one check and the two places in, its findings as JSON out."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import msgspec

from pi_app.doctor.checks import check_named
from pi_app.doctor.finding import Place, fail


def main(name: str, config: str, data: str) -> None:
    """Only the answer goes to the real standard output; what libraries print goes to standard error."""
    answer = os.dup(1)
    os.dup2(2, 1)
    place = Place.at(Path(config), Path(data))
    try:
        findings = check_named(name)(place)
    except Exception as error:
        why = f"{type(error).__name__}: {next(iter(str(error).splitlines()), '')}"
        advice = place.words.text("Run deploy/install again; if it stays, send a support bundle.")
        findings = [fail(name, place.words.text("This check failed: {why}.", why=why), advice)]
    os.write(answer, msgspec.json.encode(findings))
    # Drivers that hang in their clean-up must not hold up the answer.
    os._exit(0)


if __name__ == "__main__":
    main(*sys.argv[1:4])
