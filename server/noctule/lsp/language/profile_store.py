"""A store of the profile as an editor has it open."""

from noctule.dataclass import dataclass
from noctule.errors import NotFound
from noctule.memories.text import decode
from noctule.service.open_folder import OpenFolder


@dataclass(frozen=True, slots=True)
class Store:
    """A store of the profile: its file there, and how many characters it may hold."""

    folder: OpenFolder
    file: str
    cap_chars: int

    def text(self) -> str:
        """As it lies on disk; one that is not there is empty. Raises StorageError and MemoryProblem."""
        try:
            return decode(self.folder.memories.read(self.file)).text
        except NotFound:
            return ""
