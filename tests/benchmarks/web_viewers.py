"""How long from a published board to the last of many viewers, what does it cost the processor that the
touchscreen needs too, and does memory stay flat?

    python -m tests.benchmarks.web_viewers [viewers]

The viewers live in a process of their own, as phones do; times are taken on the one monotonic clock.
"""

from __future__ import annotations

import multiprocessing
import resource
import selectors
import socket
import statistics
import sys
import threading
import time
from multiprocessing.connection import Connection
from pathlib import Path

from pi_app.web.listening import Limits
from pi_app.web.server import Scoreboard
from tests.pi_app.web.evenings import board, scored

CHANGES = 15
ROUNDS = 12
CHURN = 300
_ASK = b"GET /events HTTP/1.1\r\nHost: localhost\r\n\r\n"


def watch(port: int, viewers: int, pipe: Connection) -> None:
    """Open the streams, then say when the last one has shown each change."""
    selector = selectors.DefaultSelector()
    heard: dict[socket.socket, bytes] = {}
    for _ in range(viewers):
        wire = socket.create_connection(("127.0.0.1", port))
        wire.sendall(_ASK)
        selector.register(wire, selectors.EVENT_READ)
        heard[wire] = b""
    n = 0
    while n is not None:
        mark, waiting = b'"n":%d,' % n, set(heard)
        while waiting:
            for key, _ in selector.select():
                wire = key.fileobj
                assert isinstance(wire, socket.socket)
                heard[wire] = (heard[wire] + wire.recv(65536))[-100_000:]
                if b"\n\n" in heard[wire].partition(mark)[2]:  # the whole event is there
                    heard[wire] = b""
                    waiting.discard(wire)
        pipe.send(time.monotonic())
        n = pipe.recv()


def churn(port: int, times: int) -> None:
    """Pages that come and go."""
    for _ in range(times):
        with socket.create_connection(("127.0.0.1", port)) as wire:
            wire.sendall(_ASK)
            wire.recv(4096)


def resident_kb() -> int:
    """Memory of this process now; its peak where the system does not tell."""
    status = Path("/proc/self/statm")
    if status.exists():
        return int(status.read_text().split()[1]) * resource.getpagesize() // 1024
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss


def main(viewers: int) -> None:
    rounds = tuple(scored(k) for k in range(1, ROUNDS + 1))
    scoreboard = Scoreboard("127.0.0.1", 0, limits=Limits(streams=viewers + 10))
    scoreboard.publish(board(n=0, rounds=rounds))
    scoreboard.start()
    here, there = multiprocessing.Pipe()
    process = multiprocessing.get_context("spawn").Process(
        target=watch, args=(scoreboard.port, viewers, there)
    )
    process.start()
    here.recv()
    server = next(thread for thread in threading.enumerate() if thread.name == "lan-server")
    assert server.ident is not None
    clock = time.pthread_getcpuclockid(server.ident)
    worked = time.clock_gettime(clock)
    took = []
    for n in range(1, CHANGES + 1):
        here.send(n)
        time.sleep(0.1)
        began = time.monotonic()
        scoreboard.publish(board(n=n, rounds=rounds))
        took.append((here.recv() - began) * 1000)
    print(f"{viewers} viewers, {CHANGES} changes: publish -> last viewer, milliseconds")
    print(f"  median {statistics.median(took):.0f}, worst {max(took):.0f}")
    worked = (time.clock_gettime(clock) - worked) * 1000 / CHANGES
    print(f"  processor time of the server for each change: {worked:.1f}")
    here.send(None)
    process.join()
    churn(scoreboard.port, CHURN)
    before = resident_kb()
    churn(scoreboard.port, CHURN)
    print(f"  memory after {CHURN} more connects and drops: {resident_kb() - before:+d} kB of {before} kB")
    began = time.monotonic()
    scoreboard.stop()
    print(f"  stop: {(time.monotonic() - began) * 1000:.0f} ms")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 500)
