"""A bare git repository of ours with one branch: its objects, its newest commit, and what is wrong with it."""

import contextlib
import errno
import os
import shutil
import threading
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from noctule.errors import StateDamaged
from noctule.store.atomic import (
    PRIVATE_FILE,
    make_folder,
    new_temp_name,
    set_aside,
    storage_error,
    sync_folder,
    write_atomic,
)
from noctule.store.files import content_hash
from noctule.store.history.syncing import sync_files
from noctule.store.lock import exclusive

if TYPE_CHECKING:
    from dulwich.object_store import DiskObjectStore
    from dulwich.objects import Blob, Commit, ObjectID, ShaFile, Tree
    from dulwich.pack import Pack, UnpackedObject

_BRANCH = "refs/heads/main"
_CONFIG = "[core]\n\trepositoryformatversion = 0\n\tfilemode = false\n\tbare = true\n"

# More objects than this are written as one pack: two files instead of thousands.
_MOST_LOOSE = 100

_COMPRESSION = 1
_LOCK_SECONDS = 60.0

# What a file that should be there answers when it is not, or is something else.
_GONE = {errno.ENOENT, errno.ENOTDIR, errno.EISDIR}


class Repository:
    """The repository at `path`, made by the first write. Thread-safe; who writes holds the folder's lock.

    Every method may raise StateDamaged, where an object is missing or is not what its name says, and StorageError.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self._guard = threading.RLock()
        self._trees: dict[ObjectID, Tree] = {}
        self._store: DiskObjectStore | None = None

    def exists(self) -> bool:
        return self.path.exists()

    def make(self) -> None:
        """Makes an empty repository that git itself can read, if there is none."""
        if (self.path / "HEAD").exists():
            return
        for folder in ("objects/info", "objects/pack", "refs/heads"):
            make_folder(self.path / folder)
        write_atomic(self.path / "config", _CONFIG.encode())
        write_atomic(self.path / "HEAD", f"ref: {_BRANCH}\n".encode())

    def head(self) -> "ObjectID | None":
        """The name of the newest commit, None before the first."""
        try:
            text = (self.path / _BRANCH).read_bytes().strip()
        except FileNotFoundError:
            return None
        except OSError as error:
            raise self._trouble(error) from error
        if len(text) != 40 or text.strip(b"0123456789abcdef"):
            raise _damaged(self.path, "the name of its newest change is torn")
        return object_id(text)

    def has_objects(self) -> bool:
        """Whether anything was ever written to it."""
        return any((self.path / "objects").glob("??/*")) or any((self.path / "objects" / "pack").glob("*.pack"))

    def commit(self, name: "ObjectID") -> "Commit":
        from dulwich.objects import Commit

        found = self.read(name)
        if not isinstance(found, Commit):
            raise _damaged(self.path, "a change is no change")
        return found

    def tree(self, name: "ObjectID") -> "Tree":
        """Not to be changed: it is kept until `read_anew`."""
        from dulwich.objects import Tree

        found = self._trees.get(name) or self.read(name)
        if not isinstance(found, Tree):
            raise _damaged(self.path, "a folder is no folder")
        self._trees[name] = found
        return found

    def read_anew(self) -> None:
        """From now on trees are read from disk again, as long as they are asked for the first time."""
        self._trees = {}

    def blob(self, name: "ObjectID") -> "Blob":
        from dulwich.objects import Blob

        found = self.read(name)
        if not isinstance(found, Blob):
            raise _damaged(self.path, "a file is no file")
        return found

    def put(self, objects: "Sequence[ShaFile]") -> None:
        """Writes objects; nothing refers to them yet. They last through a power loss once `advance` was called."""
        with self._guard:
            if len(objects) > _MOST_LOOSE:
                self._put_pack(objects)
                return
            for each in objects:
                self._put_loose(each)

    def advance(self, commit: "ObjectID", needed: "Iterable[ObjectID]") -> None:
        """Makes `commit` the newest, after the objects that are `needed` for it are safe on disk."""
        paths = [path for name in needed if (path := self._loose_path(name)).exists()]
        try:
            sync_files(paths)
        except OSError as error:
            raise self._trouble(error) from error
        make_folder((self.path / _BRANCH).parent)
        write_atomic(self.path / _BRANCH, commit + b"\n")

    def find_content(self, wanted_hash: str) -> "Blob | None":
        """A file's content by its hash in our log, among the objects that are not packed yet."""
        from dulwich.objects import Blob

        for name in self.loose():
            with contextlib.suppress(StateDamaged):
                found = self.read(name)
                if isinstance(found, Blob) and content_hash(found.as_raw_string()) == wanted_hash:
                    return found
        return None

    def loose(self) -> "list[ObjectID]":
        """The names of all objects that are not packed, some of which may be packed too."""
        return [object_id(path.parent.name + path.name) for path in self._loose_files()]

    def put_pack(self, count: int, unpacked: "Iterator[UnpackedObject]") -> str:
        """Writes one pack of `count` objects, deltas among them, and checks it; gives its path without ending."""
        lock = exclusive(self.path.with_name("adding.lock"), _LOCK_SECONDS)
        with lock, self._guard, self._errors_named():
            self._drop_halves()
            pack = self._open().add_pack_data(count, unpacked)
            if pack is None:
                return ""
            path = pack._basename  # noqa: SLF001  it tells its path nowhere else
            # dulwich makes them read-only, which keeps Windows from deleting them.
            for suffix in (".pack", ".idx"):
                Path(f"{path}{suffix}").chmod(PRIVATE_FILE)
            return str(path)

    @contextmanager
    def packs(self) -> "Iterator[dict[str, Pack]]":
        """The packs that there are now, by their path without ending; they are open in the block."""
        with self._guard, self._errors_named():
            yield {pack._basename: pack for pack in self._open().packs}  # noqa: SLF001  it tells its path nowhere else

    def drop_packs(self, paths: "Iterable[str]") -> None:
        """Deletes packs, all of whose objects another holds by now."""
        sync_folder(self.path / "objects" / "pack")
        for path in paths:
            # Nobody finds a pack without its index; one that another program has open may stay.
            for suffix in (".idx", ".pack"):
                with contextlib.suppress(OSError):
                    Path(f"{path}{suffix}").unlink()

    def _drop_halves(self) -> None:
        """What a process left that died as it added a pack. Its lock would keep the same pack out for ever."""
        for pattern in ("*.lock", "tmp*"):
            for left in (self.path / "objects" / "pack").glob(pattern):
                left.unlink(missing_ok=True)

    def drop_loose(self, names: "Iterable[ObjectID]") -> None:
        """Deletes objects that a pack holds by now."""
        for name in names:
            with contextlib.suppress(OSError):
                self._loose_path(name).unlink()

    def set_aside(self) -> Path:
        """Moves the repository out of the way; gives where it lies now."""
        with self._guard:
            self.close()
            return set_aside(self.path)

    def remove(self) -> None:
        with self._guard:
            self.close()
            shutil.rmtree(self.path, ignore_errors=True)

    def close(self) -> None:
        with self._guard:
            self._trees = {}
            if self._store is not None:
                self._store.close()
                self._store = None

    def _open(self) -> "DiskObjectStore":
        from dulwich.object_store import DiskObjectStore

        if self._store is None:
            self._store = DiskObjectStore(
                self.path / "objects", loose_compression_level=_COMPRESSION, fsync_object_files=True
            )
        return self._store

    def read(self, name: "ObjectID") -> "ShaFile":
        from dulwich.objects import ShaFile

        with self._guard, self._errors_named():
            path = self._loose_path(name)
            try:
                found = ShaFile.from_path(str(path))
            except FileNotFoundError:
                found = ShaFile.from_raw_string(*self._open().get_raw(name))
            if found.id != name:
                raise _damaged(self.path, "an object is not what its name says")
            return found

    def _put_loose(self, each: "ShaFile") -> None:
        path = self._loose_path(each.id)
        if path.exists() and self._is_sound(each):
            return
        make_folder(path.parent)
        temp = path.with_name(new_temp_name())
        try:
            descriptor = os.open(temp, os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0), PRIVATE_FILE)
            with os.fdopen(descriptor, "wb") as file:
                file.write(each.as_legacy_object(compression_level=_COMPRESSION))
            temp.replace(path)
        except OSError as error:
            raise self._trouble(error) from error
        finally:
            with contextlib.suppress(OSError):
                temp.unlink()

    def _is_sound(self, each: "ShaFile") -> bool:
        """Whether the object on disk is whole: a power loss can leave one that is not."""
        try:
            return self.read(each.id).as_raw_string() == each.as_raw_string()
        except StateDamaged:
            return False

    def _put_pack(self, objects: "Sequence[ShaFile]") -> None:
        from dulwich.pack import full_unpacked_object

        self.put_pack(len(objects), (full_unpacked_object(each) for each in objects))

    def _loose_path(self, name: bytes) -> Path:
        text = name.decode("ascii")
        return self.path / "objects" / text[:2] / text[2:]

    def _loose_files(self) -> Iterator[Path]:
        return (path for path in (self.path / "objects").glob("??/*") if len(path.name) == 38)

    def _trouble(self, error: OSError) -> Exception:
        if error.errno in _GONE and not (self.path / "objects").is_dir():
            return _damaged(self.path, "it is not there")
        return storage_error(error, self.path)

    @contextmanager
    def _errors_named(self) -> Iterator[None]:
        try:
            yield
        except StateDamaged:
            raise
        except OSError as error:
            if error.errno is None or error.errno in _GONE:
                raise _damaged(self.path, "an object is missing") from error
            raise self._trouble(error) from error
        except Exception as error:
            # What a foreign parser raises over bytes that are no git object is of any kind.
            raise _damaged(self.path, "an object cannot be read") from error


def object_id(name: bytes | str) -> "ObjectID":
    """The name of an object (40 hex digits), as dulwich takes it."""
    from dulwich.objects import ObjectID

    return ObjectID(name.encode("ascii") if isinstance(name, str) else name)


def _damaged(path: Path, what: str) -> StateDamaged:
    return StateDamaged(f"The history in {path} is damaged: {what}.")
