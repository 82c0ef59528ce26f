"""Two changes of one file are both kept, line by line, unless they touch the same lines."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from noctule.store.history.merge import merge

BASE = b"one\ntwo\nthree\nfour\nfive\n"

CASES: dict[str, tuple[bytes, bytes, bytes, bytes | None]] = {
    "nothing on our side": (BASE, BASE, b"one\n", b"one\n"),
    "nothing on theirs": (BASE, b"one\n", BASE, b"one\n"),
    "the same on both": (BASE, b"1\n", b"1\n", b"1\n"),
    "lines apart": (
        BASE,
        b"ONE\ntwo\nthree\nfour\nfive\n",
        b"one\ntwo\nthree\nfour\nFIVE\n",
        b"ONE\ntwo\nthree\nfour\nFIVE\n",
    ),
    "lines side by side": (
        BASE,
        b"one\nTWO\nthree\nfour\nfive\n",
        b"one\ntwo\nTHREE\nfour\nfive\n",
        b"one\nTWO\nTHREE\nfour\nfive\n",
    ),
    "the same line": (BASE, b"one\nTWO\nthree\nfour\nfive\n", b"one\nzwei\nthree\nfour\nfive\n", None),
    "a line removed that was edited": (BASE, b"one\nTWO\nthree\nfour\nfive\n", b"one\nthree\nfour\nfive\n", None),
    "a line removed, one added below it": (b"a\nb\n", b"a\nb\nc\n", b"a\n", b"a\nc\n"),
    "a line removed, one added above it": (b"a\nb\n", b"a\nnew\nb\n", b"a\n", b"a\nnew\n"),
    "both add at the end": (b"a\n", b"a\nours\n", b"a\ntheirs\n", b"a\ntheirs\nours\n"),
    "both add the same": (b"a\n", b"a\nx\nours\n", b"a\nx\n", b"a\nx\nours\n"),
    "an insertion within what is removed": (BASE, b"one\ntwo\nnew\nthree\nfour\nfive\n", b"one\nfour\nfive\n", None),
    "no newline at the end, a line added": (b"a\nb", b"a\nb\nc\n", b"a\n", b"a\nc\n"),
    "no newline at the end of any": (b"a\nb", b"A\nb", b"a\nb\nc", b"A\nb\nc"),
    "the newline at the end taken away": (b"a\nb\n", b"A\nb\n", b"a\nb", b"A\nb"),
    "carriage returns": (b"a\r\nb\r\nc\r\n", b"a\r\nB\r\nc\r\n", b"a\r\nb\r\nc\r\nd\r\n", b"a\r\nB\r\nc\r\nd\r\n"),
    "an empty file": (b"", b"ours\n", b"theirs\n", b"theirs\nours\n"),
    "two bytes a letter": (
        "a\nb\nc\n".encode("utf-16"),
        "a\nb\nC\n".encode("utf-16"),
        "A\nb\nc\n".encode("utf-16"),
        "A\nb\nC\n".encode("utf-16"),
    ),
}


@pytest.mark.parametrize("case", CASES)
def test_a_merge(case: str) -> None:
    base, ours, theirs, merged = CASES[case]
    assert merge(base, ours, theirs) == merged


LINES = st.lists(st.sampled_from([b"a\n", b"b\n", b"c\n", b"d\r\n", b"\n"]), max_size=8).map(b"".join)


@given(LINES, LINES, LINES)
def test_a_merge_invents_no_line_and_a_side_without_change_has_no_say(base: bytes, ours: bytes, theirs: bytes) -> None:
    assert merge(base, base, theirs) == theirs
    assert merge(base, ours, base) == ours
    merged = merge(base, ours, theirs)
    if merged is not None:
        known = {*ours.splitlines(keepends=True), *theirs.splitlines(keepends=True), *base.splitlines(keepends=True)}
        assert set(merged.splitlines(keepends=True)) <= known


def test_a_long_file_is_merged_quickly() -> None:
    base = [f"line {number}\n".encode() for number in range(15_000)]
    ours, theirs = [b"new\n", *base], [*base, b"new\n"]
    assert merge(b"".join(base), b"".join(ours), b"".join(theirs)) == b"".join([b"new\n", *base, b"new\n"])
