"""One writer at a time, between threads as between processes."""

import subprocess
import sys
import threading
from pathlib import Path

import pytest

from noctule.errors import LockBusy, StorageError
from noctule.store.lock import exclusive
from noctule.store.queueing import queue_for

HOLDER = """
import sys
from pathlib import Path
from noctule.store.lock import exclusive
with exclusive(Path(sys.argv[1]), 5):
    print("held", flush=True)
    sys.stdin.read()
"""


def run_behind_one(lock: Path, threads: list[threading.Thread]) -> None:
    """They wait for the lock in their order, and have it once all of them wait."""
    queue = queue_for(lock)
    with exclusive(lock, 5):
        for waiting, thread in enumerate(threads, 1):
            thread.start()
            while len(queue) < waiting:
                threading.Event().wait(0.001)
    for thread in threads:
        thread.join()


def test_a_lock_held_by_another_process_is_busy_and_free_when_it_dies(tmp_path: Path) -> None:
    lock = tmp_path / "state" / "write.lock"
    command = [sys.executable, "-c", HOLDER, str(lock)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as holder:
        assert holder.stdout is not None
        assert holder.stdout.readline() == b"held\n"
        with pytest.raises(LockBusy, match="Try again"), exclusive(lock, 0.05):
            pass
        holder.kill()
        holder.wait()
    with exclusive(lock, 5):
        pass


def test_threads_of_one_process_take_turns(tmp_path: Path) -> None:
    inside: list[int] = []
    most: list[int] = []

    def work(number: int) -> None:
        for _ in range(20):
            with exclusive(tmp_path / "write.lock", 30):
                inside.append(number)
                most.append(len(inside))
                inside.remove(number)

    threads = [threading.Thread(target=work, args=(number,)) for number in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert (len(most), max(most)) == (80, 1)


def test_a_lock_is_let_go_when_the_block_fails(tmp_path: Path) -> None:
    with pytest.raises(ZeroDivisionError), exclusive(tmp_path / "write.lock", 1):
        raise ZeroDivisionError
    with exclusive(tmp_path / "write.lock", 0):
        pass


def test_a_lock_that_cannot_be_made_says_why(tmp_path: Path) -> None:
    (tmp_path / "state").write_text("a file")
    with pytest.raises(StorageError, match="in the way"), exclusive(tmp_path / "state" / "write.lock", 1):
        pass


def test_threads_that_wait_take_it_in_the_order_they_came(tmp_path: Path) -> None:
    lock, order = tmp_path / "write.lock", list[int]()

    def work(number: int) -> None:
        with exclusive(lock, 30):
            order.append(number)

    threads = [threading.Thread(target=work, args=(number,)) for number in range(6)]
    run_behind_one(lock, threads)
    assert order == [0, 1, 2, 3, 4, 5]


def test_one_whose_time_runs_out_holds_up_nobody_behind_it(tmp_path: Path) -> None:
    lock = tmp_path / "write.lock"
    with exclusive(lock, 5):
        errors: list[Exception] = []

        def wait() -> None:
            try:
                with exclusive(lock, 0.01):
                    pass
            except LockBusy as error:
                errors.append(error)

        thread = threading.Thread(target=wait)
        thread.start()
        thread.join()
    assert len(errors) == 1
    with exclusive(lock, 0):
        pass


def test_a_long_queue_that_moves_is_not_busy(tmp_path: Path) -> None:
    lock, timeout = tmp_path / "write.lock", 1.5
    errors = list[Exception]()

    def work() -> None:
        try:
            with exclusive(lock, timeout):
                threading.Event().wait(timeout / 6)
        except LockBusy as error:
            errors.append(error)

    threads = [threading.Thread(target=work) for _ in range(7)]
    run_behind_one(lock, threads)
    assert errors == []
