"""Lines as objects: whatever a line holds, it is read or passed over, and what is read can be written again."""

from datetime import UTC, datetime, timedelta, timezone
from pathlib import Path

import pytest

from fakes.transcripts import written
from noctule.transcripts.lines import LINE_CAP, lines, lines_backwards
from noctule.transcripts.records import parsed, records, time_in

A, B, C = b'{"n":1}', b'{"n":2}', b'{"n":3}'


@pytest.mark.parametrize(
    ("what", "rows", "tail", "numbers"),
    [
        ("zero bytes after a crashed append", [A, b"\0" * 400, B, C], b"", [1, 2, 3]),
        ("zero bytes before the line that came next", [A, b"\0" * 400 + B, C], b"", [1, 2, 3]),
        ("a line cut in the middle of the file", [A, b'{"type":"attachment","x":"cut', B, C], b"", [1, 2, 3]),
        ("a last line that is still being written", [A, B], b'{"n":3', [1, 2]),
        ("a last line cut within a character", [A, B], b'{"n":"\xc3', [1, 2]),
        ("a last line without its line feed", [A, B], C, [1, 2, 3]),
        ("raw line feeds in a text", [A, b'{"content":"line1', b"line2", b'line3"}', B], b"", [1, 2]),
        ("text, a list, a number, nothing", [A, b"not json", b"[1]", b"7", b"", b"{}x", B], b"", [1, 2]),
        ("a byte order mark and carriage returns", [b"\xef\xbb\xbf" + A + b"\r", B + b"\r"], b"", [1, 2]),
        ("nesting without end", [A, b'{"a":' * 100_000, b"[" * 100_000, B], b"", [1, 2]),
        ("a number of 10,000 digits", [A, b'{"n":' + b"9" * 10_000 + b"}", B], b"", [1, 2]),
        ("a line over the limit", [A, b'{"n":9,"x":"' + b"x" * LINE_CAP + b'"}', B], b"", [1, 2]),
    ],
)
def test_a_line_that_is_no_record_is_passed_over(
    tmp_path: Path, what: str, rows: list[bytes], tail: bytes, numbers: list[int]
) -> None:
    path = written(tmp_path / "session.jsonl", rows, tail)
    forwards = [record.value["n"] for record in records(lines(path)) if "n" in record.value]
    assert forwards == numbers, what
    backwards = [record.value["n"] for record in records(lines_backwards(path)) if "n" in record.value]
    assert backwards == numbers[::-1], what


def test_separators_that_are_no_line_feed_stay_in_the_text(tmp_path: Path) -> None:
    path = written(tmp_path / "session.jsonl", ['{"text":"a\u2028b\u2029c\u0085d\x0ce"}'.encode(), A])
    assert [record.value for record in records(lines(path))] == [{"text": "a\u2028b\u2029c\u0085d\x0ce"}, {"n": 1}]


@pytest.mark.parametrize(
    ("data", "text"),
    [
        (rb'{"t":"cut emoji \ud83d end"}', "cut emoji \ufffd end"),
        (rb'{"t":"cut emoji \uD83D"}', "cut emoji \ufffd"),
        (rb'{"t":"\udc00\ud83d"}', "\ufffd\ufffd"),
        (rb'{"t":"whole \ud83d\ude00"}', "whole \U0001f600"),
        (b'{"t":"raw \xed\xa0\xbd half"}', "raw \ufffd\ufffd\ufffd half"),
        (rb'{"t":"a backslash \\ud83d"}', "a backslash \\ud83d"),
    ],
)
def test_half_of_a_pair_is_replaced_and_the_rest_of_the_text_kept(data: bytes, text: str) -> None:
    value = parsed(data)
    assert value is not None
    assert value["t"] == text
    assert value["t"].encode().decode() == text


def test_pairs_are_repaired_however_deep_they_lie() -> None:
    assert parsed(rb'{"a":[{"\ud83d":["\ud83d",1]}]}') == {"a": [{"\ufffd": ["\ufffd", 1]}]}


@pytest.mark.parametrize(
    ("value", "at"),
    [
        ("2026-03-05T09:30:00.250Z", datetime(2026, 3, 5, 9, 30, 0, 250_000, UTC)),
        ("2026-03-05T09:30:00+02:00", datetime(2026, 3, 5, 9, 30, tzinfo=timezone(timedelta(hours=2)))),
        ("2026-03-05T09:30:00", datetime(2026, 3, 5, 9, 30, tzinfo=UTC)),
        (1_772_703_000, datetime(2026, 3, 5, 9, 30, tzinfo=UTC)),
        (1_772_703_000_000, datetime(2026, 3, 5, 9, 30, tzinfo=UTC)),
        ("yesterday", None),
        (10**400, None),
        (float("nan"), None),
        (True, None),
        (None, None),
        ({"seconds": 1}, None),
    ],
)
def test_times_of_any_form_are_read(value: object, at: datetime | None) -> None:
    assert time_in(value) == at
