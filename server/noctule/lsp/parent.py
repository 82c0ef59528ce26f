"""Watches the processes that the server lives for: its parent, and the editor that `initialize` names."""

import asyncio
import os
import sys
from collections.abc import Callable
from pathlib import Path

_TICK_S = 0.5
# An editor in a container may name a process that cannot be seen from here; one that was never seen is given this long.
UNSEEN_GRACE_S = 10.0


async def parent_gone(first_parent: int) -> None:
    """Return when the process that started us has ended, which the system shows by giving us another parent."""
    while os.getppid() == first_parent:  # noqa: ASYNC110  the system tells nobody; one has to look
        await asyncio.sleep(_TICK_S)


async def process_gone(pid: int, is_alive: Callable[[int], bool] | None = None, *, tick_s: float = _TICK_S) -> None:
    """Return when process `pid` has ended; the same id given to a later process counts as ended."""
    is_alive = is_alive or is_process_alive
    if not is_alive(pid):
        await asyncio.sleep(UNSEEN_GRACE_S)
        return
    born = _born(pid)
    while is_alive(pid) and _born(pid) == born:  # noqa: ASYNC110  as above
        await asyncio.sleep(tick_s)


def is_process_alive(pid: int) -> bool:
    """Whether `pid` runs. A process that has ended but was not yet collected by its own parent does not."""
    if pid <= 0:
        return False
    if sys.platform == "win32":
        return _is_alive_on_windows(pid)
    try:
        os.kill(pid, 0)
    except PermissionError:
        return True
    except (OSError, OverflowError):
        return False
    return _stat_fields(pid)[:1] not in (["Z"], ["X"])


def _born(pid: int) -> str | None:
    """When `pid` started, in the system's own count, or None where it does not say."""
    fields = _stat_fields(pid)
    return fields[19] if len(fields) > 19 else None


def _stat_fields(pid: int) -> list[str]:
    """The fields of /proc/PID/stat from the state on; [] where there is no such file."""
    try:
        text = Path(f"/proc/{pid}/stat").read_text(errors="replace")
    except OSError:
        return []
    # The name before the state is in brackets and may hold blanks and brackets itself.
    return text.rpartition(")")[2].split()


def _is_alive_on_windows(pid: int) -> bool:
    if sys.platform != "win32":
        return True
    import ctypes

    query_limited, still_active = 0x1000, 259
    handle = ctypes.windll.kernel32.OpenProcess(query_limited, 0, pid)
    if not handle:
        return False
    code = ctypes.c_ulong()
    ctypes.windll.kernel32.GetExitCodeProcess(handle, ctypes.byref(code))
    ctypes.windll.kernel32.CloseHandle(handle)
    return code.value == still_active
