"""The two ends of the wire, as blocking reads and writes that threads of their own make."""

import contextlib
import os
import socket
import sys
from collections.abc import Callable

from noctule.dataclass import dataclass


@dataclass(frozen=True, slots=True)
class Pipe:
    """`read(n)` gives b"" at the end; both raise OSError once the client is gone. `close` frees what waits."""

    read: Callable[[int], bytes]
    write: Callable[[bytes], None]
    close: Callable[[], None]


def take_stdio() -> Pipe:
    """Take stdin and stdout for the wire, and keep everybody else off them.

    From then on what this process or a child prints goes to stderr, and what it reads is empty.
    """
    if sys.stdout is not None:
        sys.stdout.flush()
    wire_in, wire_out = _dup(0, os.O_RDONLY), _dup(1, os.O_WRONLY)
    if os.name == "nt":
        _set_binary(wire_in, wire_out)
    _point_to_nothing(0, os.O_RDONLY)
    try:
        os.dup2(2, 1)
    except OSError:
        _point_to_nothing(1, os.O_WRONLY)
    # A read that waits cannot be freed from here; its thread ends with the process.
    return Pipe(lambda n: os.read(wire_in, n), lambda data: _write_all(wire_out, data), lambda: None)


def socket_pipe(connection: socket.socket) -> Pipe:
    """A connected socket as a pipe."""
    connection.setblocking(True)

    def close() -> None:
        with contextlib.suppress(OSError):
            connection.shutdown(socket.SHUT_RDWR)
        connection.close()

    return Pipe(connection.recv, connection.sendall, close)


def _write_all(fd: int, data: bytes) -> None:
    view = memoryview(data)
    while view:
        view = view[os.write(fd, view) :]


def _dup(fd: int, flags: int) -> int:
    """A copy of `fd`; where whoever started us left it closed, it is opened on nothing first."""
    try:
        return os.dup(fd)
    except OSError:
        _point_to_nothing(fd, flags)
        return os.dup(fd)


def _point_to_nothing(fd: int, flags: int) -> None:
    nothing = os.open(os.devnull, flags)
    if nothing != fd:
        os.dup2(nothing, fd)
        os.close(nothing)


def _set_binary(*fds: int) -> None:
    if sys.platform == "win32":
        import msvcrt

        for fd in fds:
            msvcrt.setmode(fd, os.O_BINARY)
