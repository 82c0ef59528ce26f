"""A memory folder with a home of its own, and a clock that moves when told."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from fakes.moving_clock import MovingClock
from noctule.store.folder import MemoryFolder
from noctule.store.home import Home


@pytest.fixture
def clock() -> MovingClock:
    return MovingClock()


@pytest.fixture
def home(tmp_path: Path) -> Home:
    return Home(tmp_path / "home" / ".noctule")


@pytest.fixture
def folder(tmp_path: Path, home: Home) -> Iterator[MemoryFolder]:
    """A folder that is there, empty, and known."""
    path = tmp_path / "memory"
    folder = MemoryFolder(path, home.folder_state(path))
    folder.ensure()
    yield folder
    folder.close()
