"""Bytes come in as text and go out as the same bytes, whatever their encoding and line ends."""

import pytest

from noctule.memories.text import cut, decode, encode, newline_of, on_one_line, split_lines, with_newline

KNOWN = {
    "plain UTF-8": (b"caf\xc3\xa9\n", "café\n", "utf-8", False),
    "a byte order mark": (b"\xef\xbb\xbfnote\r\n", "note\r\n", "utf-8-sig", False),
    "UTF-16, little end first": ("\ufeffnaïve\n".encode("utf-16-le"), "naïve\n", "utf-16-le", True),
    "UTF-16, big end first": ("\ufeffnaïve\n".encode("utf-16-be"), "naïve\n", "utf-16-be", True),
    "Windows-1252": (b"a\n\x93Caf\xe9\x94\n", "a\n“Café”\n", "cp1252", True),
    "nothing": (b"", "", "utf-8", False),
}


@pytest.mark.parametrize("kind", KNOWN)
def test_each_encoding_is_read_named_and_written_back(kind: str) -> None:
    data, text, encoding, is_odd = KNOWN[kind]
    decoded = decode(data)
    assert (decoded.text, decoded.encoding, decoded.problem is not None) == (text, encoding, is_odd)
    assert encode(decoded.text, decoded.encoding) == data


def test_a_file_that_is_not_utf8_says_so_at_the_line_where_it_begins() -> None:
    problem = decode(b"one\ntwo\nthr\xe9e\n").problem
    assert problem is not None
    assert (problem.code, problem.line) == ("not-utf8", 2)
    assert "line 3" in problem.message


def test_a_byte_that_no_encoding_knows_is_shown_as_a_replacement() -> None:
    assert decode(b"caf\xe9 \x81").text == "café \ufffd"


def test_half_a_utf16_character_does_not_stop_the_reading() -> None:
    assert decode(b"\xff\xfea\x00b").text == "a\ufffd"


def test_a_character_the_old_encoding_lacks_is_kept_by_turning_to_utf8() -> None:
    assert encode("日本 café", "cp1252") == "日本 café".encode()


def test_half_a_surrogate_pair_can_be_written() -> None:
    assert encode("a\ud800b", "utf-8") == "a\ufffdb".encode()


def test_only_a_line_feed_ends_a_line() -> None:
    assert split_lines("a\u2028b\x85c\x0cd\r\ne") == ["a\u2028b\x85c\x0cd\r\n", "e"]
    assert split_lines("") == []
    assert split_lines("a\n\n") == ["a\n", "\n"]


@pytest.mark.parametrize(("text", "newline"), [("a\r\nb\n", "\r\n"), ("a\nb\r\n", "\n"), ("a", "\n"), ("\nb", "\n")])
def test_the_first_line_tells_the_line_end(text: str, newline: str) -> None:
    assert newline_of(text) == newline


def test_line_ends_are_never_doubled() -> None:
    assert with_newline("a\r\nb\nc", "\r\n") == "a\r\nb\r\nc"
    assert with_newline("a\r\nb\nc", "\n") == "a\nb\nc"


def test_a_cut_says_so_and_splits_no_character() -> None:
    assert cut("äöü🚀", 4) == "äöü🚀"
    assert cut("äöü🚀x", 4) == "äöü…"
    assert on_one_line(" a\r\n\tb ") == "a b"
