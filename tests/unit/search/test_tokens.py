"""Text is cut so that a word is found however it was written."""

import pytest

from noctule.search.tokens import tokens

CASES = {
    "a sentence": ("Settle the refunds.", "settle the refunds"),
    "a camel hump": ("getUserName", "getusername get user name"),
    "an acronym before a word": ("HTTPServer", "httpserver http server"),
    "snakes and dashes": ("retry_after size-limit", "retryafter retry after sizelimit size limit"),
    "a path with a line": ("src/refund_worker.py:12", "src refundworkerpy refundworker refund worker py 12"),
    "a version": ("v1.10.2", "1.10.2"),
    "an error code": ("E1042", "e1042"),
    "accents": ("Überblick Café", "uberblick cafe"),
    "full-width letters": ("ＡＰＩ", "api"),
    "Chinese": ("成语接龙", "成语 语接 接龙"),
    "one character": ("猫", "猫"),
    "Japanese beside English": ("本番のAPI", "本番 番の api"),
    "Korean words": ("끝말잇기 규칙", "끝말 말잇 잇기 규칙"),
    "Cyrillic humps": ("настройкиСервера", "настроикисервера настроики сервера"),
    "Hindi with its vowel signs": ("सेटिंग बदलें", "सेटिंग बदलें"),
    "nothing": (" ... ", ""),
}


@pytest.mark.parametrize(("text", "expected"), CASES.values(), ids=CASES.keys())
def test_text_is_cut_into_words(text: str, expected: str) -> None:
    assert [token.text for token in tokens(text)] == expected.split()


def test_a_very_long_chunk_has_parts_but_no_whole() -> None:
    found = list(tokens("x" * 30 + "-" + "y" * 30))
    assert [token.kind for token in found] == ["word", "word"]
