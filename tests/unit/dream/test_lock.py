"""Claims about the lock of dreams: who is respected, who is taken over, and what a dream leaves behind."""

import os
import subprocess
import sys
from collections.abc import Iterator
from datetime import timedelta

import pytest

from fakes.dreaming import Folder
from noctule.dream.lock import LOCK_NAME, DreamLock, read_lock

DAY = 86_400


@pytest.fixture
def lock(ferry: Folder) -> DreamLock:
    return DreamLock(ferry.path, ferry.state)


@pytest.fixture
def other() -> Iterator["subprocess.Popen[bytes]"]:
    with subprocess.Popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE) as process:
        yield process
        process.communicate(b"\n")


def put(ferry: Folder, content: str, hours_old: float) -> int:
    file = ferry.path / LOCK_NAME
    file.write_text(content)
    then = int((ferry.now.timestamp() - hours_old * 3600) * 1e9)
    os.utime(file, ns=(then, then))
    return then


def dead_pid() -> int:
    with subprocess.Popen([sys.executable, "-c", ""]) as process:
        return process.pid


def take(ferry: Folder, lock: DreamLock) -> str | None:
    lock.recover(lambda _: False)
    return lock.take("0123abcd", "command", ferry.now)


def test_the_content_is_the_pid_alone_while_a_dream_runs(ferry: Folder, lock: DreamLock) -> None:
    assert take(ferry, lock) is None
    assert (ferry.path / LOCK_NAME).read_text() == str(os.getpid())
    assert lock.holder(ferry.now) == "A dream is already running."
    lock.release(ferry.now, keeps_stamp=True)
    assert (ferry.path / LOCK_NAME).read_bytes() == b""


def test_a_stale_lock_is_taken_over_although_its_pid_lives(ferry: Folder, lock: DreamLock) -> None:
    put(ferry, "1", 2)
    assert take(ferry, lock) is None


def test_a_dead_holder_is_taken_over_at_once(ferry: Folder, lock: DreamLock) -> None:
    put(ferry, str(dead_pid()), 5 / 60)
    assert take(ferry, lock) is None


@pytest.mark.parametrize("form", ["{}", "{}\n", "{}\n1772357400250"])
def test_a_live_foreign_holder_is_respected_in_both_forms(
    ferry: Folder, lock: DreamLock, other: "subprocess.Popen[bytes]", form: str
) -> None:
    put(ferry, form.format(other.pid), 0.5)
    said = take(ferry, lock)
    assert said is not None
    assert f"process {other.pid}" in said
    assert lock.holder(ferry.now) == said
    assert (ferry.path / LOCK_NAME).read_text() == form.format(other.pid)


def test_a_live_foreign_holder_is_respected_for_an_hour(
    ferry: Folder, lock: DreamLock, other: "subprocess.Popen[bytes]"
) -> None:
    put(ferry, str(other.pid), 61 / 60)
    assert take(ferry, lock) is None


@pytest.mark.parametrize("hours", [-400 * 24, -3, -1.1])
def test_a_stamp_from_a_wrong_clock_holds_nobody_up(
    ferry: Folder, lock: DreamLock, other: "subprocess.Popen[bytes]", hours: float
) -> None:
    put(ferry, str(other.pid), -0.9)
    assert take(ferry, lock) is not None
    put(ferry, str(other.pid), hours)
    assert take(ferry, lock) is None


OURS = pytest.param(str(os.getpid()), id="this process")


@pytest.mark.parametrize("content", ["0", "1", "-1", OURS, "", "soon", "12x", "9" * 40, "\0"])
def test_what_is_no_proof_of_life_is_taken_over(ferry: Folder, lock: DreamLock, content: str) -> None:
    put(ferry, content, 0.1)
    assert take(ferry, lock) is None


def test_a_failed_dream_gives_the_stamp_back(ferry: Folder, lock: DreamLock) -> None:
    then = put(ferry, "", 72)
    assert take(ferry, lock) is None
    lock.release(ferry.now, keeps_stamp=False)
    found = read_lock(ferry.path / LOCK_NAME)
    assert found is not None
    assert found.mtime_ns == then
    assert found.pid is None


