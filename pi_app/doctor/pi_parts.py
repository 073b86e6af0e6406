"""What only a Raspberry Pi has: picamera2 from the system, the header's pins, the board's own health."""

from __future__ import annotations

import importlib
import importlib.metadata
import importlib.util
import os
import re
import shutil
import subprocess
from pathlib import Path

from pi_app.doctor.finding import Finding, Place, fail, ok, on_a_pi, skip, warn

SYSTEM_PACKAGES = "/usr/lib/python3/dist-packages"
_ABI = re.compile(r"numpy\.dtype size changed|compiled using NumPy 1\.x|multiarray failed|_ARRAY_API", re.I)
HOT, TOO_HOT = 70.0, 80.0
"""Degrees Celsius; a Pi slows down from 80."""
_LOW_NOW, _LOW_BEFORE = 1, 1 << 16
"""Bits of the firmware's `get_throttled` that mean under-voltage."""


def numpy(place: Place) -> list[Finding]:
    """Do numpy and all that was built on it fit together? Another numpy on the path breaks them."""
    text = place.words.text
    module = None
    try:
        module = importlib.import_module("numpy")
        facts = {"version": str(module.__version__), "file": str(module.__file__)}
        for name in ("cv2", "simplejpeg"):
            if name == "cv2" or importlib.util.find_spec(name) is not None:
                importlib.import_module(name)
    except Exception as error:
        found = f"{getattr(module, '__version__', '?')} ({getattr(module, '__file__', '?')})"
        line = text("numpy {found} and what is built on it do not fit: {why}.", found=found, why=_line(error))
        return [fail("numpy", line, _mend(place), numpy=found)]
    wanted = _wanted_numpy()
    if wanted is not None and int(facts["version"].split(".")[0]) < wanted:
        line = text("numpy {version} is loaded, but OpenCV wants {n} or newer.", n=wanted, **facts)
        return [fail("numpy", line, _mend(place), **facts)]
    return [ok("numpy", text("numpy {version} fits OpenCV.", **facts), **facts)]


def _wanted_numpy() -> int | None:
    """The major version of numpy that the installed OpenCV asks for."""
    try:
        lines = importlib.metadata.requires("opencv-python") or []
    except importlib.metadata.PackageNotFoundError:
        return None
    majors = [int(m[1]) for line in lines if (m := re.match(r"numpy\s*>=\s*(\d+)", line))]
    return max(majors, default=None)


def _mend(place: Place) -> str:
    return place.words.text(
        "Remove the other numpy from the path, then run deploy/install again; on bookworm also:"
        " pip install --force-reinstall simplejpeg"
    )


def picamera2(place: Place) -> list[Finding]:
    """Can it be imported, and does it come from the system? A copy from elsewhere breaks at an upgrade."""
    text = place.words.text
    if not on_a_pi() and importlib.util.find_spec("picamera2") is None:
        return [skip("picamera2", text("Not a Raspberry Pi, and picamera2 is not installed."))]
    files = {}
    for name in ("libcamera", "picamera2"):
        try:
            files[name] = str(importlib.import_module(name).__file__)
        except Exception as error:
            why = _line(error)
            if _ABI.search(str(error)):
                line = text("{name} and numpy do not fit: {why}.", name=name, why=why)
                return [fail("picamera2", line, _mend(place), error=why)]
            advice = text("sudo apt install python3-picamera2; the environment must see system packages.")
            line = text("{name} cannot be loaded: {why}.", name=name, why=why)
            return [fail("picamera2", line, advice, error=why)]
    elsewhere = [file for file in files.values() if not file.startswith(SYSTEM_PACKAGES)]
    if elsewhere:
        line = text("The camera software comes from {file}, not from the system.", file=elsewhere[0])
        advice = text("pip uninstall picamera2 libcamera; use apt's python3-picamera2.")
        return [warn("picamera2", line, advice, **files)]
    return [ok("picamera2", text("picamera2 comes from the system and loads."), **files)]


def pins(place: Place) -> list[Finding]:
    """The chip behind the header, found by its label, as an evening finds it."""
    from hardware.pi.pins import open_pins  # noqa: PLC0415
    from hardware.ports import DeviceError  # noqa: PLC0415

    text = place.words.text
    chips = sorted(Path("/dev").glob("gpiochip*"))
    denied = [chip.name for chip in chips if not os.access(chip, os.R_OK | os.W_OK)]
    if not on_a_pi() and not chips:
        return [skip("pins", text("Not a Raspberry Pi: the buttons are on the screen."))]
    if denied:
        line = text("The pins may not be used: {names}.", names=", ".join(denied))
        return [fail("pins", line, text("sudo usermod -aG gpio $USER, then log in again."))]
    try:
        factory = open_pins()
    except DeviceError as error:
        line = text(str(error))
        if not on_a_pi():
            return [skip("pins", line)]
        return [fail("pins", line, text("sudo apt install python3-lgpio"), code=error.code)]
    chip = int(getattr(factory, "chip", -1))
    factory.close()
    return [ok("pins", text("The header's pins are on chip {n}.", n=chip), chip=chip)]


def temperature(place: Place, zones: Path = Path("/sys/class/thermal")) -> list[Finding]:
    text = place.words.text
    degrees = []
    for file in sorted(zones.glob("thermal_zone*/temp")):
        try:
            degrees.append(int(_said(file)) / 1000)
        except ValueError:
            continue
    if not degrees:
        return [skip("temperature", text("This computer does not say how warm it is."))]
    hottest = max(degrees)
    line = text("The processor has {n} °C.", n=round(hottest))
    if hottest < HOT:
        return [ok("temperature", line, celsius=hottest)]
    give = fail if hottest >= TOO_HOT else warn
    return [give("temperature", line, text("Give it air, a heat sink or a fan."), celsius=hottest)]


def power(place: Place, sysfs: Path = Path("/sys/class/hwmon")) -> list[Finding]:
    """Under-voltage, from the firmware's bits or the kernel's alarm; it ruins cards and freezes cameras."""
    text = place.words.text
    advice = text("Use the official power supply and a short, thick cable.")
    bits = _throttled()
    if bits is not None:
        if bits & _LOW_NOW:
            return [fail("power", text("Too little voltage now."), advice, throttled=hex(bits))]
        if bits & _LOW_BEFORE:
            return [
                warn(
                    "power",
                    text("There was too little voltage since the start."),
                    advice,
                    throttled=hex(bits),
                )
            ]
        return [ok("power", text("The power supply is strong enough."), throttled=hex(bits))]
    for name in sorted(sysfs.glob("*/name")):
        alarm = _said(name.with_name("in0_lcrit_alarm")) if _said(name) == "rpi_volt" else ""
        if alarm == "0":
            return [ok("power", text("The power supply is strong enough."))]
        if alarm:
            return [fail("power", text("Too little voltage now."), advice)]
    return [skip("power", text("This computer does not watch its power supply."))]


def _said(file: Path) -> str:
    """What the kernel says in it; nothing where it is not there or just went."""
    try:
        return file.read_text(encoding="ascii", errors="replace").strip()
    except OSError:
        return ""


def _throttled() -> int | None:
    program = shutil.which("vcgencmd")
    if program is None:
        return None
    try:
        said = subprocess.check_output([program, "get_throttled"], text=True, timeout=5)  # noqa: S603
    except (OSError, subprocess.SubprocessError):
        return None
    found = re.search(r"throttled=0x([0-9a-fA-F]+)", said)
    return int(found[1], 16) if found else None


def _line(error: Exception) -> str:
    """The first line that says something."""
    return next((line.strip() for line in str(error).splitlines() if line.strip()), type(error).__name__)
