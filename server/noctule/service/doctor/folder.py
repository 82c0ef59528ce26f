"""Looks at a memory folder as a place on a disk, at its history, and at what waits in it."""

import os
from collections.abc import Iterator
from datetime import timedelta

from noctule.errors import StorageError
from noctule.service.doctor.home import disk_space
from noctule.service.doctor.machine import Machine
from noctule.service.doctor.trouble import Trouble
from noctule.service.dream.facts import held_of, lock_of
from noctule.service.history import history_problems
from noctule.service.profile import profile_problems
from noctule.service.project import OpenProject, Projects
from noctule.store.location import CLAUDE_CODE, OWN
from noctule.store.proposals import Proposals
from noctule.store.repository import common_root

_NETWORK = frozenset(
    [
        "9p",
        "afs",
        "ceph",
        "cifs",
        "davfs",
        "fuse.davfs2",
        "fuse.rclone",
        "fuse.sshfs",
        "glusterfs",
        "lustre",
        "nfs",
        "nfs4",
        "smb3",
        "smbfs",
        "vboxsf",
    ]
)
_LONG_PAUSE = timedelta(days=2)
_CLOCK_MAY_DIFFER = timedelta(days=1)


def look_at_folder(projects: Projects, opened: OpenProject, machine: Machine) -> Iterator[Trouble]:
    """Of a project whose memory is on."""
    folder = opened.folder.memories
    yield from _place(opened, machine)
    try:
        opened.folder.catalogue.refresh()
        error = opened.folder.catalogue.index().error
    except StorageError as unreadable:
        error = str(unreadable)
    if error:
        yield Trouble("folder-unreadable", "error", error)
    for said in history_problems(opened.folder):
        yield Trouble("history-problem", "warning", said)
    for said in profile_problems(projects.profile(opened).memories):
        yield Trouble("profile-problem", "warning", said)
    if folder.exists() and not error:
        yield from _waiting(projects, opened)
    yield from _clock(projects, opened)


def look_at_project(opened: OpenProject) -> Iterator[Trouble]:
    if common_root(opened.root.path) is None:
        said = f"{opened.root.path} is in no git repository: it is a project by itself, and sub-folders are others."
        yield Trouble("no-repository", "hint", said)


def look_at_sessions(projects: Projects, opened: OpenProject) -> Iterator[Trouble]:
    for session in projects.state.sessions.all(folder=opened.folder.key):
        since = projects.now() - session.last_seen
        if session.paused and session.ended is None and since > _LONG_PAUSE:
            said = f"The session {session.id} has been paused for {since.days} days: it is given no memories. Resume it"
            yield Trouble("paused", "information", f"{said} in the editor, or end it.")


def _place(opened: OpenProject, machine: Machine) -> Iterator[Trouble]:
    path, location = opened.folder.path, opened.resolved.settings.location.strip()
    if not path.exists() and location == CLAUDE_CODE:
        said = f"`location` is claude-code, but Claude Code has no memory of this project yet ({path})."
        yield Trouble("folder-absent", "information", f"{said} The folder is made at the first session or write.")
    elif not path.exists() and location not in ("", OWN):
        said = f"The memory folder {path} is not there. If a disk is away, bring it back; else it is made when needed."
        yield Trouble("folder-absent", "warning", said)
    if path.is_symlink():
        said = f"The memory folder {path} is a link to {path.resolve()}. Name that folder by `location` instead."
        yield Trouble("folder-link", "information", said)
    if machine.filesystem(path) in _NETWORK:
        said = f"The memory folder {path} lies on a network disk: what others write there is seen late, and locks may"
        yield Trouble("folder-network", "warning", f"{said} not hold between machines. Use one machine at a time.")
    if not machine.may_write(path) and os.access(path, os.R_OK | os.X_OK):
        said = f"The memory folder {path} may not be written. Recall works; give yourself the right to write for more."
        yield Trouble("folder-read-only", "error", said)
    if path.is_dir() and (why := machine.watch_trouble(path)) is not None:
        said = f"The system gives no more watches ({why}): changes by others are seen a second late, at some cost."
        more = "Raise `fs.inotify.max_user_watches` and `max_user_instances` (`sysctl`)."
        yield Trouble("watch-limit", "warning", f"{said} {more}")
    yield from disk_space(path, machine)


def _waiting(projects: Projects, opened: OpenProject) -> Iterator[Trouble]:
    dreams = held_of(opened).ids()
    if dreams:
        said = f"The dream {dreams[0]} waits for your word: look with `noctule dreams diff {dreams[0]}`, then"
        yield Trouble("dream-held", "information", f"{said} `noctule dreams apply {dreams[0]}` or `discard`.")
    count = len(Proposals(opened.folder.memories.state).all()) + len(opened.folder.withholding.held())
    if count:
        said = "1 memory or proposal waits" if count == 1 else f"{count:,} memories or proposals wait"
        yield Trouble("held", "information", f"{said} for your word: `noctule held` shows what, and why.")
    lock = lock_of(opened)
    foreign = lock.foreign_holder(projects.now())
    if foreign is not None:
        yield Trouble("dream-locked", "information", f"{foreign} No dream begins until then.")
    if lock.is_unfinished():
        said = "A dream was killed in the midst of it. The next dream, tidy or start of a server makes good for it."
        yield Trouble("dream-unfinished", "information", said)


def _clock(projects: Projects, opened: OpenProject) -> Iterator[Trouble]:
    latest = projects.now() + _CLOCK_MAY_DIFFER
    try:
        ahead = [stat for stat in opened.folder.memories.scan() if stat.mtime_ns > latest.timestamp() * 1e9]
    except StorageError:
        return
    if ahead:
        said = f"{ahead[0].path} is newer than this machine's clock. Set the clock, or `touch` the file"
        yield Trouble("clock-behind", "warning", f"{said}: ages and the times of dreams are reckoned by it.")
