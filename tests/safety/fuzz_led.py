"""One door, fuzzed for as long as wanted, led by coverage.

pip install atheris          # Python 3.11 to 3.13 on x86-64
python -m tests.safety.fuzz_led score -max_total_time=600
"""

import sys
import tempfile
from pathlib import Path

import atheris

with atheris.instrument_imports(include=["pi_app", "calibration", "hardware"]):
    from tests.safety.doors import DOORS


def main() -> None:
    name, *rest = sys.argv[1:] or ["help"]
    door = next((door for door in DOORS if door.name == name), None)
    if door is None:
        sys.exit(f"one of: {', '.join(door.name for door in DOORS)}")
    with tempfile.TemporaryDirectory() as folder, door.opened(Path(folder)) as knock:

        def once(data: bytes) -> None:
            try:
                knock(data)
            except door.refuses:
                return

        atheris.Setup([sys.argv[0], *rest], once)
        atheris.Fuzz()


if __name__ == "__main__":
    main()
