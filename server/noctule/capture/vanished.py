"""Whether a store of the profile that was there is gone: a new one in its place would hide that."""

from noctule.errors import StorageError, StoreVanished
from noctule.store.changes import REASON_FOUND
from noctule.store.files import stat_file
from noctule.store.folder import MemoryFolder

USER_FILE = "USER.md"
NOTES_FILE = "MEMORY.md"
STORES = (USER_FILE, NOTES_FILE)


def check_there(folder: MemoryFolder, file: str) -> None:
    """Raises `StoreVanished` where the store, or the folder with any store in it, was there and is gone."""
    missed = (file,) if folder.exists() else STORES
    if any(is_vanished(folder, one) for one in missed):
        raise StoreVanished(vanished(folder, file))


def is_vanished(folder: MemoryFolder, file: str) -> bool:
    """Whether a store was there once and is gone, by no hand of ours: its disk may be away, or its sync behind."""
    try:
        if stat_file(folder.path, file) is not None:
            return False
        change = folder.changes.last_of(file)
        is_lost = change is not None and change.action == "removed" and change.reason == REASON_FOUND
        return is_lost or folder.changes.known_file(file) is not None
    except StorageError:
        return False  # nothing is known; the write itself says what is wrong


def vanished(folder: MemoryFolder, file: str) -> str:
    """The sentence about a store that is gone."""
    target = "user" if file == USER_FILE else "notes"
    return (
        f"{file} was in {folder.path} and is gone. Bring it back (a synced folder may be away), or begin anew with "
        f"`noctule add --to {target} --new-store`."
    )
