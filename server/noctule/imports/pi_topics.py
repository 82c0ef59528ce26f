"""pi's topic files of a project, each of several entries; a hash of the project's root names their folder."""

from hashlib import sha256
from pathlib import Path

from noctule.imports.source import Places, Source, folders_in, unique
from noctule.store.repository import common_root

_DIGITS = 12


def topics_name(root: str) -> str:
    return sha256(root.encode("utf-8", "surrogatepass")).hexdigest()[:_DIGITS]


def _base(places: Places) -> Path:
    return places.user_home / ".pi" / "memory"


def _folders(places: Places) -> tuple[Path, ...]:
    roots = [root for place in places.roots for root in (common_root(place) or place, place)]
    return unique([_base(places) / topics_name(str(root)) for root in roots])


def _all_folders(places: Places) -> tuple[Path, ...]:
    return folders_in(_base(places))


SOURCE = Source(
    id="pi-topics", label="pi's topics", folders=_folders, all_folders=_all_folders, default_type="feedback"
)
