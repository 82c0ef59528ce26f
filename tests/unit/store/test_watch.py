"""A watch wakes its caller when a memory folder may have changed, with events or without, and stops when told."""

import asyncio
import errno
import subprocess
import sys
import threading
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Self

import pytest

from noctule.store.watch import folder_events, is_of_interest, watch


class Watched:
    """A running watch, and what it told."""

    def __init__(self, folder: Path, **how: object) -> None:
        self.folder = folder
        self.wakes = 0
        self.modes: list[tuple[str, str]] = []
        self.fails = False
        self._stop = asyncio.Event()
        self._woken = asyncio.Condition()
        self._task = asyncio.ensure_future(
            watch(folder, self._wake, stop=self._stop, on_mode=self._mode, poll_seconds=0.05, **how)  # type: ignore[arg-type]  # each test names what it needs
        )

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_error: object) -> None:
        self._stop.set()
        await asyncio.wait_for(self._task, 2)

    async def wake_after(self, act: Callable[[], object]) -> None:
        seen = self.wakes
        act()
        await self.until(lambda: self.wakes > seen)

    async def until(self, holds: Callable[[], object]) -> None:
        async with self._woken:
            await asyncio.wait_for(self._woken.wait_for(lambda: bool(holds())), 10)

    async def is_following(self) -> None:
        await self.until(lambda: ("events", "") in self.modes and self.wakes)

    async def cancel(self) -> None:
        self._task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await asyncio.wait_for(asyncio.shield(self._task), 2)
        self._task = asyncio.ensure_future(asyncio.sleep(0))

    async def _wake(self) -> None:
        self.wakes += 1
        async with self._woken:
            self._woken.notify_all()
        if self.fails:
            raise ValueError("a fault of the caller")

    def _mode(self, mode: str, reason: str) -> None:
        self.modes.append((mode, reason))


def refused(number: int) -> Callable[[Path, threading.Event], Iterable[object]]:
    def events(_folder: Path, _stopped: threading.Event) -> Iterable[object]:
        raise OSError(number, "refused by the system")

    return events


def save_as_editors_do(file: Path) -> list[Callable[[], object]]:
    def by_rename() -> None:
        temp = file.with_name(".temp")
        temp.write_text("renamed")
        temp.replace(file)

    def by_backup() -> None:
        file.replace(file.with_name("a.md~"))
        file.write_text("made again")

    return [by_rename, by_backup, lambda: file.write_text("in place"), file.unlink]


@pytest.mark.parametrize("force_polling", [False, True])
async def test_every_way_to_save_wakes(tmp_path: Path, force_polling: bool) -> None:
    async with Watched(tmp_path, force_polling=force_polling) as watched:
        await watched.until(lambda: watched.modes and watched.wakes)
        for save in save_as_editors_do(tmp_path / "a.md"):
            await watched.wake_after(save)
        (tmp_path / "sub").mkdir()
        await watched.wake_after(lambda: (tmp_path / "sub" / "b.md").write_text("x"))
    assert [mode for mode, _reason in watched.modes] == ["polling" if force_polling else "events"]


async def test_a_folder_moved_in_wakes(tmp_path: Path) -> None:
    (tmp_path / "memory").mkdir()
    (tmp_path / "pack").mkdir()
    (tmp_path / "pack" / "a.md").write_text("x")
    async with Watched(tmp_path / "memory") as watched:
        await watched.is_following()
        await watched.wake_after(lambda: (tmp_path / "pack").rename(tmp_path / "memory" / "pack"))


async def test_a_storm_of_changes_is_a_few_wakes(tmp_path: Path) -> None:
    async with Watched(tmp_path) as watched:
        await watched.is_following()
        before = watched.wakes

        def storm() -> None:
            for number in range(300):
                (tmp_path / f"{number}.md").write_text("x")

        await watched.wake_after(storm)
        await watched.wake_after((tmp_path / "last.md").touch)
        assert watched.wakes - before <= 10


@pytest.mark.parametrize(
    ("path", "expected"),
    [
        ("a.md", True),
        ("sub/a.md", True),
        ("sub", True),
        (".noctule-0123456789abcdef.tmp", False),
        (".consolidate-lock", False),
        ("sub/.hidden/a.md", False),
        ("a.md~", False),
        ("node_modules/x/readme.md", False),
        ("/elsewhere/.git/a.md", True),
    ],
)
def test_hidden_temp_and_backup_files_are_no_reason_to_wake(tmp_path: Path, path: str, expected: bool) -> None:
    assert is_of_interest(tmp_path / "memory", str(tmp_path / "memory" / path)) is expected


