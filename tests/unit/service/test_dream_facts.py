"""What is remembered of a project's dreams between two of them."""

import pytest

from fakes.house import Process
from noctule.service.dream.facts import failures_of, note_end


@pytest.mark.parametrize(
    ("statuses", "count"),
    [
        ([], 0),
        (["failed"], 1),
        (["failed", "skipped", "failed"], 2),
        (["failed", "completed"], 0),
        (["failed", "aborted", "failed"], 1),
        (["completed", "failed", "failed", "failed"], 3),
    ],
)
def test_failures_are_counted_since_the_last_that_was_none(server: Process, statuses: list[str], count: int) -> None:
    projects, opened = server.noctule.projects, server.opened
    for status in statuses:
        note_end(projects, opened, status)
    found, last = failures_of(projects, opened)
    assert found == count
    assert (last is None) == (count == 0)
