"""A server on loopback that answers every connection as a model server never should, byte by byte as it is told."""

import contextlib
import socket
import threading
from collections.abc import Callable, Iterator
from typing import Self

# What it sends, piece by piece; None waits a moment. It goes on until the other side hangs up.
Rudeness = Callable[[], Iterator[bytes | None]]

_MOMENT_S = 0.02
_LONGEST_S = 60.0


class RudeServer:
    """From `with` to its end; `sent` counts the bytes that were taken off its hands."""

    def __init__(self, rudeness: Rudeness) -> None:
        self.sent = 0
        self._rudeness = rudeness
        self._closing = threading.Event()
        self._socket = socket.create_server(("127.0.0.1", 0))
        self._threads = [threading.Thread(target=self._serve, name="rude server")]

    def __enter__(self) -> Self:
        self._threads[0].start()
        return self

    def __exit__(self, *_: object) -> None:
        self._closing.set()
        # A listener that waits is woken by a last caller.
        with contextlib.suppress(OSError):
            socket.create_connection(self._socket.getsockname()).close()
        for thread in self._threads:
            thread.join(_LONGEST_S)
        self._socket.close()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self._socket.getsockname()[1]}"

    def _serve(self) -> None:
        while not self._closing.is_set():
            connection, _ = self._socket.accept()
            answering = threading.Thread(target=self._answer, args=(connection,), name="rude answer")
            self._threads.append(answering)
            answering.start()

    def _answer(self, connection: socket.socket) -> None:
        with connection, contextlib.suppress(OSError):
            connection.settimeout(_LONGEST_S)
            connection.recv(1 << 16)
            for piece in self._rudeness():
                if self._closing.is_set():
                    return
                if piece is None:
                    self._closing.wait(_MOMENT_S)
                else:
                    connection.sendall(piece)
                    self.sent += len(piece)
