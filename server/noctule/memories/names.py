"""File names of memories: which files of a folder count, which paths are the same, and what a new file is called."""

import re
import unicodedata
from collections.abc import Collection
from typing import Final

from noctule.hashing import sha256
from noctule.regex import regex

INDEX_NAME: Final = "MEMORY.md"

_MOST_BYTES: Final = 100
_IGNORED_FOLDERS: Final = frozenset({"node_modules", "__MACOSX"})
# Dropbox, Nextcloud and OneDrive say it in brackets, Syncthing with a dot: the words are theirs.
_CONFLICT: Final = regex(r"\.sync-conflict-|\([^()]*conflict(?:ed copy|s?\b)[^()]*\)", re.IGNORECASE)
_RESERVED: Final = frozenset(
    {"con", "prn", "aux", "nul", "conin", "conout", "clock"}
    | {port + digit for port in ("com", "lpt") for digit in "0123456789¹²³"}
)
_JOINERS: Final = frozenset("'’ʼ`\u00ad\u200b\u200c\u200d\u2060\ufeff") | {chr(code) for code in range(0xFE00, 0xFE10)}


def is_memory_path(relative: str) -> bool:
    """Whether a path in a memory folder is a memory: `.md` in any case, not the index, nothing hidden or left over.

    A `MEMORY.md` in a sub-folder is a memory. Backups, temp files, conflict copies and `node_modules` are none.
    """
    parts = relative.replace("\\", "/").split("/")
    name = parts[-1]
    if relative == INDEX_NAME or not name.lower().endswith(".md") or len(name) <= 3:
        return False
    if any(not part or part.startswith(".") or part in _IGNORED_FOLDERS for part in parts):
        return False
    return not name.startswith(("~", "#")) and not is_conflict_copy(relative)


def is_conflict_copy(relative: str) -> bool:
    """Whether a sync tool made this file because two machines changed the same memory."""
    name = relative.rsplit("/", 1)[-1]
    lowered = name.lower()
    if "conflict" not in lowered or not lowered.endswith(".md") or name.startswith("."):
        return False
    return _CONFLICT.search(name) is not None


def path_key(path: str) -> str:
    """The form by which paths are compared: a Mac writes `é` as two code points, the others as one."""
    return unicodedata.normalize("NFC", path)


def same_path(first: str, second: str) -> bool:
    """Whether two relative paths name the same file, however their accents are written."""
    return first == second or path_key(first) == path_key(second)


def file_name(name: str, taken: Collection[str]) -> str:
    """The file name for a new memory: NFC kebab case with `.md`, at most 100 bytes, and unlike any of `taken`.

    `taken` are the folder's paths; they are compared without case, since some disks do. Reserved names count as taken.
    """
    stem = _kebab(re.sub(r"\.md$", "", name.strip(), flags=re.IGNORECASE))
    stem = stem or "memory-" + sha256(name.encode("utf-8", "surrogatepass")).hexdigest()[:8]
    known = {_caseless(path) for path in taken} | {_caseless(INDEX_NAME)}
    number = 1
    while True:
        suffix = f"-{number}" if number > 1 else ""
        candidate = _cut(stem, _MOST_BYTES - len(suffix) - 3) + suffix
        if candidate not in _RESERVED and _caseless(candidate + ".md") not in known:
            return candidate + ".md"
        number += 1


def _kebab(name: str) -> str:
    lowered = unicodedata.normalize("NFC", unicodedata.normalize("NFC", name).lower())
    kept = (_part(character) for character in lowered)
    return "-".join(word for word in "".join(kept).split("-") if word)


def _part(character: str) -> str:
    if character in _JOINERS:
        return ""
    return character if unicodedata.category(character)[0] in "LNM" else "-"


def _cut(stem: str, limit: int) -> str:
    """At most `limit` bytes, never through a character or between a letter and its marks."""
    if len(stem.encode()) <= limit:
        return stem
    kept = stem.encode()[:limit].decode("utf-8", "ignore")
    while len(kept) > 1 and unicodedata.category(stem[len(kept)])[0] == "M":
        kept = kept[:-1]
    return kept.rstrip("-")


def _caseless(path: str) -> str:
    return path_key(path_key(path).casefold())