def test_a_failed_dream_leaves_no_lock_where_there_was_none(ferry: Folder, lock: DreamLock) -> None:
    assert take(ferry, lock) is None
    lock.release(ferry.now, keeps_stamp=False)
    assert not (ferry.path / LOCK_NAME).exists()
    assert lock.last() is None


def test_a_completed_dream_leaves_its_own_stamp(ferry: Folder, lock: DreamLock) -> None:
    put(ferry, "", 72)
    assert take(ferry, lock) is None
    lock.release(ferry.now, keeps_stamp=True)
    last = lock.last()
    assert last is not None
    assert ferry.now - last < timedelta(seconds=5)


def test_a_second_lock_of_the_same_process_is_refused(ferry: Folder, lock: DreamLock) -> None:
    assert take(ferry, lock) is None
    second = DreamLock(ferry.path, ferry.state)
    assert take(ferry, second) == "A dream is already running."
    assert second.holder(ferry.now) == "A dream is already running."
    lock.release(ferry.now, keeps_stamp=True)
    assert take(ferry, second) is None


def test_a_foreign_pid_in_the_file_means_it_is_lost(ferry: Folder, lock: DreamLock) -> None:
    assert take(ferry, lock) is None
    assert lock.is_ours()
    put(ferry, str(os.getppid()), 0)
    assert not lock.is_ours()
    assert not lock.beat(ferry.now)
    lock.release(ferry.now, keeps_stamp=False)
    assert (ferry.path / LOCK_NAME).read_text() == str(os.getppid())


def test_a_heartbeat_keeps_the_lock_young(ferry: Folder, lock: DreamLock) -> None:
    assert take(ferry, lock) is None
    put(ferry, str(os.getpid()), 0.9)
    assert lock.beat(ferry.now)
    found = read_lock(ferry.path / LOCK_NAME)
    assert found is not None
    assert found.mtime_ns > (ferry.now.timestamp() - 60) * 1e9


TAKE_AND_DIE = (
    "import sys, os; from datetime import datetime, UTC; from pathlib import Path;"
    "from noctule.dream.lock import DreamLock;"
    "lock = DreamLock(Path(sys.argv[1]), Path(sys.argv[2]));"
    "assert lock.take('0badcafe', 'idle', datetime.now(UTC)) is None; os._exit(9)"
)


def die_holding(ferry: Folder) -> None:
    subprocess.run([sys.executable, "-c", TAKE_AND_DIE, str(ferry.path), str(ferry.state)], check=False, timeout=60)


@pytest.mark.parametrize("hours_old", [None, 72])
def test_a_holder_that_died_gives_back_the_stamp_it_found(
    ferry: Folder, lock: DreamLock, hours_old: float | None
) -> None:
    then = None if hours_old is None else put(ferry, "", hours_old)
    die_holding(ferry)
    assert read_lock(ferry.path / LOCK_NAME) is not None
    before = lock.last()
    running = lock.recover(lambda _: False)
    assert running is not None
    assert (running.dream_id, running.trigger, running.prior_ns) == ("0badcafe", "idle", then)
    found = read_lock(ferry.path / LOCK_NAME)
    assert (found.mtime_ns if found else None) == then
    assert lock.last() == before
    assert lock.recover(lambda _: False) is None


def test_a_holder_that_died_after_its_dream_had_landed_keeps_its_stamp(ferry: Folder, lock: DreamLock) -> None:
    put(ferry, "", 72)
    die_holding(ferry)
    assert lock.recover(lambda _: True) is not None
    last = lock.last()
    assert last is not None
    assert ferry.now - last < timedelta(minutes=1)


def test_asking_makes_nothing(ferry: Folder, lock: DreamLock) -> None:
    before = sorted(path.name for path in ferry.state.rglob("*"))
    assert lock.holder(ferry.now) is None
    assert lock.last() is None
    assert lock.recover(lambda _: False) is None
    assert sorted(path.name for path in ferry.state.rglob("*")) == before
    assert not (ferry.path / LOCK_NAME).exists()
