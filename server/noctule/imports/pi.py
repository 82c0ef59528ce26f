"""pi's memory of a project, and that of its extension armory: folders named after the folder pi was started in."""

import re
import unicodedata
from pathlib import Path

from noctule.imports.source import Places, Source, folders_in, unique
from noctule.store.looking import is_folder

_COPY_NOTE = "> **pi copy**"


def pi_name(path: str) -> str:
    """pi's name for a folder: no leading slash, `-` for each slash, backslash and colon, `--` around it."""
    return "--" + re.sub(r"[/\\:]", "-", re.sub(r"^[/\\]", "", path)) + "--"


def armory_name(path: str) -> str:
    """armory's name for a folder: `-` for each slash."""
    return path.replace("/", "-")


def agent_folder(places: Places) -> Path:
    """`PI_CODING_AGENT_DIR`, else `~/.pi/agent`."""
    return _named(places, "PI_CODING_AGENT_DIR") or places.user_home / ".pi" / "agent"


def sessions_folder(places: Places) -> Path:
    """`PI_CODING_AGENT_SESSION_DIR`, else `sessions` in the agent's folder."""
    return _named(places, "PI_CODING_AGENT_SESSION_DIR") or agent_folder(places) / "sessions"


def _named(places: Places, variable: str) -> Path | None:
    named = places.environ.get(variable, "").strip()
    if named == "~" or named.startswith("~/"):
        named = f"{places.user_home}{named[1:]}"
    return places.user_home / named if named else None


def without_note(text: str) -> str:
    """A copy that armory made, without the note on it that it puts above everything else."""
    if not text.startswith(_COPY_NOTE):
        return text
    lines = text.split("\n")
    end = next((at for at, line in enumerate(lines) if not line.startswith(">")), len(lines))
    return "\n".join(lines[end:]).lstrip("\r\n")


def _spellings(path: str) -> tuple[str, ...]:
    """A Mac hands out accents in two parts, and other programs in one."""
    return tuple(dict.fromkeys((path, unicodedata.normalize("NFC", path), unicodedata.normalize("NFD", path))))


def _pi_folders(places: Places) -> tuple[Path, ...]:
    base = agent_folder(places) / "memory"
    return _there_first([base / pi_name(each) for root in places.roots for each in _spellings(str(root))])


def _armory_folders(places: Places) -> tuple[Path, ...]:
    base = agent_folder(places) / "memory"
    names = [armory_name(each) for root in places.roots for each in _spellings(str(root))]
    return _there_first([base / name for name in names])


def _there_first(folders: list[Path]) -> tuple[Path, ...]:
    return unique(sorted(folders, key=lambda folder: not is_folder(folder)))


def _all_pi(places: Places) -> tuple[Path, ...]:
    return tuple(one for one in folders_in(agent_folder(places) / "memory") if one.name.startswith("--"))


def _all_armory(places: Places) -> tuple[Path, ...]:
    return tuple(one for one in folders_in(agent_folder(places) / "memory") if not one.name.startswith("--"))


def _pi_transcripts(places: Places, folder: Path) -> Path:
    return sessions_folder(places) / folder.name


PI = Source(id="pi", label="pi", folders=_pi_folders, all_folders=_all_pi, transcripts=_pi_transcripts)
ARMORY = Source(id="armory", label="pi's armory", folders=_armory_folders, all_folders=_all_armory, unwrap=without_note)
