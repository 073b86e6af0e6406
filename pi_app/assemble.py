"""Picks real or simulated parts by the settings and joins them into one evening; nothing else does.

Rule: a part that is missing becomes a banner, and the evening goes on without it.
"""

from __future__ import annotations

import importlib.util
import logging
import os
import threading
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path

from hardware.connectors import connected
from hardware.files.drop_folder import DropFolderCamera
from hardware.files.video import VideoCamera
from hardware.pi.backlight import PiBacklight
from hardware.pi.camera import PiCamera, PiCameraSettings
from hardware.pi.power import switch_off
from hardware.pi.systemd import ServiceManager
from hardware.ports import Backlight, Button, Buttons, Camera, DeviceError, Lamp, Now
from hardware.simulated.camera import SimulatedCamera
from hardware.simulated.recorded import RecordedCamera
from hardware.usb.camera import UsbCamera, UsbCameraSettings
from pi_app.game.pieces import Phase
from pi_app.session.book import Book
from pi_app.session.controls import lamp_for
from pi_app.session.inbox import Inbox
from pi_app.session.manners import AT_THE_TABLE, Manners
from pi_app.session.session import Session
from pi_app.session.watcher import Watcher
from pi_app.settings import CameraKind, CameraSettings, Settings
from pi_app.sound.sound import Sound
from pi_app.tables.network import Network
from pi_app.vision.measured import MeasuredReader
from pi_app.words import Words

_LOG = logging.getLogger(__name__)
MakeCamera = Callable[[], Camera]
_FOLLOW_S = 1.0
"""How often the book is asked whether another program wrote in it."""
_REFUSAL_SHOWN_S = 30.0
_VIDEO_NAMES = Path("/sys/class/video4linux")
_NOT_CAMERAS = ("bcm2835", "pispbe", "rpi", "unicam", "rp1")
"""Video devices of a Pi that are parts of its chip, not cameras on USB."""

_NOWHERE = "/no-folder-in-the-settings"
"""Else it would be the folder the program happens to run in."""
_FROM_FILES: Mapping[CameraKind, Callable[[Path, Now], Camera]] = {
    CameraKind.FOLDER: RecordedCamera,
    CameraKind.VIDEO: VideoCamera,
    CameraKind.PHONE: DropFolderCamera,
}


@dataclass(slots=True)
class Assembly:
    """An evening with all its parts. Only for the main thread; call `tick` many times a second."""

    session: Session
    inbox: Inbox
    watcher: Watcher
    network: Network
    buttons: Buttons | None = None
    lamp: Lamp | None = None
    sound: Sound | None = None
    service: ServiceManager = field(default_factory=ServiceManager)
    now: Now = time.monotonic
    no_lamp: str | None = None
    switch_off: Callable[[], None] = switch_off
    _asked_off: threading.Event = field(default_factory=threading.Event)
    _watched: tuple[Phase, int, bool] | None = None
    _followed_at: float = float("-inf")
    _refused_at: float = float("-inf")

    def start(self) -> None:
        """Start every part; what cannot start is said in a banner."""
        self.session.on_change(self._changed)
        self.session.on_case(self.watcher.keep_frames)
        self.network.start()
        if self.buttons is not None:
            try:
                self.buttons.start(self._pressed)
            except DeviceError as error:
                self.session.set_banner("PINS", error.code)
        self.watcher.start()
        self._changed()
        self.service.ready()

    def tick(self) -> None:
        """Take in what came from other threads, and now and then what another program wrote."""
        self.service.alive()
        if self.now() - self._followed_at >= _FOLLOW_S:
            self._followed_at = self.now()
            self.session.refresh()
        self.session.receive(self.inbox.take())
        self._look_after_pins()
        self._look_after_power()
        self._order()
        self.network.look(self.session.set_banner, self.session.set_address)

    def close(self) -> None:
        """Stop every part, in a few seconds whatever they do; the book last."""
        self.service.stopping()
        self.watcher.close()
        for part in (self.buttons, self.lamp, self.sound):
            if part is not None:
                part.close()
        self.network.close()
        self.session.close()

    def _pressed(self, button: Button) -> None:
        """From any thread: only queues."""
        if button is Button.SHUTDOWN:
            self._asked_off.set()
        else:
            self.inbox.press(button)

    def _look_after_pins(self) -> None:
        if self.buttons is not None:
            self.session.set_banner("PINS", self.buttons.check() or self.no_lamp)

    def _look_after_power(self) -> None:
        """A power-off that the system refuses is said for a while: nothing else would show it."""
        if self._asked_off.is_set():
            self._asked_off.clear()
            try:
                self.switch_off()
            except DeviceError as error:
                _LOG.error("%s", error)
                self.session.set_banner("POWER", error.code)
                self._refused_at = self.now()
        elif self.now() - self._refused_at >= _REFUSAL_SHOWN_S:
            self.session.set_banner("POWER", None)

    def _changed(self) -> None:
        view = self.session.view()
        self._order()
        if self.lamp is not None:
            self.lamp.show(lamp_for(view))
        self.network.lobby(view.lobby)
        if self.sound is not None:
            self.sound.changed(view)
        self.network.publish(self.session.board())

    def _order(self) -> None:
        """What the camera's child should look for now, told only when it is something else."""
        view, closer = self.session.view(), self.session.wants_preview
        if (view.phase, view.round, closer) != self._watched:
            self._watched = (view.phase, view.round, closer)
            self.watcher.order(view.phase, closer)


