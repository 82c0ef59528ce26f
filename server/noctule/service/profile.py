"""The profile: what is known about the person, and the notes that hold in every project."""

from collections.abc import Mapping

from noctule.capture.items import decoded
from noctule.capture.vanished import NOTES_FILE, STORES, USER_FILE, is_vanished, vanished
from noctule.checks.finding import Finding
from noctule.checks.profile import check_store
from noctule.errors import MemoryProblem, NotFound, StorageError
from noctule.memories.profile import compose_items, items, within_cap
from noctule.safety.sanitize import one_line
from noctule.service.snapshot import ProfilePart
from noctule.settings import Settings
from noctule.store.folder import MemoryFolder

__all__ = ["NOTES_FILE", "USER_FILE", "caps_of", "check_profile", "profile_problems", "read_profile"]

_MOST_NAMED = 3
_NAME_CHARS = 80


def caps_of(settings: Settings) -> Mapping[str, int]:
    """How many characters each store may hold, by its file."""
    return {USER_FILE: settings.profile.user_chars, NOTES_FILE: settings.profile.notes_chars}


def read_profile(folder: MemoryFolder, file: str, cap_chars: int) -> ProfilePart:
    """One store within its cap: whole items only, the oldest first; what cannot be read, or is gone, says why."""
    try:
        text = decoded(file, folder.read(file)).text
    except NotFound:
        return ProfilePart("", error=vanished(folder, file) if is_vanished(folder, file) else None)
    except (MemoryProblem, StorageError) as error:
        return ProfilePart("", error=str(error))
    known = items(text)
    kept = within_cap(known, cap_chars)
    return ProfilePart(compose_items(kept), was_cut=len(kept) < len(known))


def check_profile(folder: MemoryFolder, caps: Mapping[str, int]) -> list[Finding]:
    """The findings about the stores; their paths are the stores' files."""
    found: list[Finding] = []
    for file, cap_chars in caps.items():
        try:
            found += check_store(file, decoded(file, folder.read(file)).text, cap_chars)
        except NotFound:
            continue
        except (MemoryProblem, StorageError) as error:
            found.append(Finding(file, "unreadable", "error", (0, 0), (0, 0), str(error)))
    return found


def profile_problems(folder: MemoryFolder) -> list[str]:
    """Sentences for a person: stores that are gone, and files that nobody reads, at most three of them by name."""
    gone = [vanished(folder, file) for file in STORES if is_vanished(folder, file)]
    names = _unexpected(folder)
    if not names:
        return gone
    named = ", ".join(one_line(name, _NAME_CHARS) for name in names[:_MOST_NAMED])
    more = f" and {len(names) - _MOST_NAMED:,} more" if len(names) > _MOST_NAMED else ""
    said = f"The profile's folder {folder.path} holds what is not read: {named}{more}. Only {' and '.join(STORES)} are."
    return [*gone, said]


def _unexpected(folder: MemoryFolder) -> list[str]:
    """What lies in the folder and is no store. Hidden files are left to whoever keeps them: sync tools do."""
    try:
        names = sorted(path.name for path in folder.path.iterdir())
    except OSError:
        return []
    return [name for name in names if name not in STORES and not name.startswith(".")]
