"""A file's lines, forwards and backwards: the same ones, and never more of them in memory than one."""

import os
import tracemalloc
from pathlib import Path

import pytest

from noctule.transcripts.lines import HEAD_BYTES, LINE_CAP, Line, lines, lines_backwards


def file_of(folder: Path, data: bytes) -> Path:
    path = folder / "session.jsonl"
    path.write_bytes(data)
    return path


@pytest.mark.parametrize(
    ("data", "expected"),
    [
        (b"", []),
        (b"\n", [b"\n"]),
        (b"a\nb\n", [b"a\n", b"b\n"]),
        (b"a\nb", [b"a\n", b"b"]),
        (b"\n\na\n\n", [b"\n", b"\n", b"a\n", b"\n"]),
        ("a\u2028b\u0085c\x0cd\re\n".encode(), ["a\u2028b\u0085c\x0cd\re\n".encode()]),
        (b"x" * 300_000 + b"\n" + b"y" * 600_000 + b"\nz\n", [b"x" * 300_000 + b"\n", b"y" * 600_000 + b"\n", b"z\n"]),
        (b"\n".join(b"%d" % n * (n % 9) for n in range(29_999)) + b"\n", None),
    ],
)
def test_only_a_line_feed_ends_a_line_and_both_ways_give_the_same(
    tmp_path: Path, data: bytes, expected: list[bytes] | None
) -> None:
    path = file_of(tmp_path, data)
    found = list(lines(path))
    assert [line.data for line in found] == (data.splitlines(keepends=True) if expected is None else expected)
    assert list(lines_backwards(path)) == found[::-1]
    assert all(data[line.start : line.end] == line.data for line in found)


def test_a_line_over_the_limit_is_passed_over_and_only_its_head_is_kept(tmp_path: Path) -> None:
    long = b"{" + b"x" * (3 * LINE_CAP) + b"}\n"
    path = file_of(tmp_path, b"before\n" + long + b"after\n")
    found = list(lines(path))
    assert found[1] == Line(long[:HEAD_BYTES], 7, 7 + len(long), whole=False)
    assert [line.data for line in (found[0], found[2])] == [b"before\n", b"after\n"]
    assert list(lines_backwards(path)) == found[::-1]


@pytest.mark.parametrize("size", [LINE_CAP - 1, LINE_CAP, LINE_CAP + 1])
@pytest.mark.parametrize("end", [b"", b"\n"])
def test_both_ways_agree_on_which_line_is_over_the_limit(tmp_path: Path, size: int, end: bytes) -> None:
    path = file_of(tmp_path, b"x" * (size - len(end)) + end)
    assert list(lines(path)) == list(lines_backwards(path))


def test_reading_goes_on_where_it_ended_and_stops_where_it_is_told(tmp_path: Path) -> None:
    path = file_of(tmp_path, b"one\ntwo\nthree\nfour\n")
    second = list(lines(path))[1]
    assert [line.data for line in lines(path, second.end)] == [b"three\n", b"four\n"]
    assert [line.data for line in lines(path, stop=second.end)] == [b"one\n", b"two\n"]
    assert [line.data for line in lines_backwards(path, second.end)] == [b"four\n", b"three\n"]


def test_lines_that_are_not_wanted_are_not_given(tmp_path: Path) -> None:
    path = file_of(tmp_path, b"a noise\nb\nc noise\nd\n")
    wanted = [line.data for line in lines(path, keep=lambda line: b"noise" not in line)]
    assert wanted == [b"b\n", b"d\n"]
    assert [line.data for line in lines_backwards(path, keep=lambda line: b"noise" not in line)] == wanted[::-1]


def test_no_line_of_any_length_is_held_whole(tmp_path: Path) -> None:
    path = file_of(tmp_path, (b"x" * 12_000_000 + b"\n") * 4 + b"last\n")
    for read in (lines, lines_backwards):
        tracemalloc.start()
        count = sum(1 for _ in read(path))
        _, peak = tracemalloc.get_traced_memory()
        tracemalloc.stop()
        assert count == 5
        assert peak < 8 * LINE_CAP


def test_what_is_no_plain_file_has_no_lines(tmp_path: Path) -> None:
    target = file_of(tmp_path, b"secret\n")
    link = tmp_path / "link.jsonl"
    link.symlink_to(target)
    os.mkfifo(tmp_path / "pipe.jsonl")
    for path in (link, tmp_path / "pipe.jsonl", tmp_path, tmp_path / "gone.jsonl"):
        assert list(lines(path)) == list(lines_backwards(path)) == []
