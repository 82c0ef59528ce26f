"""pi's notes on the person and on every project: two files of items, which go into the profile."""

from pathlib import Path

from noctule.imports.pi import agent_folder
from noctule.imports.source import Places, Source


def _folders(places: Places) -> tuple[Path, ...]:
    return (agent_folder(places) / "config" / "pi-memory" / "memory",)


SOURCE = Source(id="pi-profile", label="pi's profile", folders=_folders, is_profile=True, has_index=False)
