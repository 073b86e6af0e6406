"""The child process with camera and decoding: it may die, hang or lie, and the game goes on."""

from __future__ import annotations

import os
import pickle
import signal
import subprocess
import sys
import time
from functools import partial
from pathlib import Path

import pytest
from faulty_cameras import Camera, Looker

from hardware.stickers import Back
from pi_app.game.pieces import Phase
from pi_app.session.inbox import Inbox
from pi_app.session.watch_thread import WatcherInThread
from pi_app.session.watcher import Patience, Watcher
from pi_app.vision.seen import Source


class Watched:
    """A watcher, and everything that came out of it."""

    def __init__(self, fault: Path, kind=Watcher, **more) -> None:
        self.fault = fault
        self.inbox = Inbox(time.monotonic)
        self.watcher = kind(partial(Camera, fault), partial(Looker, fault), self.inbox, **more)
        self.codes: list[str | None] = []
        self.looks = []

    def collect(self) -> None:
        taken = self.inbox.take()
        if taken.camera is not None:
            self.codes.append(taken.camera.code)
        if taken.look is not None:
            self.looks.append(taken.look)

    def until(self, reached, seconds: float) -> float:
        """Wait for it; how long it took."""
        began = time.monotonic()
        while not reached():
            assert time.monotonic() - began < seconds, (self.codes, len(self.looks))
            self.collect()
            time.sleep(0.01)
        return time.monotonic() - began

    def until_look(self, seconds: float = 20.0) -> float:
        self.collect()
        self.looks.clear()
        return self.until(lambda: self.looks, seconds)


QUICK = Patience(before_first=20.0, between=1.0, most_mb=400.0)


@pytest.fixture
def watched(tmp_path):
    watched = Watched(tmp_path / "fault", patience=QUICK)
    watched.watcher.order(Phase.REVEAL)
    watched.watcher.start()
    watched.until_look()
    yield watched
    watched.fault.unlink(missing_ok=True)
    watched.watcher.close()


def test_readings_come_from_a_child_process_and_only_small_ones(watched):
    assert watched.watcher.child_pid not in (None, os.getpid())
    look = watched.looks[-1]
    assert [d.number for d in look.reading.discs] == [3, None]
    assert len(pickle.dumps(look)) < 65_000
    assert watched.codes[-1] is None


def test_a_child_that_aborts_is_back_by_itself(watched):
    pid = watched.watcher.child_pid
    os.kill(pid, signal.SIGABRT)
    watched.until(lambda: "CAMERA_LOST" in watched.codes, 20.0)
    watched.until_look()
    assert watched.watcher.child_pid != pid
    watched.until(lambda: watched.codes[-1] is None, 20.0)


@pytest.mark.parametrize("fault", ["abort", "raise"])
def test_a_decoder_that_breaks_takes_only_the_child_with_it(watched, fault):
    pid = watched.watcher.child_pid
    watched.fault.write_text(fault)
    watched.until(lambda: "CAMERA_LOST" in watched.codes, 20.0)
    watched.until_look()
    assert watched.watcher.child_pid != pid


@pytest.mark.parametrize("fault", ["hang", "spin", "leak"])
def test_a_camera_that_hangs_or_a_decoder_that_spins_or_leaks_is_started_anew(watched, fault):
    watched.fault.write_text(fault)
    watched.until(lambda: "CAMERA_LOST" in watched.codes, 20.0)
    watched.fault.unlink()
    watched.until_look()


def test_a_camera_that_is_pulled_out_comes_back(watched):
    watched.fault.write_text("lost none")
    watched.until(lambda: "NO_CAMERA" in watched.codes, 20.0)
    assert "CAMERA_LOST" in watched.codes
    watched.fault.unlink()
    watched.until_look()
    watched.until(lambda: watched.codes[-1] is None, 20.0)


def test_a_camera_that_is_away_fills_no_log(watched, caplog):
    watched.fault.write_text("lost none")
    watched.until(lambda: "NO_CAMERA" in watched.codes, 20.0)
    pid = watched.watcher.child_pid
    watched.until(lambda: watched.watcher.child_pid != pid, 20.0)
    watched.until(lambda: watched.codes.count("NO_CAMERA") >= 2, 20.0)
    watched.fault.unlink()
    watched.until_look()
    said = [record.getMessage() for record in caplog.records if record.name.startswith("pi_app")]
    assert [line.split(":")[-1].split()[0] for line in said] == ["CAMERA_TIMEOUT", "NO_CAMERA", "The"]
    assert said[-1] == "The camera works again."


def test_closing_takes_less_than_five_seconds_though_everything_hangs(watched):
    watched.fault.write_text("hang hang-close")
    time.sleep(0.1)
    pid = watched.watcher.child_pid
    began = time.monotonic()
    watched.watcher.close()
    assert time.monotonic() - began < 5.0
    with pytest.raises(ProcessLookupError):
        os.kill(pid, 0)


def test_after_closing_there_is_no_child(watched):
    pid = watched.watcher.child_pid
    watched.watcher.close()
    watched.watcher.close()
    with pytest.raises(ProcessLookupError):
        os.kill(pid, 0)


