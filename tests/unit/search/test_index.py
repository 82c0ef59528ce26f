"""An index changed document by document is the index built anew."""

import random
from collections.abc import Callable

import pytest

from noctule.search.cache import CacheUnusable, index_from_sections, index_sections, pack, unpack
from noctule.search.index import Field, Index
from noctule.search.query import read_query
from noctule.search.scores import Scorer

WORDS = ["tide", "gauge", "harbour", "mast", "surge", "buoy", "sluice", "pier", "current", "swell", "ebb", "fjord"]
QUERY = "surge at the pier and the gauge"


def text(seed: int) -> str:
    return " ".join(random.Random(seed).choices(WORDS, k=12))


def built(documents: dict[str, str]) -> Index:
    index = Index()
    for key, body in documents.items():
        index.put(key, [Field(body)])
    return index


def scores(index: Index) -> dict[str, float]:
    found = Scorer(index).scores(read_query(QUERY, index))
    return {index.keys[number]: round(score, 9) for number, score in found.items()}


def test_changes_and_removals_leave_what_a_fresh_build_has() -> None:
    index = built({f"{n}": text(n) for n in range(30)})
    for n in range(0, 30, 3):
        index.drop(f"{n}")
    for n in range(0, 30, 2):
        index.put(f"{n}", [Field(text(n + 100))])
    expected = {f"{n}": text(n + 100 if n % 2 == 0 else n) for n in range(30) if n % 2 == 0 or n % 3}
    assert scores(index) == scores(built(expected))
    assert len(index) == len(expected)


def test_the_order_of_arrival_changes_nothing() -> None:
    documents = {f"{n}": text(n) for n in range(30)}
    assert scores(built(documents)) == scores(built(dict(reversed(documents.items()))))


def test_a_dropped_document_frees_its_place_and_its_words() -> None:
    index = built({"a": "lighthouse", "b": "pier"})
    index.drop("a")
    index.drop("never there")
    assert index.postings.known("lighthous") is None
    index.put("c", [Field("lock")])
    assert sorted(index.keys) == ["b", "c"]


def test_a_cache_gives_the_same_index_back_and_takes_changes() -> None:
    index = built({f"{n}": text(n) for n in range(20)})
    index.drop("7")
    restored = index_from_sections(unpack(pack(index_sections(index))))
    assert scores(restored) == scores(index)
    for each in (index, restored):
        each.put("21", [Field("surge pier")])
        each.drop("3")
    assert scores(restored) == scores(index)


def test_words_that_nobody_holds_any_more_do_not_pile_up_in_the_cache() -> None:
    index = built({f"{n}": text(n) for n in range(30)})
    size = len(pack(index_sections(index)))
    for n in range(200):
        index.put("diary", [Field(f"entry{n} about topic{n} of page{n}")])
    sections = pack(index_sections(index))
    again = index_from_sections(unpack(sections))
    assert len(sections) < 2 * size
    assert scores(again) == scores(index)
    again.put("0", [Field("surge at the pier")])
    again.drop("diary")
    assert scores(again) == scores(built({"0": "surge at the pier", **{f"{n}": text(n) for n in range(1, 30)}}))


def test_words_that_nobody_holds_any_more_hide_no_others() -> None:
    index = built({"a": "barge bargain bard bark barnacle", "b": "baryton"})
    index.drop("a")
    assert index.postings.beginning_with("bar", 2) == ["baryton"]


def test_an_empty_index_goes_through_the_cache() -> None:
    assert len(index_from_sections(unpack(pack(index_sections(Index()))))) == 0


@pytest.mark.parametrize("spoil", [lambda data: b"", lambda data: data[:-1], lambda data: data[:60] + b"x" + data[61:]])
def test_damaged_bytes_are_refused(spoil: Callable[[bytes], bytes]) -> None:
    data = pack(index_sections(built({"a": text(1)})))
    with pytest.raises(CacheUnusable):
        unpack(spoil(data))
