"""A memory folder, and hands that write in it."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from fakes.desk import Desk
from noctule.store.folder import MemoryFolder
from noctule.store.home import Home


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[Desk]:
    folder = MemoryFolder(tmp_path / "memory", Home(tmp_path / "home").folder_state(tmp_path / "memory"))
    yield Desk(folder)
    folder.close()
