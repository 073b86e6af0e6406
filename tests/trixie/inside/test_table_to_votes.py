"""The whole way: a photograph of a table -> libcamera -> picamera2 -> our reader -> votes and owners."""

import os
import signal
import time
from collections.abc import Callable
from functools import partial

import pytest
from cameras import A_TABLE, PHOTO_SIZE, PHOTOS, camera_in_child, fit_camera_over

from hardware.pi.camera import PiCamera
from pi_app.game.pieces import Phase
from pi_app.session.inbox import Inbox, Taken
from pi_app.session.views import Trust
from pi_app.session.watcher import Watcher
from pi_app.vision.reader import Reader
from tests.benchmarks.photos import proposed, truths

TRUTHS = {picture.stem: truth for picture, truth in truths(PHOTOS)}
PATIENT = 60.0


@pytest.mark.parametrize("photo", sorted(TRUTHS))
def test_what_lies_on_the_table_is_what_is_proposed(pi: Callable[..., PiCamera], photo: str) -> None:
    truth = TRUTHS[photo]
    fit_camera_over(photo)
    camera, reader = pi(model=photo, size=PHOTO_SIZE), Reader()
    camera.open()
    for _ in range(4):
        reading = reader.look(camera.read())
    proposal = proposed(reading, truth)
    votes = {str(player): vote.slots[0] for player, vote in proposal.votes.items() if len(vote.slots) == 1}
    owners = {str(slot): owner.player for slot, owner in proposal.owners.items() if owner.player}
    sure = {str(player) for player, vote in proposal.votes.items() if vote.trust is Trust.SURE}
    assert {player: slot for player, slot in votes.items() if truth["votes"].get(player) != slot} == {}
    assert {slot: who for slot, who in owners.items() if truth["owners"].get(slot) != who} == {}
    if truth["tier"] == "easy":
        assert votes == truth["votes"]
        assert sure == set(truth["votes"])


def wait_for(inbox: Inbox, wanted: Callable[[Taken], bool]) -> Taken:
    until = time.monotonic() + PATIENT
    while time.monotonic() < until:
        taken = inbox.take()
        if wanted(taken):
            return taken
        time.sleep(0.02)
    raise AssertionError("nothing of the kind came")


def test_the_watchers_child_reads_the_table_and_a_killed_child_is_replaced() -> None:
    fit_camera_over(A_TABLE)
    inbox = Inbox(time.monotonic)
    watcher = Watcher(partial(camera_in_child, A_TABLE), Reader, inbox)
    watcher.order(Phase.REVEAL)
    watcher.start()

    def all_votes(taken: Taken) -> bool:
        return taken.look is not None and len(taken.look.reading.discs) == 3

    try:
        wait_for(inbox, all_votes)
        first = watcher.child_pid
        assert first is not None
        os.kill(first, signal.SIGKILL)
        wait_for(inbox, lambda taken: taken.camera is not None and taken.camera.code == "CAMERA_LOST")
        wait_for(inbox, all_votes)
        assert watcher.child_pid != first
    finally:
        watcher.close()


def test_a_camera_that_is_missing_is_said_by_its_name() -> None:
    inbox = Inbox(time.monotonic)
    watcher = Watcher(partial(camera_in_child, "imx999"), Reader, inbox)
    watcher.start()
    try:
        wait_for(inbox, lambda taken: taken.camera is not None and taken.camera.code == "NO_CAMERA")
    finally:
        watcher.close()
