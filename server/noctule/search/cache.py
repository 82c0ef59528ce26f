"""Writes an index as bytes and reads it back in hundredths of a second: rows of numbers, checked, never pickled."""

import json
import sys
from array import array
from collections.abc import Iterable, Sequence
from itertools import accumulate
from zlib import crc32

from noctule.search.index import Index
from noctule.search.postings import FREQUENCY, NUMBER, Postings

_MAGIC = b"noctule-index\n"
# Another way to cut, stem or lay out makes old bytes worthless: count up.
FORMAT = 1
_SIZE = 8


class CacheUnusable(ValueError):
    """The bytes are damaged, or of another version or machine: build anew from the files."""


def pack(sections: Sequence[bytes]) -> bytes:
    """`sections` in one piece, with a head by which `unpack` knows them again."""
    body = b"".join(len(section).to_bytes(_SIZE, "little") + section for section in sections)
    return _head() + crc32(body).to_bytes(4, "little") + body


def unpack(data: bytes) -> list[memoryview]:
    """The sections as views into `data`. Raises `CacheUnusable`."""
    head = _head()
    start = len(head) + 4
    view = memoryview(data)
    if data[: len(head)] != head or data[len(head) : start] != crc32(view[start:]).to_bytes(4, "little"):
        raise CacheUnusable
    sections = []
    while start < len(data):
        size = int.from_bytes(view[start : start + _SIZE], "little")
        start += _SIZE
        sections.append(view[start : start + size])
        start += size
    return sections


def index_sections(index: Index) -> list[bytes]:
    """The index as sections for `pack`. Terms that no document holds any more go, once they are the most."""
    postings = index.postings
    terms, sequences = postings.terms, index.sequences
    numbers = [number for number in range(len(terms)) if postings.holding(number)]
    if len(numbers) * 2 < len(terms):
        place = {number: place for place, number in enumerate(numbers)}
        sequences = [array(NUMBER, map(place.__getitem__, row)) for row in sequences]
        terms = [terms[number] for number in numbers]
    else:
        numbers = list(range(len(terms)))
    place_of = {term: place for place, term in enumerate(terms)}
    rows = [postings.of(number) for number in numbers]
    return [
        json.dumps([index.keys, index.languages]).encode(),
        "\n".join(terms).encode(),
        _numbers(place_of[term] for term in postings.in_order() if term in place_of),
        *_joined(documents for documents, _ in rows),
        b"".join(bytes(frequencies) for _, frequencies in rows),
        _numbers(index.lengths),
        *_joined(sequences),
    ]


def index_from_sections(sections: Sequence[memoryview]) -> Index:
    """The index that `index_sections` wrote; its rows are views into the bytes until a document changes them."""
    names, joined, order, starts, documents, frequencies, lengths, ends, sequence = sections
    keys, languages = json.loads(bytes(names))
    terms = bytes(joined).decode().split("\n") if len(joined) else []
    rows = (documents.cast(NUMBER), frequencies.cast(FREQUENCY))
    in_order = [terms[number] for number in order.cast(NUMBER)]
    postings = Postings.from_rows(terms, in_order, starts.cast(NUMBER), rows)
    bounds, numbers = ends.cast(NUMBER), sequence.cast(NUMBER)
    sequences = [numbers[bounds[n] : bounds[n + 1]] for n in range(len(keys))]
    return Index.restored(postings, keys, languages, array(NUMBER, lengths.cast(NUMBER)), sequences)


def _head() -> bytes:
    return _MAGIC + f"{FORMAT} {sys.byteorder} {array(NUMBER).itemsize}\n".encode()


def _numbers(values: Iterable[int]) -> bytes:
    return array(NUMBER, values).tobytes()


def _joined(rows: Iterable[Sequence[int]]) -> tuple[bytes, bytes]:
    """Where each row begins (and the last ends), and all rows in one."""
    rows = list(rows)
    starts = accumulate((len(row) for row in rows), initial=0)
    return _numbers(starts), b"".join(
        row.tobytes() if isinstance(row, (array, memoryview)) else _numbers(row) for row in rows
    )
