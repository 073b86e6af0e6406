"""A network between phones and the server that is lost without a word: nothing is refused, nothing comes."""

import contextlib
import selectors
import socket
import threading


class Wifi:
    """Passes on what comes to `port` while `there`; else keeps everybody waiting."""

    def __init__(self, server_port: int) -> None:
        self.there = threading.Event()
        self.there.set()
        self.server_port = server_port
        """May change: what phones reach stays where it was."""
        self._door = socket.create_server(("127.0.0.1", 0), backlog=1)
        self.port: int = self._door.getsockname()[1]
        threading.Thread(target=self._let_in, daemon=True).start()

    def close(self) -> None:
        self._door.close()

    def _let_in(self) -> None:
        with contextlib.suppress(OSError):
            while True:
                phone, _ = self._door.accept()
                threading.Thread(target=self._pass_on, args=(phone,), daemon=True).start()

    def _pass_on(self, phone: socket.socket) -> None:
        lost = not self.there.is_set()
        self.there.wait()
        if lost:
            # What was sent into the void is not sent again that soon.
            phone.close()
            return
        # A server that is not there, or goes, is a wire that ends: the phone must see nothing else.
        with (
            contextlib.suppress(OSError),
            phone,
            socket.create_connection(("127.0.0.1", self.server_port)) as server,
        ):
            self._carry(phone, server)

    def _carry(self, phone: socket.socket, server: socket.socket) -> None:
        both = {phone: server, server: phone}
        with selectors.DefaultSelector() as ready:
            for end in both:
                ready.register(end, selectors.EVENT_READ)
            while True:
                for key, _ in ready.select(0.5):
                    wire = key.fileobj
                    assert isinstance(wire, socket.socket)
                    data = wire.recv(65536)
                    if not data:
                        return
                    if not self.there.is_set():
                        # A dead stream stays dead, and nobody is told.
                        threading.Event().wait()
                    both[wire].sendall(data)
