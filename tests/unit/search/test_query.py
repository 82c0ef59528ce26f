"""A query finds a word by its stem, by what it is also called, and in spite of a typing error."""

import pytest

from noctule.search.everyday import CHAT, EVERYDAY, RARE, rarity
from noctule.search.index import Field, Index
from noctule.search.near_spelling import near_spellings
from noctule.search.neighbours import with_neighbours
from noctule.search.query import MOST_WORDS, read_query
from noctule.search.scores import Scorer

FOUND = {
    "another form": ("database migrations", "how do we migrate"),
    "a synonym": ("the kubernetes namespace", "which k8s namespace"),
    "another language": ("certificate renewal", "Zertifikat abgelaufen"),
    "Chinese for English": ("the backup runs at three", "备份"),
    "a swapped letter": ("the firmware of the buoy", "frimware"),
    "a letter lost before an ending": ("barometer calibrations", "calbrations"),
    "a compound's beginning": ("Druckertreiber neu installieren", "Drucker"),
    "both words of a compound": ("the reader needs new firmware", "wo liegt die Readerfirmware fur den Test"),
    "both with a link between them": ("a budget for payments", "wie gross ist das Zahlungsbudget in dem Jahr"),
    "an identifier in another dress": ("see `retry_after`", "retryAfter"),
    "a date": ("the freeze of 2026-03-09", "what was on March 9th 2026"),
}


@pytest.mark.parametrize(("body", "query"), FOUND.values(), ids=FOUND.keys())
def test_a_query_finds(body: str, query: str) -> None:
    index = Index()
    index.put("wanted", [Field(body)])
    index.put("other", [Field("lighthouse keepers sing shanties")])
    found = Scorer(index).scores(read_query(query, index))
    assert [index.keys[number] for number in found] == ["wanted"]


def test_a_short_unknown_word_is_not_guessed_at() -> None:
    index = Index()
    index.put("a", [Field("tide")])
    assert near_spellings("tde", index.postings) == []


def test_a_compound_is_taken_apart_where_its_language_joins_words_and_both_are_known() -> None:
    index = Index()
    index.put("a", [Field("a girl and her friend, a reader and its firmware")])

    def asked(text: str) -> list[str]:
        return [word.text for word in read_query(text, index).words]

    assert asked("my girlfriend") == ["girlfriend"]
    assert asked("wo ist die Readerfirmware und die Firmware") == ["reader", "firmware"]
    assert asked("wo ist die Readersteuerung und der Rest") == ["readersteuerung", "rest"]


def test_a_pasted_log_is_read_to_a_bound() -> None:
    pasted = " ".join(f"word{number}" for number in range(5000))
    assert len(read_query(pasted, Index()).words) == MOST_WORDS


def test_of_a_text_of_a_megabyte_the_beginning_is_read() -> None:
    index = Index()
    index.put("a", [Field("barnacle lantern")])
    query = read_query("barnacle " + "the " * 250_000 + "lantern", index)
    assert [word.text for word in query.words] == ["barnacle"]


@pytest.mark.parametrize(
    ("query", "expected"),
    [("fix this", True), ("was macht diese Stelle", True), ("这段代码", True), ("what is a monad", False)],
)
def test_a_turn_may_point_at_the_editor(query: str, expected: bool) -> None:
    assert read_query(query, Index()).points_at_editor is expected


@pytest.mark.parametrize(
    ("word", "expected"),
    [
        ("thanks", CHAT),
        ("running", CHAT),
        ("deployments", EVERYDAY),
        ("fehler", EVERYDAY),
        ("barnacle", RARE),
        ("です", CHAT),
    ],
)
def test_a_word_says_as_much_as_it_is_rare_in_the_world(word: str, expected: float) -> None:
    assert rarity(word) == expected


def test_messages_lend_their_neighbours_score() -> None:
    lent = with_neighbours({"b": 1.0}, ["a", "b", "c", "d", "e"])
    assert lent == {"a": 0.35, "b": 1.0, "c": 0.35, "d": 0.2}