def assemble(
    settings: Settings,
    book: Book,
    make_camera: MakeCamera,
    *,
    manners: Manners = AT_THE_TABLE,
    pins: bool = True,
) -> Assembly:
    """Join the parts. `pins` False: buttons and lamp are left out. Raise BookError."""
    words = Words(settings.language)
    session = Session(book, words, profile=settings.profile, manners=replace(manners, device=settings.device))
    inbox = Inbox(time.monotonic)
    lens = settings.lens_file(book.path.parent)
    watcher = Watcher(make_camera, partial(MeasuredReader, settings.kit, lens), inbox)
    network = Network(settings.web, settings.mqtt, time.monotonic, inbox.put_name)
    buttons, lamp, no_lamp = _pins(settings) if pins else (None, None, None)
    sound = Sound(settings)
    return Assembly(session, inbox, watcher, network, buttons, lamp, sound, no_lamp=no_lamp)


def _pins(settings: Settings) -> tuple[Buttons | None, Lamp | None, str | None]:
    """Buttons and lamp on the Pi's pins, and the code of the reason why there is no lamp."""
    from hardware.pi.buttons import GpioButtons  # noqa: PLC0415 - a second of a Pi's start-up
    from hardware.pi.lamp import GpioLamp  # noqa: PLC0415

    buttons = GpioButtons(settings.pins.next, settings.pins.undo)
    try:
        return buttons, GpioLamp(settings.pins.lamp), None
    except DeviceError as error:
        return buttons, None, error.code


def camera_kind(settings: CameraSettings, videos: Path = _VIDEO_NAMES) -> CameraKind:
    """The kind that `auto` means on this computer: the Pi's camera, one on USB, else simulated."""
    if settings.kind is not CameraKind.AUTO:
        return settings.kind
    if importlib.util.find_spec("picamera2") is not None and any(Path("/dev").glob("media*")):
        return CameraKind.PI
    if any(map(_is_camera, videos.glob("*/name"))):
        return CameraKind.USB
    return CameraKind.SIMULATED


def _is_camera(name: Path) -> bool:
    """name: the file that says what a video device is called; gone with the device."""
    try:
        return not name.read_text(encoding="utf-8").strip().lower().startswith(_NOT_CAMERAS)
    except OSError:
        return False


def camera_maker(settings: CameraSettings, kind: CameraKind, scene_file: Path) -> MakeCamera:
    """What makes the camera, in the child process that will own it."""
    size = (settings.width, settings.height)
    if kind is CameraKind.PI:
        return partial(PiCamera, PiCameraSettings(settings.device, size, lens_dioptres=settings.lens))
    if kind is CameraKind.USB:
        device = int(settings.device) if settings.device.isdigit() else settings.device or 0
        return partial(UsbCamera, UsbCameraSettings(device, size))
    if kind in _FROM_FILES:
        return partial(_FROM_FILES[kind], Path(settings.folder or _NOWHERE).expanduser(), time.monotonic)
    return partial(SimulatedCamera, scene_file, time.monotonic)


def backlight() -> Backlight:
    """The lamp behind the display; its answers say whether it can be set."""
    return PiBacklight()


def has_display() -> bool:
    """A window could be opened: a desktop is running, or a screen is connected and no desktop is."""
    return bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY") or connected())
