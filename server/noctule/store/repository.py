"""Where the repository around a folder has its root, read from `.git` files and folders without running git."""

import os
from pathlib import Path
from urllib.parse import urlsplit, urlunsplit

from noctule.regex import regex

# A `.git` file is a line; what is longer is something else.
_POINTER_BYTES = 4096
_CONFIG_BYTES = 1_000_000

_SECTION = regex(r'^\[\s*([A-Za-z0-9.-]+)(?:\s+"((?:[^"\\]|\\.)*)")?\s*\]')
_VALUE = regex(r"^\s*([A-Za-z][A-Za-z0-9-]*)\s*=\s*(.*?)\s*$")


def common_root(folder: Path) -> Path | None:
    """The root that `folder`, its sub-folders and all linked worktrees share, or None where no repository is.

    A submodule is a repository of its own. A linked worktree counts to its main one, the working tree of a bare
    repository's worktrees is the bare repository, or the folder that holds it as `.bare`. A `.git` file that names
    nothing usable makes its own folder the root: a broken pointer must not lead elsewhere.
    """
    for place in (folder, *folder.parents):
        dot_git = place / ".git"
        if _is_folder(dot_git):
            return place
        if is_file(dot_git):
            return _root_of_pointer(place, dot_git)
        if _is_git_folder(place):
            return _main_tree(place)
    return None


def git_folder(root: Path) -> Path | None:
    """The folder that holds the config of the repository at `root`, or None."""
    dot_git = root / ".git"
    if _is_folder(dot_git):
        return dot_git
    if is_file(dot_git):
        named = _named_by(dot_git, "gitdir:")
        return named if named is not None and _is_folder(named) else None
    return root if _is_git_folder(root) else None


def remote_of(root: Path) -> str | None:
    """The URL of `origin`, else of the first remote, without a password in it; None where there is none."""
    folder = git_folder(root)
    if folder is None:
        return None
    urls = {name: url for (section, name, key), url in _config(folder).items() if (section, key) == ("remote", "url")}
    url = urls.get("origin") or next(iter(urls.values()), None)
    return _without_password(url) if url else None


def worktrees_of(root: Path) -> tuple[Path, ...]:
    """The linked worktrees of the repository at `root`, by name, as git recorded them: one may be gone by now."""
    folder = git_folder(root)
    if folder is None:
        return ()
    try:
        entries = sorted(entry for entry in (folder / "worktrees").iterdir() if _is_folder(entry))
    except OSError:
        return ()
    pointers = (_named_by(entry / "gitdir", "") for entry in entries)
    return tuple(pointer.parent for pointer in pointers if pointer is not None and pointer.name == ".git")


def is_shallow(root: Path) -> bool:
    """Whether the repository at `root` holds only the newest part of its history."""
    folder = git_folder(root)
    return folder is not None and _read_head(folder / "shallow", _POINTER_BYTES).strip() != ""


def _root_of_pointer(place: Path, dot_git: Path) -> Path:
    named = _named_by(dot_git, "gitdir:")
    if named is None or not _is_folder(named):
        return place
    if not is_file(named / "commondir") and named.parent.name != "worktrees":
        return place  # a submodule, or a repository whose git folder lies elsewhere
    common = _named_by(named / "commondir", "") or named.parent.parent
    if not _is_folder(common) or not _is_worktree_of(common, named, dot_git):
        return place
    return _main_tree(common)


def _is_worktree_of(common: Path, named: Path, dot_git: Path) -> bool:
    """Whether the repository knows this worktree: an unpacked archive may name any repository in its `.git` file."""
    if _real(named.parent) != _real(common / "worktrees"):
        return False
    back = _named_by(named / "gitdir", "")
    # A worktree that was moved is named at its old place, where nothing is.
    return back is None or not is_file(back) or _real(back) == _real(dot_git)


def _main_tree(common: Path) -> Path:
    """The working tree that a repository's git folder belongs to; a bare repository stands for itself."""
    tree = _config(common).get(("core", "", "worktree"))
    if tree and _is_folder(common / tree):
        return _real(common / tree)
    beside = common.parent / ".git"
    if common.name == ".git" or (is_file(beside) and _named_by(beside, "gitdir:") == _real(common)):
        return _real(common.parent)
    return _real(common)


def _is_git_folder(folder: Path) -> bool:
    """What git itself asks of one. Only a bare repository must show it: nothing else is called `.git`."""
    return is_file(folder / "HEAD") and _is_folder(folder / "objects") and _is_folder(folder / "refs")


def is_file(path: Path) -> bool:
    """As `Path.is_file`, and False for a path that the system cannot even ask for."""
    try:
        return path.is_file()
    except (OSError, ValueError):
        return False


def _is_folder(path: Path) -> bool:
    try:
        return path.is_dir()
    except (OSError, ValueError):
        return False


def _named_by(file: Path, label: str) -> Path | None:
    """The path that a pointer file names after `label`, relative to the file's folder; None for anything else."""
    text = _read_head(file, _POINTER_BYTES).rstrip("\r\n")
    if not text.startswith(label) or "\0" in text:
        return None
    named = text[len(label) :].strip()
    return _real(file.parent / named) if named else None


def _read_head(file: Path, limit: int) -> str:
    try:
        with file.open("rb") as opened:
            return os.fsdecode(opened.read(limit))
    except (OSError, ValueError):
        return ""


def _real(path: Path) -> Path:
    return Path(os.path.realpath(path))


def _config(folder: Path) -> dict[tuple[str, str, str], str]:
    """The values of a git config by section, sub-section and key; the last of one key counts. Includes are not read."""
    values: dict[tuple[str, str, str], str] = {}
    section, name = "", ""
    for line in _read_head(folder / "config", _CONFIG_BYTES).splitlines():
        head = _SECTION.match(line.strip())
        if head:
            section, name = head.group(1).lower(), head.group(2) or ""
            continue
        value = _VALUE.match(line)
        if value:
            values[section, name, value.group(1).lower()] = value.group(2).strip('"')
    return values


def _without_password(url: str) -> str:
    parts = urlsplit(url) if "://" in url else None
    if parts is None or "@" not in parts.netloc:
        return url
    return urlunsplit(parts._replace(netloc=parts.netloc.rpartition("@")[2]))
