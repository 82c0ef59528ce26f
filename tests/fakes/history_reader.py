"""What a test sees of a folder's history: a line a change, and whether it agrees with the folder and with git."""

import shutil
import subprocess

from noctule.store.folder import MemoryFolder


def told(folder: MemoryFolder) -> list[str]:
    """The changes with files, the oldest first: `agent s1: a.md added [saved a.md]`."""
    return [
        f"{one.told.author.by}{f' {one.told.author.session}' if one.told.author.session else ''}: {one.told.reason} "
        f"[{', '.join(f'{file.action} {file.path}' for file in one.told.files)}]"
        for one in reversed(list(folder.history.changes()))
        if one.told.files
    ]


def on_disk(folder: MemoryFolder) -> dict[str, bytes]:
    return {file.path: folder.read(file.path) for file in folder.scan()}


def check_agrees(folder: MemoryFolder) -> None:
    """The newest change holds what the folder holds, byte for byte, and every earlier one can be read."""
    assert folder.history_problem is None
    assert folder.history.files() == on_disk(folder)
    numbers = [change.told.number for change in folder.history.changes()]
    assert numbers == list(range(len(numbers), 0, -1))


def check_git_reads_it(folder: MemoryFolder) -> None:
    """Where there is a git, it finds nothing wrong."""
    if shutil.which("git") is not None:
        path = folder.history.repository.path
        checked = subprocess.run(
            ["git", "--git-dir", str(path), "fsck", "--full", "--strict", "--no-dangling"],
            capture_output=True,
            text=True,
            check=False,
        )
        assert (checked.returncode, checked.stdout) == (0, "")
