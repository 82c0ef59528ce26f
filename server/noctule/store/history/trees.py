"""A memory folder as git trees: find a file, list all, and change a few without writing the rest anew.

A folder of up to `_MOST_ENTRIES` names is kept as it is on disk. One with more would cost a tree of hundreds of KB a
commit; its files are spread over 256 trees by a hash of their path, `.<2 hex>/path`. No memory's path begins with a
dot, so that each commit tells by itself which of the two it is.
"""

from collections.abc import Callable, Mapping
from hashlib import sha1
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from dulwich.objects import ObjectID, Tree

_FILE = 0o100644
_FOLDER = 0o040000

_MOST_ENTRIES = 1000

ReadTree = Callable[["ObjectID"], "Tree"]


def find_file(read: ReadTree, root: "ObjectID", path: str) -> "ObjectID | None":
    """The content of the file at `path`, or None."""
    tree = read(root)
    *folders, name = _parts(path, is_spread=_is_spread(tree))
    for folder in folders:
        entry = _entry(tree, folder)
        if entry is None or entry[0] != _FOLDER:
            return None
        tree = read(entry[1])
    entry = _entry(tree, name)
    return None if entry is None or entry[0] == _FOLDER else entry[1]


def objects_on_the_way(read: ReadTree, root: "ObjectID", path: str) -> "list[tuple[bytes, ObjectID]]":
    """The folders down to the file at `path`, and its content, each with its place, as far as they are there."""
    tree = read(root)
    found = [(b"/", root)]
    place = b""
    for name in _parts(path, is_spread=_is_spread(tree)):
        entry = _entry(tree, name)
        if entry is None:
            break
        place += b"/" + name
        found.append((place, entry[1]))
        if entry[0] != _FOLDER:
            break
        tree = read(entry[1])
    return found


def list_tree(read: ReadTree, root: "ObjectID") -> "dict[str, ObjectID]":
    """Every file by its path."""
    tree = read(root)
    found: dict[str, ObjectID] = {}
    waiting = [("", tree, _is_spread(tree))]
    while waiting:
        prefix, tree, is_spread = waiting.pop()
        for entry in tree.items():
            path = prefix + entry.path.decode("utf-8", "surrogateescape")
            if entry.mode == _FOLDER:
                waiting.append(("" if is_spread else f"{path}/", read(entry.sha), False))
            else:
                found[path] = entry.sha
    return found


def changed_tree(
    read: ReadTree, root: "ObjectID | None", changes: "Mapping[str, ObjectID | None]"
) -> "tuple[ObjectID, list[Tree]]":
    """The tree after `changes` (a path's new content, None for a removal), and the trees that are new for it."""
    from dulwich.objects import Tree

    tree = Tree() if root is None else _copy(read(root))
    is_spread = _is_spread(tree)
    made: list[Tree] = []
    _change(read, tree, _nested(changes, is_spread=is_spread), made)
    if not is_spread and any(len(one) > _MOST_ENTRIES for one in made):
        before = list_tree(read, root) if root is not None else {}
        everything = {path: content for path, content in {**before, **changes}.items() if content is not None}
        tree, made = Tree(), []
        _change(read, tree, _nested(everything, is_spread=True), made)
    return tree.id, made


_Nested = dict[bytes, "_Nested | ObjectID | None"]


def _change(read: ReadTree, tree: "Tree", nested: _Nested, made: "list[Tree]") -> None:
    from dulwich.objects import Tree

    for name, inner in nested.items():
        entry = _entry(tree, name)
        if isinstance(inner, dict):
            below = _copy(read(entry[1])) if entry is not None and entry[0] == _FOLDER else Tree()
            _change(read, below, inner, made)
            if len(below):
                tree.add(name, _FOLDER, below.id)
            elif entry is not None and entry[0] == _FOLDER:
                del tree[name]
        elif inner is not None:
            tree.add(name, _FILE, inner)
        elif entry is not None and entry[0] != _FOLDER:
            del tree[name]
    made.append(tree)


def _nested(changes: "Mapping[str, ObjectID | None]", *, is_spread: bool) -> _Nested:
    """The changes by folder. A file that makes room for a folder of its name is no change of its own."""
    top: _Nested = {}
    for path, content in sorted(changes.items(), key=lambda change: change[1] is not None):
        level = top
        *folders, name = _parts(path, is_spread=is_spread)
        for folder in folders:
            inner = level.get(folder)
            if not isinstance(inner, dict):
                inner = level[folder] = {}
            level = inner
        if content is not None or not isinstance(level.get(name), dict):
            level[name] = content
    return top


def _parts(path: str, *, is_spread: bool) -> list[bytes]:
    raw = path.encode("utf-8", "surrogateescape")
    return [*([_spread_name(raw)] if is_spread else []), *raw.split(b"/")]


def _spread_name(raw: bytes) -> bytes:
    return b"." + sha1(raw, usedforsecurity=False).hexdigest()[:2].encode()


def _is_spread(tree: "Tree") -> bool:
    return any(name.startswith(b".") for name in tree)


def _entry(tree: "Tree", name: bytes) -> "tuple[int, ObjectID] | None":
    return (tree[name]) if name in tree else None  # noqa: SIM401  a Tree has no `get`


def _copy(tree: "Tree") -> "Tree":
    from dulwich.objects import Tree

    copy = Tree()
    for entry in tree.items():
        copy.add(entry.path, entry.mode, entry.sha)
    return copy
