"""Pins a memory: its index line then comes first in every snapshot, where no cap cuts it off."""

from noctule.capture.page import read_page
from noctule.errors import Refused
from noctule.memories.frontmatter import change
from noctule.memories.memory import parse_memory
from noctule.memories.names import INDEX_NAME
from noctule.memories.text import encode
from noctule.service.capture.writing import Writer, Writing
from noctule.service.following import Following
from noctule.service.project import Projects
from noctule.service.values import WriteAnswer
from noctule.store.files import stat_file


class Pinning:
    """The use case of `pin`. Nothing of the memory changes but the one line of its head, its age neither."""

    def __init__(self, projects: Projects, following: Following, writing: Writing) -> None:
        self._projects = projects
        self._following = following
        self._writing = writing

    def pin(self, memory_uri: str, *, pinned: bool, workspace_uri: str | None = None) -> WriteAnswer:
        """Pins or unpins; `duplicate` where it is so already.

        Raises `WorkspaceError`s, `Disabled`, `NotFound`, `PathRefused`, `Refused` for the index, and `StorageError`s.
        """
        writer = Writer(workspace_uri=workspace_uri)
        opened = self._writing.opened_for(writer)
        folder = opened.folder
        path = self._projects.relative(opened, memory_uri)
        if path == INDEX_NAME:
            raise Refused("The index cannot be pinned: pin one of its memories.")
        verdict = "duplicate"
        with self._writing.hand_for(folder, writer).writing(folder.memories) as turn:
            page = read_page(turn, path)
            if page.memory.pinned is not pinned:
                stat = stat_file(folder.path, path)
                data = encode(_with_pin(page.text, path, pinned=pinned), page.encoding)
                reason = f"{path} {'pinned' if pinned else 'unpinned'}"
                mtime_ns = stat.mtime_ns if stat is not None else None
                turn.write(path, data, reason, mtime_ns=mtime_ns, expected_hash=page.digest)
                verdict = "written"
        self._following.gather(folder)
        return WriteAnswer(verdict, folder.uri(path))


def _with_pin(text: str, path: str, *, pinned: bool) -> str:
    if pinned:
        return change(text, {"pinned": "true"})
    without = change(text, {"pinned": None, "metadata.pinned": None})
    # A `metadata: {pinned: true}` on one line stays as it is; what stands at the top counts more.
    return change(text, {"pinned": "false"}) if parse_memory(path, without).pinned else without
