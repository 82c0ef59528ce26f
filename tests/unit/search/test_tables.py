"""The tables of words, which are looked up as they stand."""

import pytest

from noctule.search.everyday_foreign import FOREIGN_WORDS
from noctule.search.everyday_words import CHAT_WORDS, COMMON_WORDS, TRADE_WORDS
from noctule.search.fold import fold
from noctule.search.stopwords import STOP_WORDS
from noctule.search.thesaurus_everyday import EVERYDAY_SYNONYMS
from noctule.search.thesaurus_trade import TRADE_SYNONYMS


@pytest.mark.parametrize(
    "table",
    [
        *STOP_WORDS.values(),
        TRADE_SYNONYMS,
        EVERYDAY_SYNONYMS,
        FOREIGN_WORDS,
        CHAT_WORDS,
        COMMON_WORDS,
        TRADE_WORDS,
    ],
    ids=lambda table: table.split()[0],
)
def test_a_table_is_written_as_words_are_folded(table: str) -> None:
    assert table == fold(table)
