"""The one door between threads."""

from __future__ import annotations

import threading

from made_up_readings import reading

from hardware.ports import Button
from pi_app.session.inbox import CameraState, Inbox, Look, Taken


def test_of_readings_only_the_newest_counts_and_presses_are_all_kept():
    inbox = Inbox(lambda: 7.0)
    for at in (1.0, 2.0, 3.0):
        inbox.put_look(Look(reading(at=at), None))
        inbox.press(Button.NEXT if at < 3 else Button.UNDO)
        inbox.put_camera(CameraState(None if at > 1 else "CAMERA_STARTING"))
    taken = inbox.take()
    assert taken.look.reading.taken_at == 3.0
    assert taken.camera == CameraState(None)
    assert [(press.button, press.at) for press in taken.presses] == [
        (Button.NEXT, 7.0),
        (Button.NEXT, 7.0),
        (Button.UNDO, 7.0),
    ]
    assert inbox.take() == Taken()


def test_a_thousand_presses_from_many_threads_all_arrive():
    woken = []
    inbox = Inbox(lambda: 0.0, lambda: woken.append(1))
    threads = [
        threading.Thread(target=lambda: [inbox.press(Button.NEXT) for _ in range(100)]) for _ in range(10)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(inbox.take().presses) == len(woken) == 1000
