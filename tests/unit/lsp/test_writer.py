"""Claims about the queue in front of the client."""

import threading

from noctule.lsp.writer import Writer


class Client:
    """A client that reads only while it is let."""

    def __init__(self, *, reads: bool = True) -> None:
        self.got: list[bytes] = []
        self.lost: list[str] = []
        self.may_read = threading.Event()
        self.is_lost = threading.Event()
        if reads:
            self.may_read.set()

    def write(self, data: bytes) -> None:
        if not self.may_read.wait(10):
            raise OSError("never let")
        self.got.append(data)

    def lose(self, why: str) -> None:
        self.lost.append(why)
        self.is_lost.set()

    def writer(self, **limits: float) -> Writer:
        writer = Writer(self.write, self.lose, **limits)  # type: ignore[arg-type]
        writer.start()
        return writer


def test_messages_are_framed_and_kept_in_order() -> None:
    client = Client()
    writer = client.writer()
    for number in range(50):
        writer.send(b"%d" % number)
    assert writer.drain(5)
    assert client.got[:11:10] == [b"Content-Length: 1\r\n\r\n0", b"Content-Length: 2\r\n\r\n10"]
    assert len(client.got) == 50
    writer.close()


def test_the_length_counts_bytes() -> None:
    client = Client()
    writer = client.writer()
    writer.send("é🚀".encode())
    assert writer.drain(5)
    assert client.got == ["Content-Length: 6\r\n\r\né🚀".encode()]
    writer.close()


def test_a_client_that_does_not_read_is_left_when_too_much_waits() -> None:
    client = Client(reads=False)
    writer = client.writer(max_waiting_bytes=10_000)
    for _ in range(100):
        writer.send(b"x" * 1000)
    assert client.is_lost.wait(5)
    assert client.lost == ["the client lets too much wait"]
    client.may_read.set()


def test_one_message_over_the_bound_still_goes_out() -> None:
    client = Client()
    writer = client.writer(max_waiting_bytes=10)
    writer.send(b"x" * 1000)
    assert writer.drain(5)
    assert client.lost == []
    writer.close()


def test_a_client_that_has_stopped_reading_is_left() -> None:
    client = Client(reads=False)
    writer = client.writer(max_stall_s=0.0)
    writer.send(b"1")
    while not client.is_lost.wait(0.01):
        writer.send(b"2")
    assert client.lost == ["the client has stopped reading"]
    client.may_read.set()


def test_a_client_that_is_gone_is_said_once_and_then_ignored() -> None:
    client = Client()

    def gone(_: bytes) -> None:
        raise BrokenPipeError

    writer = Writer(gone, client.lose)
    writer.start()
    writer.send(b"1")
    assert client.is_lost.wait(5)
    writer.send(b"2")
    assert writer.drain(5)
    assert client.lost == ["the client is gone"]


def test_draining_gives_up_in_time() -> None:
    client = Client(reads=False)
    writer = client.writer()
    writer.send(b"1")
    assert not writer.drain(0.05)
    client.may_read.set()
    assert writer.drain(5)
    writer.close()
