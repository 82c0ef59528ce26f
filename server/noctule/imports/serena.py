"""Serena's memories of a project: plain markdown inside the project, known by their paths."""

import os
from pathlib import Path

from noctule.imports.source import Places, Source, unique


def _folders(places: Places) -> tuple[Path, ...]:
    folders = unique([root / ".serena" / "memories" for root in places.roots])
    # It came with the project, and so may a link that leads out of it.
    return tuple(one for one in folders if os.path.realpath(one).startswith(os.path.realpath(one.parents[1]) + os.sep))


SOURCE = Source(
    id="serena", label="Serena", folders=_folders, default_type="reference", has_index=False, is_named_by_path=True
)
