"""Whether a process of this machine still runs."""

import os
import sys
from pathlib import Path


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
    return stat_fields(pid)[:1] not in (["Z"], ["X"])


def born(pid: int) -> str | None:
    """When `pid` started, in the system's own count, or None where it does not say."""
    fields = stat_fields(pid)
    return fields[19] if len(fields) > 19 else None


def stat_fields(pid: int) -> list[str]:
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
