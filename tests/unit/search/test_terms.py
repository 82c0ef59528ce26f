"""Forms of a word meet in one term; function words and accents are no obstacle."""

import tracemalloc

import pytest

from noctule.search.index import Index
from noctule.search.languages import languages_named_by, most_named
from noctule.search.query import read_query
from noctule.search.terms import read_document, terms_of

SAME = {
    "a plural": ("english", "gauges", "gauge"),
    "an irregular past": ("english", "ran", "running"),
    "an irregular plural": ("english", "indices", "index"),
    "British and American": ("english", "normalised", "normalize"),
    "German case": ("german", "Sensoren", "Sensor"),
    "Spanish number": ("spanish", "mareas", "marea"),
    "Russian case": ("english", "серверов", "сервера"),
}


@pytest.mark.parametrize(("language", "one", "other"), SAME.values(), ids=SAME.keys())
def test_forms_of_a_word_share_a_term(language: str, one: str, other: str) -> None:
    assert set(terms_of(one, language)) & set(terms_of(other, language))


LANGUAGES = {
    "english": "the harbour is closed when there is ice in it",
    "german": "der Hafen ist geschlossen, wenn das Eis auf dem Wasser liegt",
    "french": "le port est fermé quand il y a de la glace dans le canal",
    "spanish": "el puerto se cierra cuando hay hielo en la entrada de los barcos",
}


@pytest.mark.parametrize(("language", "text"), LANGUAGES.items())
def test_function_words_tell_the_language(language: str, text: str) -> None:
    words = text.lower().replace("é", "e").replace(",", "").split()
    assert most_named(map(languages_named_by, words)) == language


def test_function_words_are_no_terms() -> None:
    assert terms_of("what should we do with the harbour", "english") == ["harbour"]


def test_a_german_text_is_found_by_its_english_stems_too() -> None:
    assert set(terms_of("deployments", "english")) <= set(terms_of("deployments", "german"))


def test_what_is_remembered_of_endless_words_stays_small() -> None:
    read_document("warm")
    tracemalloc.start()
    try:
        for number in range(50):
            word = "".join(chr(ord("a") + int(digit)) for digit in str(number)) * 20_000
            read_document(word)
            read_query(word, Index())
        kept, _ = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert kept < 500_000
