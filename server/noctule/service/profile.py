"""The profile: what is known about the person, and the notes that hold in every project."""

from noctule.errors import MemoryProblem, NotFound, StorageError
from noctule.memories.profile import compose_items, items
from noctule.memories.text import decode
from noctule.service.snapshot import ProfilePart
from noctule.store.folder import MemoryFolder

USER_FILE = "USER.md"
NOTES_FILE = "MEMORY.md"


def read_profile(folder: MemoryFolder, file: str, cap_chars: int) -> ProfilePart:
    """One store within its cap: whole items only, the oldest first; what cannot be read says why."""
    try:
        decoded = decode(folder.read(file))
    except NotFound:
        return ProfilePart("")
    except (MemoryProblem, StorageError) as error:
        return ProfilePart("", error=str(error))
    kept = _within(items(decoded.text), cap_chars)
    return ProfilePart(compose_items(kept), was_cut=len(kept) < len(items(decoded.text)))


def _within(all_items: tuple[str, ...], cap_chars: int) -> tuple[str, ...]:
    used = 0
    for count, item in enumerate(all_items):
        used += len(item) + (len("\n§\n") if count else 0)
        if used > cap_chars:
            return all_items[:count]
    return all_items
