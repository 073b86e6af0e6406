"""Run by deploy/check-aarch64 on an emulated Pi: every package is imported, the cores of three are used."""

import importlib
import platform
import sys

sys.path.insert(0, sys.argv[1])

PACKAGES = (
    "numpy cv2 PIL pyzbar.pyzbar msgspec gpiozero reportlab segno barcode stdnum starlette uvicorn zeroconf"
    " paho.mqtt.client platformdirs kivy"
).split()
for name in PACKAGES:
    module = importlib.import_module(name)
    print(f"{name} {getattr(module, '__version__', '')}".strip(), flush=True)

import cv2  # noqa: E402
import numpy as np  # noqa: E402
from PIL import features  # noqa: E402

from hardware.ports import Frame  # noqa: E402
from hardware.simulated.draw import draw  # noqa: E402
from hardware.simulated.scene import Scene  # noqa: E402
from pi_app.vision.look import Looker  # noqa: E402

assert platform.machine() == "aarch64"
assert features.check("raqm"), "Pillow cannot shape Persian here"
assert cv2.aruco.ArucoDetector is not None
look = Looker().look(Frame(np.asarray(draw(Scene(), 0), np.uint8), 0.0, 0))
print(f"a drawn table of {look.picture.size[0]}x{look.picture.size[1]} pixels was looked at on {platform.machine()}")
