"""A house for each test, and one server in it."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from fakes.house import House, Process, a_house


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    with a_house(tmp_path) as house:
        yield house


@pytest.fixture
def server(house: House) -> Process:
    return house.process()
