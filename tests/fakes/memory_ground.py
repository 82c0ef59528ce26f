"""A memory folder with everything odd in it and what lies around it, as the vectors of confinement and paths assume."""

import os
from dataclasses import dataclass
from pathlib import Path

UNTOUCHED = "untouched\n"

_FILES = {
    "a.md": "---\nname: alpha\ntype: feedback\n---\nalpha beta\na;b\n2026-03-05\n",
    "b.md": "---\nname: beta\ntype: project\n---\ngamma\n",
    "sub/c.md": "alpha in a sub folder\n",
    "MEMORY.md": "# Index\n- [alpha](a.md): first\n- [beta](b.md): second\n",
    "dreams.jsonl": "{}\n",
    ".consolidate-lock": "1\n",
    "run.md": "#!/bin/sh\necho ran > PWNED\n",
    "my notes.md": "with a blank\n",
    "x;y.md": "semicolon\n",
    "résumé.md": "accents\n",
    "-o": "dash\n",
}


@dataclass(frozen=True, slots=True)
class MemoryGround:
    """`{MEM}`, `{OUT}` and `{TRANSCRIPTS}` of the vectors."""

    base: Path
    memory: Path
    outside: Path
    transcripts: Path

    def filled(self, text: str) -> str:
        """A text of a vector with the names of the folders in it."""
        for slot, path in (("{MEM}", self.memory), ("{OUT}", self.outside), ("{TRANSCRIPTS}", self.transcripts)):
            text = text.replace(slot, str(path))
        return text

    def around(self) -> dict[str, str]:
        """All that lies outside the memory folder, by path: it may never change."""
        return {
            str(path.relative_to(self.base)): path.read_text() if path.is_file() else ""
            for path in sorted(self.base.rglob("*"))
            if self.memory not in path.parents and path != self.memory
        }


def make_ground(base: Path) -> MemoryGround:
    """Makes it all in an empty folder."""
    memory, outside, sibling = base / "mem", base / "out", base / "mem-evil"
    for folder in (memory / "sub", outside, sibling):
        folder.mkdir(parents=True)
    for name, text in _FILES.items():
        (memory / name).write_text(text, encoding="utf-8")
    for path in (outside / "victim.md", outside / "secret.txt", sibling / "v.md"):
        path.write_text(UNTOUCHED)
    transcripts = base / "transcripts.txt"
    transcripts.write_text("user: hello\nassistant: alpha\n")
    (memory / "link.md").symlink_to(outside / "victim.md")
    (memory / "dlink").symlink_to(outside)
    (memory / "inlink.md").symlink_to("a.md")
    (memory / "dangling.md").symlink_to(outside / "made.md")
    (memory / "loop.md").symlink_to("loop.md")
    os.link(outside / "victim.md", memory / "hard.md")
    if hasattr(os, "mkfifo"):
        os.mkfifo(memory / "fifo.md")
    return MemoryGround(base, memory, outside, transcripts)
