"""The rule on names: which relative paths may be written in a memory folder, the same answer on every system.

It looks at the path as it is written and never tidies it first. Only the disk can tell about links and case twins;
that is asked in `confine`.
"""

import re
import unicodedata

from noctule.errors import PathRefused
from noctule.safety.characters import is_hidden

INDEX = "MEMORY.md"
LOG = "dreams.jsonl"

# ext4, APFS and NTFS all end a name near 255 units; the others leave room under Windows' and macOS' path limits.
_NAME_BYTES = 255
_PATH_BYTES = 1024
_LEVELS = 16

_FORBIDDEN = frozenset('<>|*?"[]$~\\:')
# Look like a slash or a backslash, and are not folded into one by Unicode.
_SLASH_LIKE = frozenset("\u2044\u2215\u2216\u2571\u2572\u29f5\u29f6\u29f8\u29f9")
_UNSEEN = ("Cc", "Cf", "Cs", "Zl", "Zp")
_FOLDS_TO_SYNTAX = _FORBIDDEN | frozenset("./")
# `com¹.md` is a device too: Windows reads the superscripts as digits.
_DEVICE = re.compile(r"(?:con|prn|aux|nul|clock\$|conin\$|conout\$|(?:com|lpt)[0-9¹²³])", re.IGNORECASE)
_UNLISTED_FOLDERS = frozenset({"node_modules"})


def check_relative(path: str) -> None:
    """Raises PathRefused unless `path` (slashes, relative to the folder) is one that we may create or write."""
    names = relative_names(path)
    for name in names:
        check_name(name)
    if not names[-1].endswith(".md") or names[-1] == ".md":
        raise PathRefused("A memory's file name ends in `.md`, in lower case: write for example `topic.md`.")
    if len(names) == 1 and names[0] != INDEX and same_but_for_case(names[0], INDEX):
        raise PathRefused(f"That name is the index on some systems: write `{INDEX}`, or choose another name.")


def relative_names(path: str) -> tuple[str, ...]:
    """The components of a relative path, or PathRefused where it could leave the folder or no disk could hold it."""
    if not isinstance(path, str):
        raise PathRefused("A path is text: give the file's path relative to the memory folder.")
    if "\0" in path or not _is_encodable(path):
        raise PathRefused("The path holds a character that no file name can have.")
    if len(path.encode()) > _PATH_BYTES:
        raise PathRefused(f"The path is longer than {_PATH_BYTES:,} bytes: choose a shorter one.")
    names = tuple(path.removeprefix("./").split("/"))
    if not names[0]:
        raise PathRefused("Give a path inside the memory folder, relative to it, such as `topic.md`.")
    if not all(names) or any(name in (".", "..") for name in names):
        raise PathRefused("A path holds no `..`, `.` or empty part: write it relative to the memory folder.")
    if len(names) > _LEVELS:
        raise PathRefused(f"The path is deeper than {_LEVELS} levels: choose a shorter one.")
    return names


def check_name(name: str) -> None:
    """Raises PathRefused unless `name` is one that we may give to a file or a folder."""
    if len(name.encode()) > _NAME_BYTES:
        raise PathRefused(f"A file name is at most {_NAME_BYTES} bytes: choose a shorter one.")
    if name.startswith("."):
        raise PathRefused("A name that starts with a dot is hidden, and no memory: choose another name.")
    if name.endswith(".") or name != name.rstrip():
        raise PathRefused("A name may not end in a dot or a blank: Windows drops them.")
    if _DEVICE.fullmatch(name.partition(".")[0].rstrip()):
        raise PathRefused("That name is a device on Windows: choose another name.")
    if name.lower() in _UNLISTED_FOLDERS:
        raise PathRefused("Memories in that folder are never listed: choose another folder.")
    for character in name:
        _check_character(character)


def same_but_for_case(one: str, other: str) -> bool:
    """Whether two names are one file on a disk that ignores case or the way accents are stored."""
    return _folded(one) == _folded(other)


def _check_character(character: str) -> None:
    if character in _FORBIDDEN or character in _SLASH_LIKE:
        raise PathRefused(f"A file name may not hold `{character}`: choose another name.")
    # A mark on a letter is part of a word; only a pile of them hides something.
    is_mark = unicodedata.combining(character) > 0
    if unicodedata.category(character) in _UNSEEN or (is_hidden(character) and not is_mark):
        raise PathRefused("A file name may not hold control or invisible characters: choose another name.")
    if not character.isascii() and _FOLDS_TO_SYNTAX & set(unicodedata.normalize("NFKC", character)):
        raise PathRefused("A file name may not hold a look-alike of a dot, a slash or the like: choose another name.")


def _folded(name: str) -> str:
    return unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", name).casefold())


def _is_encodable(path: str) -> bool:
    try:
        path.encode()
    except UnicodeEncodeError:
        return False
    return True
