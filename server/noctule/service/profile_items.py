"""The items of the profile with their ages: from the first look at each, or from the history where that is older."""

from datetime import datetime
from itertools import islice

from noctule.dataclass import dataclass
from noctule.errors import NotFound, StorageError
from noctule.memories.profile import items, usage
from noctule.memories.text import decode
from noctule.service.profile import NOTES_FILE, USER_FILE
from noctule.service.project import OpenProject, Projects
from noctule.store.folder import MemoryFolder
from noctule.store.promotions import Promotions

# Of a long history the newest part is read: an item that is older than that is old enough.
_MOST_CHANGES = 500


@dataclass(frozen=True, slots=True)
class ProfileItem:
    """An item, the store's file that holds it, and since when."""

    file: str
    text: str
    since: datetime


@dataclass(frozen=True, slots=True)
class ProfileLook:
    """The profile as it is now. `fullest` is the share of its cap that the fuller store takes."""

    items: tuple[ProfileItem, ...]
    fullest: float


def look_at_profile(projects: Projects, opened: OpenProject) -> ProfileLook:
    """Reads the stores, and remembers when each item was first seen. Raises `StorageError`s."""
    folder = projects.profile(opened).memories
    settings = opened.resolved.settings.profile
    record = Promotions(folder.state)
    found: dict[str, str] = {}
    fullest = 0.0
    for file, cap in ((USER_FILE, settings.user_chars), (NOTES_FILE, settings.notes_chars)):
        try:
            text = decode(folder.read(file)).text
        except NotFound:
            continue
        fullest = max(fullest, usage(text) / cap)
        found |= dict.fromkeys(items(text), file)
    new = [item for item in found if not record.is_known(item)]
    since = dict.fromkeys(found, projects.now()) | (_in_history(folder, new) if new else {})
    seen = record.first_seen({item: since[item] for item in found}) if found else {}
    return ProfileLook(tuple(ProfileItem(file, item, seen[item]) for item, file in found.items()), fullest)


def _in_history(folder: MemoryFolder, wanted: list[str]) -> dict[str, datetime]:
    """When the history first shows each of the items."""
    found: dict[str, datetime] = {}
    try:
        for file in (USER_FILE, NOTES_FILE):
            for change in islice(folder.history.changes(file), _MOST_CHANGES):
                text = decode(folder.history.after(change, file) or b"").text
                found |= {item: change.told.at for item in items(text) if item in wanted}
    except StorageError:
        return found
    return found
