"""Looks at `~/.noctule`: its disk, who may read and write it, and its databases. Before anything opens one of them."""

import os
import stat
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path

from noctule.service.doctor.machine import Machine, nearest
from noctule.service.doctor.trouble import Trouble
from noctule.store.database_look import look_at_database
from noctule.store.home import Home
from noctule.store.state import STATE_VERSION
from noctule.transcripts.search.store import FILE_NAME

_FEW_BYTES = 200_000_000
_NO_BYTES = 10_000_000
_LARGE_SEARCH = 1_000_000_000
_OTHERS = stat.S_IRWXG | stat.S_IRWXO


def look_at_home(home: Home, environ: Mapping[str, str], machine: Machine) -> Iterator[Trouble]:
    """Makes nothing, and opens nothing that it would have to bring up."""
    if not environ.get("HOME") and sys.platform != "win32":
        said = "HOME is not set, so `~` is taken from the system's list of users. Set HOME, or name NOCTULE_HOME."
        yield Trouble("home-unset", "warning", said)
    root = home.root
    if root.exists() and not root.is_dir():
        said = f"{root} is a file, and must be a folder. Move it away, or name another folder by NOCTULE_HOME."
        yield Trouble("home-file", "error", said)
        return
    if root.exists() and not os.access(root, os.R_OK | os.X_OK):
        said = f"{root} cannot be looked into. Give yourself the right (`chmod -R u+rwX {root}`), or name another"
        yield Trouble("home-read-only", "error", f"{said} folder by NOCTULE_HOME.")
        return
    if not machine.may_write(root):
        said = f"{root} may not be written, so no session is known again and nothing is kept. Give yourself the right"
        yield Trouble("home-read-only", "error", f"{said} (`chmod -R u+rwX {root}`), or name another by NOCTULE_HOME.")
    yield from _openness(root)
    yield from disk_space(root, machine)
    yield from _databases(home, machine)


def disk_space(path: Path, machine: Machine) -> Iterator[Trouble]:
    """Whether there is room where a path lies, or will lie."""
    free = machine.free_bytes(path)
    if free < _FEW_BYTES:
        said = f"The disk of {path} has {free / 1e6:,.0f} MB left. Free some: what does not fit is not written."
        yield Trouble("disk-full", "error" if free < _NO_BYTES else "warning", said)


def _openness(root: Path) -> Iterator[Trouble]:
    if sys.platform == "win32" or not root.is_dir():
        return
    if nearest(root).stat().st_mode & _OTHERS:
        said = f"Others on this machine can look into {root}. Keep them out: `chmod -R go= {root}`."
        yield Trouble("home-open", "information", said)


def _databases(home: Home, machine: Machine) -> Iterator[Trouble]:
    state = home.state_db
    may_write = machine.may_write(state) and machine.may_write(state.parent)
    match look_at_database(state, STATE_VERSION, may_write=may_write):
        case "damaged":
            said = f"{state} is damaged. It is set aside at the next use and begun anew; memories are not touched."
            yield Trouble("database-damaged", "error", said)
        case "busy":
            said = f"{state} is kept locked by another program. End it (`fuser {state}` names it), or wait."
            yield Trouble("database-busy", "warning", said)
        case "newer":
            said = f"A newer Noctule wrote {state}: two versions are in use. Update this one, or move the file away."
            yield Trouble("database-newer", "error", said)
        case "closed":
            yield Trouble(
                "database-damaged", "error", f"{state} cannot be opened. Look at its rights, or move it away."
            )
    for aside in sorted(home.root.glob(f"{state.name}.damaged-*")):
        if not aside.name.endswith(("-wal", "-shm")):
            said = f"A damaged {state.name} was set aside as {aside}, and a new one begun. Delete it when you like."
            yield Trouble("set-aside", "information", said)
    for search in sorted(home.root.glob(f"projects/*/state/{FILE_NAME}")):
        size = search.stat().st_size
        if size > _LARGE_SEARCH:
            said = f"{search} has {size / 1e9:,.1f} GB. It may be deleted: it is made anew at the next search."
            yield Trouble("search-large", "information", said)
