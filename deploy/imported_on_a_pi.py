"""Run by deploy/check-aarch64 on an emulated Pi: every package is imported, the cores of three are used."""

import importlib
import platform
import sys

sys.path.insert(0, sys.argv[1])

PACKAGES = [
    "numpy",
    "cv2",
    "PIL",
    "pyzbar.pyzbar",
    "msgspec",
    "gpiozero",
    "reportlab",
    "segno",
    "barcode",
    "stdnum",
    "starlette",
    "uvicorn",
    "zeroconf",
    "paho.mqtt.client",
    "platformdirs",
    "kivy",
]
for name in PACKAGES:
    module = importlib.import_module(name)
    print(f"{name} {getattr(module, '__version__', '')}".strip(), flush=True)

import cv2  # noqa: E402
from PIL import features  # noqa: E402

from hardware.ports import Frame  # noqa: E402
from hardware.simulated.draw import draw  # noqa: E402
from hardware.simulated.layout import lay_table, reveal_scene  # noqa: E402
from pi_app.vision.look import Looker  # noqa: E402

VOTES = {2: 3, 3: 1, 4: 3}

if platform.machine() != "aarch64" or not features.check("raqm") or cv2.__version__ < "5":
    sys.exit("These are not the packages of a Pi.")
scene = reveal_scene(lay_table(4, seed=1), (1, 2, 3, 4), {player: (vote,) for player, vote in VOTES.items()})
look = Looker().look(Frame(draw(scene, 0), 0.0, 0))
read = {disc.player: (disc.number, sorted(disc.sources)) for disc in look.discs}
print(f"a drawn table was read on {platform.machine()}: {read}")
if {player: number for player, (number, _) in read.items()} != VOTES:
    sys.exit(f"The votes were {VOTES}.")