async def test_a_folder_that_comes_goes_and_comes_again_wakes_each_time(tmp_path: Path) -> None:
    folder = tmp_path / "far" / "memory"

    def make() -> None:
        folder.mkdir(parents=True)
        (folder / "a.md").write_text("x")

    def remove() -> None:
        (folder / "a.md").unlink()
        folder.rmdir()
        folder.parent.rmdir()

    async with Watched(folder) as watched:
        await watched.until(lambda: watched.wakes)
        for _ in range(2):
            await watched.wake_after(make)
            await watched.is_following()
            await watched.wake_after((folder / "b.md").touch)
            (folder / "b.md").unlink()
            await watched.wake_after(remove)


async def test_a_folder_replaced_by_a_link_is_followed_where_it_leads(tmp_path: Path) -> None:
    folder, target = tmp_path / "memory", tmp_path / "target"
    folder.mkdir()
    target.mkdir()

    def replace() -> None:
        folder.rmdir()
        folder.symlink_to(target, target_is_directory=True)

    async with Watched(folder) as watched:
        await watched.is_following()
        await watched.wake_after(replace)
        await watched.wake_after((target / "a.md").touch)


@pytest.mark.parametrize("number", [errno.ENOSPC, errno.EMFILE, errno.ENOSYS])
async def test_without_events_it_polls_and_says_so_once(tmp_path: Path, number: int) -> None:
    async with Watched(tmp_path, events=refused(number)) as watched:
        await watched.until(lambda: watched.modes)
        await watched.wake_after((tmp_path / "a.md").touch)
        await watched.wake_after((tmp_path / "b.md").touch)
        await watched.wake_after((tmp_path / "a.md").unlink)
    assert [mode for mode, _reason in watched.modes] == ["polling"]
    assert "refused by the system" in watched.modes[0][1]


async def test_polling_wakes_only_when_something_changed(tmp_path: Path) -> None:
    async with Watched(tmp_path, force_polling=True) as watched:
        await watched.wake_after(lambda: None)
        await watched.wake_after((tmp_path / "a.md").touch)
        await watched.wake_after((tmp_path / "b.md").touch)
        assert watched.wakes == 3


async def test_an_error_of_the_caller_does_not_end_the_watch(tmp_path: Path) -> None:
    async with Watched(tmp_path) as watched:
        await watched.is_following()
        watched.fails = True
        await watched.wake_after((tmp_path / "a.md").touch)
        await watched.wake_after((tmp_path / "b.md").touch)


@pytest.mark.parametrize("force_polling", [False, True])
async def test_a_cancelled_watch_is_cancelled(tmp_path: Path, force_polling: bool) -> None:
    async with Watched(tmp_path, force_polling=force_polling) as watched:
        await watched.until(lambda: watched.modes and watched.wakes)
        await watched.cancel()


async def test_no_thread_is_left_when_a_watch_stops(tmp_path: Path) -> None:
    async with Watched(tmp_path) as watched:
        await watched.is_following()
        threads = [thread for thread in threading.enumerate() if thread.name.startswith("noctule-watch")]
        assert len(threads) == 1
    await asyncio.to_thread(threads[0].join, 2)
    assert not threads[0].is_alive()


def test_the_systems_events_end_soon_after_they_are_told_to(tmp_path: Path) -> None:
    stopped = threading.Event()
    events = iter(folder_events(tmp_path, stopped))
    assert not next(events)
    stopped.set()
    assert list(events) == []


ABANDONED = """
import asyncio, sys
from pathlib import Path
from noctule.store.watch import watch

async def main():
    woken = asyncio.Event()
    async def wake():
        woken.set()
    following = asyncio.Event()
    task = asyncio.ensure_future(watch(
        Path(sys.argv[1]), wake, stop=asyncio.Event(), on_mode=lambda *_: following.set()
    ))
    await following.wait()
    return task

loop = asyncio.new_event_loop()
task = loop.run_until_complete(main())
print("leaving", flush=True)
"""


def test_a_watch_that_nobody_stops_does_not_keep_the_process_alive(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-c", ABANDONED, str(tmp_path)], capture_output=True, text=True, timeout=20, check=False
    )
    assert (done.returncode, done.stdout) == (0, "leaving\n")
