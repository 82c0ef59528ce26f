"""Where everything of ours lies: the layout of `~/.noctule`."""

import os
import unicodedata
from collections.abc import Mapping
from pathlib import Path

from noctule.hashing import sha256
from noctule.store.atomic import make_folder
from noctule.store.paths import normalise_path

HOME_VARIABLE = "NOCTULE_HOME"
HOME_NAME = ".noctule"


def home_root(environ: Mapping[str, str], user_home: Path) -> Path:
    """The folder that `NOCTULE_HOME` names, `~` meaning `user_home`, else `~/.noctule`. Empty counts as not set."""
    named = environ.get(HOME_VARIABLE, "").strip()
    if not named:
        return user_home / HOME_NAME
    if named == "~" or named.startswith(("~/", "~\\")):
        named = f"{user_home}{named[1:]}"
    return user_home / named


class Home:
    """The layout under `root`. Asking for a path makes nothing; folders are made for their owner only (`ensure`)."""

    def __init__(self, root: Path) -> None:
        self.root = root

    @property
    def settings_file(self) -> Path:
        return self.root / "settings.json"

    @property
    def profile_dir(self) -> Path:
        return self.root / "profile"

    @property
    def state_db(self) -> Path:
        return self.root / "state.db"

    @property
    def logs(self) -> Path:
        return self.root / "logs"

    def project_dir(self, key: str) -> Path:
        return self.root / "projects" / key

    def project_file(self, key: str) -> Path:
        return self.project_dir(key) / "project.json"

    def memory_dir(self, key: str) -> Path:
        """The memory folder of a project whose location is `own`."""
        return self.project_dir(key) / "memory"

    def project_state(self, key: str) -> Path:
        """What may be made anew: the search database, the rank cache, the turn log."""
        return self.project_dir(key) / "state"

    def turn_log(self, key: str) -> Path:
        """Our own log of a project's turns, for agents that keep none."""
        return self.project_state(key) / "turns"

    def turn_logs(self) -> list[Path]:
        """The turn logs of all projects."""
        return sorted((self.root / "projects").glob("*/state/turns"))

    def folder_state(self, folder: Path) -> Path:
        """What belongs to a memory folder wherever it lies: the same for every spelling of its path."""
        real = unicodedata.normalize("NFC", normalise_path(os.path.realpath(folder)))
        return self.root / "folders" / sha256(real.encode("utf-8", "surrogatepass")).hexdigest()[:12]

    def ensure(self) -> None:
        """Makes the home. Raises ReadOnly, DiskFull, StorageError."""
        make_folder(self.root)
