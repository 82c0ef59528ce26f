"""What lies open and unsaved in any window is known to all, and only as long as the window lives."""

import subprocess
import sys
from pathlib import Path

from noctule.store.buffers import Buffers, unsaved_buffers

HOLD = """
import sys
from pathlib import Path
from noctule.store.buffers import Buffers
buffers = Buffers(Path(sys.argv[1]))
buffers.note("tide.md", "abc")
print("noted", flush=True)
sys.stdin.read()
"""


def noted(state: Path) -> list[tuple[str, str]]:
    return [(one.path, one.hash) for one in unsaved_buffers(state)]


def test_a_folder_that_no_editor_has_open_has_none(tmp_path: Path) -> None:
    assert unsaved_buffers(tmp_path / "nowhere") == ()
    assert list(tmp_path.iterdir()) == []


def test_an_unsaved_buffer_is_known_until_it_is_saved(tmp_path: Path) -> None:
    buffers = Buffers(tmp_path)
    buffers.note("a.md", "1")
    buffers.note("sub/b.md", "2")
    buffers.note("a.md", "3")
    assert noted(tmp_path) == [("a.md", "3"), ("sub/b.md", "2")]
    buffers.drop("a.md")
    assert noted(tmp_path) == [("sub/b.md", "2")]
    buffers.close()


def test_two_windows_have_their_own(tmp_path: Path) -> None:
    first, second = Buffers(tmp_path), Buffers(tmp_path)
    first.note("a.md", "1")
    second.note("a.md", "2")
    assert sorted(content for _, content in noted(tmp_path)) == ["1", "2"]
    assert len({one.owner for one in unsaved_buffers(tmp_path)}) == 2
    first.close()
    assert noted(tmp_path) == [("a.md", "2")]
    second.close()


def test_a_window_that_closes_leaves_nothing(tmp_path: Path) -> None:
    buffers = Buffers(tmp_path)
    buffers.note("a.md", "1")
    buffers.close()
    assert noted(tmp_path) == []
    assert list((tmp_path / "buffers").iterdir()) == []


def test_what_another_process_has_open_is_known_until_it_dies(tmp_path: Path) -> None:
    process = subprocess.Popen(
        [sys.executable, "-c", HOLD, str(tmp_path)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )
    try:
        assert process.stdout is not None
        assert process.stdout.readline() == "noted\n"
        assert noted(tmp_path) == [("tide.md", "abc")]
    finally:
        process.kill()
        process.communicate()
    assert noted(tmp_path) == []
    assert list((tmp_path / "buffers").iterdir()) == []


def test_a_file_that_nobody_can_read_hides_no_other(tmp_path: Path) -> None:
    broken, whole = Buffers(tmp_path), Buffers(tmp_path)
    for buffers in (broken, whole):
        buffers.note("a.md", "1")
    (tmp_path / "buffers" / f"{broken._owner}.json").write_bytes(b"{\xff")
    assert noted(tmp_path) == [("a.md", "1")]
    broken.close()
    whole.close()
