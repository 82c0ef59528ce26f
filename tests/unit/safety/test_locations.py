"""What a client sends becomes a path relative to the folder, on every system."""

from pathlib import PurePosixPath, PureWindowsPath

import pytest

from noctule.errors import PathRefused
from noctule.safety.locations import relative_to

WINDOWS = [PureWindowsPath("C:/Users/ana/mem")]
POSIX = [PurePosixPath("/home/ana/mem")]


@pytest.mark.parametrize(
    ("sent", "relative"),
    [
        ("C:\\Users\\ana\\mem\\sub\\a.md", "sub/a.md"),
        ("c:/users/Ana/mem/a.md", "a.md"),
        ("file:///c%3A/Users/ana/mem/my%20notes.md", "my notes.md"),
        ("file:///C:/Users/ana/mem/a.md", "a.md"),
        ("a.md", "a.md"),
    ],
)
def test_a_windows_path_is_read_with_either_slash_and_drive(sent: str, relative: str) -> None:
    assert relative_to(WINDOWS, sent, windows=True) == relative


@pytest.mark.parametrize(
    "sent",
    [
        "C:\\Users\\ana\\mem\\..\\x.md",
        "D:\\Users\\ana\\mem\\a.md",
        "C:\\Users\\ana\\mem-evil\\a.md",
        "\\\\host\\share\\a.md",
    ],
)
def test_a_windows_path_outside_is_refused(sent: str) -> None:
    with pytest.raises(PathRefused):
        relative_to(WINDOWS, sent, windows=True)


def test_a_uri_is_decoded_once() -> None:
    assert relative_to(POSIX, "file:///home/ana/mem/a%2520b.md", windows=False) == "a%20b.md"
    assert relative_to(POSIX, "a%20b.md", windows=False) == "a%20b.md"


@pytest.mark.parametrize(
    "sent", ["file:/home/ana/mem/a.md", "file:///home/ana/mem/a.md?x", "file://host/home/ana/mem/a.md"]
)
def test_a_uri_of_another_machine_or_with_a_query_is_refused(sent: str) -> None:
    with pytest.raises(PathRefused):
        relative_to(POSIX, sent, windows=False)
