"""What an import knows of a tool that keeps memories: where they lie for a project, and how its files are read."""

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from noctule.dataclass import dataclass


@dataclass(frozen=True, slots=True)
class Places:
    """Where to look: the folders a project is or was known by, the person's home, and the environment."""

    roots: Sequence[Path]
    user_home: Path
    environ: Mapping[str, str]


def as_it_is(text: str) -> str:
    """A tool that puts nothing of its own around a memory's text."""
    return text


@dataclass(frozen=True, slots=True, kw_only=True)
class Source:
    """One tool. `folders` gives where the memories of a project lie or would lie, the likeliest first.

    `default_type` is the type of a memory that names none. `is_bound`: the tool keeps one folder a project, so that a
    file is known by its name in it, else only by its whole path. `is_ours`: its files are memories of ours already, and
    come as they are. `unwrap` takes off what the tool puts around a text.
    `all_folders` gives every memory folder of the tool, whosever it is. Where its folders' names fit several projects,
    `transcripts` gives the folder of the conversations that tell whose a memory folder is.
    """

    id: str
    label: str
    folders: Callable[[Places], tuple[Path, ...]]
    default_type: str = "project"
    is_bound: bool = True
    has_index: bool = True
    is_profile: bool = False
    is_named_by_path: bool = False
    is_ours: bool = False
    unwrap: Callable[[str], str] = as_it_is
    all_folders: Callable[[Places], tuple[Path, ...]] = lambda _places: ()
    transcripts: Callable[[Places, Path], Path | None] = lambda _places, _folder: None


def folders_in(folder: Path) -> tuple[Path, ...]:
    """The folders in a folder, by name; none where it cannot be read."""
    try:
        return tuple(sorted(entry for entry in folder.iterdir() if entry.is_dir()))
    except OSError:
        return ()


def unique(folders: Sequence[Path]) -> tuple[Path, ...]:
    return tuple(dict.fromkeys(folders))
