"""A house with an agent that runs hooks in it."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from fakes.hooks import HookedAgent
from fakes.house import House, Process, a_house, memory_text


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    with a_house(tmp_path) as house:
        yield house


@pytest.fixture
def server(house: House) -> Process:
    """A server on the same house, with a few memories."""
    process = house.process()
    process.save("crane.md", memory_text("Crane", "how the harbour crane is oiled", "Oil the crane with whale oil."))
    process.save("buoy.md", memory_text("Buoy", "the colour of the buoys", "Paint each buoy red, never green."))
    process.save_others()
    return process


@pytest.fixture
def agent(house: House, server: Process) -> HookedAgent:
    return HookedAgent(house.project, house.environ)
