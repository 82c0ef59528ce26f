"""A memory folder with a home of its own, and a clock that moves when told."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from fakes.dreaming import Folder, a_folder


@pytest.fixture
def ferry(tmp_path: Path) -> Iterator[Folder]:
    with a_folder(tmp_path) as folder:
        yield folder