def test_during_voting_no_number_leaves_the_child(watched):
    watched.watcher.order(Phase.VOTING, preview=True)
    watched.until_look()
    for _ in range(5):
        watched.until_look()
        look = watched.looks[-1]
        assert look.preview is None
        assert len(look.reading.discs) == 2
        assert all((d.tag, d.ring, d.slot, d.crop) == (None,) * 4 for d in look.reading.discs)


def test_a_preview_is_sent_only_when_asked_for(watched):
    assert watched.looks[-1].preview is None
    watched.watcher.order(Phase.REVEAL, preview=True)
    watched.until_look()
    preview = watched.looks[-1].preview
    assert (preview.picture.width, preview.picture.height) == (160, 90)
    assert len(preview.picture.pixels) == 160 * 90
    assert preview.outlines == (((1.0, 1.0), (5.0, 1.0), (5.0, 5.0), (1.0, 5.0)),)
    assert preview.read == {(Back(3), Source.TAG)}


def test_while_people_think_of_a_clue_the_preview_names_no_sticker(watched):
    watched.watcher.order(Phase.CLUE, preview=True)
    watched.until_look()
    preview = watched.looks[-1].preview
    assert (len(preview.outlines), preview.read) == (1, frozenset())


def test_frames_from_before_the_phase_are_not_looked_at(watched):
    watched.fault.write_text("stale")
    watched.watcher.order(Phase.OWNERS)
    time.sleep(0.3)
    watched.collect()
    watched.looks.clear()
    time.sleep(0.3)
    watched.collect()
    assert watched.looks == []
    watched.fault.unlink()
    watched.until_look()


def test_a_camera_that_gives_only_old_pictures_is_reopened(watched):
    watched.fault.write_text("stale")
    watched.watcher.order(Phase.OWNERS)
    watched.until(lambda: "CAMERA_LOST" in watched.codes, 20.0)
    watched.fault.unlink()
    watched.until_look()


def test_a_picture_that_cannot_be_read_is_said_until_the_next_one_and_nothing_is_started_again(watched):
    pid = watched.watcher.child_pid
    watched.fault.write_text("unreadable")
    watched.until(lambda: watched.codes[-1] == "HEIC_PICTURE", 20.0)
    time.sleep(0.4)
    watched.collect()
    assert watched.codes[-1] == "HEIC_PICTURE"
    watched.fault.unlink()
    watched.until(lambda: watched.codes[-1] is None, 20.0)
    watched.until_look()
    assert watched.watcher.child_pid == pid


def test_the_end_of_the_pictures_is_no_fault(watched):
    watched.fault.write_text("end")
    watched.until(lambda: watched.codes[-1] == "CAMERA_ENDED", 20.0)
    time.sleep(0.4)
    watched.collect()
    assert watched.codes[-1] == "CAMERA_ENDED"


def test_without_a_camera_it_says_so_and_keeps_trying(tmp_path):
    fault = tmp_path / "fault"
    fault.write_text("none")
    watched = Watched(fault)
    watched.watcher.start()
    watched.until(lambda: "NO_CAMERA" in watched.codes, 20.0)
    fault.unlink()
    watched.until_look()
    watched.watcher.close()


ORPHAN = """
import sys, time
from functools import partial
from pathlib import Path
from faulty_cameras import Camera, Looker
from pi_app.session.inbox import Inbox
from pi_app.session.watcher import Watcher
if __name__ == "__main__":
    fault = Path(sys.argv[1])
    watcher = Watcher(partial(Camera, fault), partial(Looker, fault), Inbox(time.monotonic))
    watcher.start()
    while watcher.child_pid is None:
        time.sleep(0.01)
    time.sleep(1.5)
    print(watcher.child_pid, flush=True)
    time.sleep(100)
"""


def test_a_child_never_outlives_its_parent_even_when_its_camera_hangs(tmp_path):
    (tmp_path / "fault").write_text("hang hang-close")
    script = tmp_path / "parent.py"
    script.write_text(ORPHAN)
    path = os.pathsep.join([str(Path(__file__).parent), *sys.path])
    parent = subprocess.Popen(
        [sys.executable, str(script), str(tmp_path / "fault")],
        stdout=subprocess.PIPE,
        env={**os.environ, "PYTHONPATH": path},
    )
    pid = int(parent.stdout.readline())
    parent.kill()
    parent.communicate()
    deadline = time.monotonic() + 30
    while Path(f"/proc/{pid}").exists() and time.monotonic() < deadline:
        if "Z" in Path(f"/proc/{pid}/stat").read_text().split()[2]:
            return
        time.sleep(0.02)
    assert not Path(f"/proc/{pid}").exists()


def test_the_workers_modules_import_no_user_interface():
    code = "import sys, pi_app.session.watcher, pi_app.vision.reader; print('kivy' in sys.modules)"
    said = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert said.stdout.strip() == "False"


def test_the_thread_gives_the_same_looks(tmp_path):
    watched = Watched(tmp_path / "fault", WatcherInThread)
    watched.watcher.order(Phase.REVEAL)
    watched.watcher.start()
    watched.until_look()
    assert [d.number for d in watched.looks[-1].reading.discs] == [3, None]
    watched.watcher.order(Phase.VOTING)
    watched.until_look()
    watched.until_look()
    assert watched.looks[-1].reading.discs[0].number is None
    watched.watcher.close()
