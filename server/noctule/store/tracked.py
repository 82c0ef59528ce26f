"""Whether a memory folder lies in a git work tree, and whether a file in it is the one that the repository brought."""

from pathlib import Path

from noctule.store.looking import is_there
from noctule.store.repository import common_root, git_folder


def is_in_work_tree(folder: Path) -> bool:
    """Whether `folder`, which need not be there yet, lies in a repository's working tree. Runs no git."""
    return common_root(folder) is not None


def is_as_in_index(file: Path, data: bytes) -> bool:
    """Whether the file's content `data` is what git's index has for it: it came with a pull, or was committed."""
    tree = next((place for place in file.parents if is_there(place / ".git")), None)
    git = git_folder(tree) if tree is not None else None
    if tree is None or git is None:
        return False
    return _in_index(git / "index", file.relative_to(tree).as_posix().encode(errors="surrogateescape")) == _blob(data)


def _in_index(index_file: Path, path: bytes) -> bytes | None:
    """The blob that an index names for a path. An index that is not there or cannot be read names none."""
    from dulwich.index import ConflictedIndexEntry, Index  # late: it costs 100 ms, which only a rare question pays

    try:
        entry = Index(str(index_file))[path]
    except Exception:  # an index of a newer git, or a broken one, raises what it likes
        return None
    return None if isinstance(entry, ConflictedIndexEntry) else entry.sha


def _blob(data: bytes) -> bytes:
    """Git's name for a file's content. A checkout that turned line ends is not told from a change."""
    from hashlib import sha1  # late: see `noctule.hashing`

    digest = sha1(b"blob %d\0" % len(data), usedforsecurity=False)
    digest.update(data)
    return digest.hexdigest().encode()
