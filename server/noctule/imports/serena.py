"""Serena's memories of a project: plain markdown inside the project, known by their paths."""

from pathlib import Path

from noctule.imports.source import Places, Source, unique


def _folders(places: Places) -> tuple[Path, ...]:
    return unique([root / ".serena" / "memories" for root in places.roots])


SOURCE = Source(
    id="serena", label="Serena", folders=_folders, default_type="reference", has_index=False, is_named_by_path=True
)
