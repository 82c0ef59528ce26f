"""A memory folder at work, with what is kept of it in memory: its catalogue, its ranker, what is withheld."""

import contextlib
import os
from collections.abc import Callable
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from noctule.errors import NoctuleError, PathRefused
from noctule.service.uris import path_of, real, uri_of
from noctule.store.atomic import storage_error
from noctule.store.files import spelled_as_on_disk
from noctule.store.folder import MemoryFolder

if TYPE_CHECKING:
    from noctule.recall.shelf import Shelf
    from noctule.service.catalogue import Catalogue
    from noctule.service.known import Known
    from noctule.service.withholding import Withholding

_MUCH_UNSAVED = 50

# The server leaves quickly; what it cannot read by then the next start reads.
_LAST_LOOK_SECONDS = 0.2


class OpenFolder:
    """A memory folder with what is kept of it in memory: shared by all projects that work in it.

    `key` is its real path, by which the state knows it, however a project spells it.
    """

    def __init__(
        self, folder: MemoryFolder, key: str, cache_file: Path, withhold: "Callable[[OpenFolder], Withholding]"
    ) -> None:
        self.memories = folder
        self.key = key
        self._cache_file = cache_file
        self._withhold = withhold

    @cached_property
    def catalogue(self) -> "Catalogue":
        from noctule.service.catalogue import Catalogue

        return Catalogue(self.memories)

    @cached_property
    def shelf(self) -> "Shelf":
        from noctule.recall.shelf import Shelf

        return Shelf(self.memories, self._cache_file)

    @cached_property
    def known(self) -> "Known":
        from noctule.service.known import Known

        return Known(self.memories)

    @cached_property
    def withholding(self) -> "Withholding":
        return self._withhold(self)

    @property
    def path(self) -> Path:
        return self.memories.path

    def note_changed(self) -> None:
        """Something in the folder changed: recall looks before the next turn."""
        if "shelf" in self.__dict__:
            self.shelf.note_changed()

    def warm(self) -> None:
        """Brings the ranker up to date, and keeps it for the next start once it gained much."""
        self.shelf.refresh()
        if self.shelf.unsaved >= _MUCH_UNSAVED:
            self.shelf.save()

    def uri(self, relative: str) -> str:
        return uri_of(self.path / relative)

    def relative(self, uri: str, user_home: Path) -> str:
        """The path inside the folder that a `file://` URI or an absolute path names; `~` means `user_home`.

        Links on the way are followed, so that every spelling of a file is the same file, and its accents are written as
        the disk does; the last part is not followed, so that a link is never taken for what it leads to. Raises
        `PathRefused` for what lies outside.
        """
        named = f"{user_home}{uri[1:]}" if uri.startswith("~/") else uri
        path = Path(os.path.normpath(path_of(named)))
        real_path = real(path.parent) / path.name
        for folder, file in ((self.path, path), (real(self.path), real_path)):
            if file.is_relative_to(folder) and file != folder:
                return spelled_as_on_disk(self.path, file.relative_to(folder).as_posix())
        raise PathRefused("This file does not lie in the project's memory folder.")

    def shown_path(self) -> str:
        """The folder as prompts show it: with one trailing separator."""
        text = str(self.path)
        separator = "\\" if "\\" in text and "/" not in text else "/"
        return text.rstrip(separator) + separator

    def drop_cache(self) -> None:
        """Deletes what is kept on disk of the ranker, which then knows only what the folder holds now."""
        self._look_again()
        try:
            self._cache_file.unlink(missing_ok=True)
        except OSError as error:
            raise storage_error(error, self._cache_file) from error

    def close(self) -> None:
        if "shelf" in self.__dict__ and self.shelf.unsaved:
            # What was forgotten meanwhile, by any process, must not come back with the cache.
            self._look_again()
            self.shelf.save()
        self.memories.close()

    def _look_again(self) -> None:
        if "shelf" in self.__dict__:
            self.shelf.note_changed()
            with contextlib.suppress(NoctuleError):
                self.shelf.refresh(_LAST_LOOK_SECONDS)
