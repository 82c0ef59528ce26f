"""The real server, `noctule serve`, that tells when it is signalled what it holds: tasks, threads, objects, files.

Run as `python counted_server.py FILE`: each SIGUSR1 writes the counts to FILE, as JSON, in one piece.
"""

import asyncio
import collections
import gc
import json
import os
import signal
import sys
import threading
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1]))


# The files of a history's packs come and go by a rule of their own.
_PACKS = "/objects/pack/"


def counts() -> dict[str, Any]:
    for _ in range(2):
        gc.unfreeze()
        gc.collect()
    kinds = collections.Counter(f"{type(one).__module__}.{type(one).__qualname__}" for one in gc.get_objects())
    files = sorted(filter(None, map(_target, Path("/proc/self/fd").iterdir())))
    status = Path("/proc/self/status").read_text()
    return {
        "tasks": sorted(map(_named, asyncio.all_tasks())),
        "threads": sorted(thread.name for thread in threading.enumerate()),
        "files": [one for one in files if _PACKS not in one],
        "packs": [one for one in files if _PACKS in one],
        "objects": kinds.total(),
        "kinds": dict(kinds),
        "megabytes": int(status.split("VmRSS:")[1].split()[0]) / 1024,
    }


def _named(task: "asyncio.Task[Any]") -> str:
    """What the task runs: its own name may hold a number."""
    return getattr(task.get_coro(), "__qualname__", "") or task.get_name()


def _target(descriptor: Path) -> str:
    try:
        return str(descriptor.readlink())
    except OSError:
        return ""  # the folder's own, closed by now


def main() -> int:
    file = Path(sys.argv[1])

    def tell(*_: object) -> None:
        half = file.with_suffix(".half")
        half.write_text(json.dumps(counts()))
        half.replace(file)

    signal.signal(signal.SIGUSR1, tell)
    from noctule.lsp.main import ServeOptions, serve

    return serve(ServeOptions(), os.environ)


if __name__ == "__main__":
    sys.exit(main())
