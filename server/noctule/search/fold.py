"""Folds a word to the form in which spellings of it are equal: compatibility forms, case and accents gone."""

import unicodedata

from noctule.regex import regex

_ACCENTS = regex("[\u0300-\u036f]")


def fold(text: str) -> str:
    """Lower case without accents; Hangul, kana and the marks of Indic scripts stay whole."""
    if text.isascii():
        return text.lower()
    return without_accents(text.casefold())


def without_accents(text: str) -> str:
    """The same letters in the same case, accents gone."""
    if text.isascii():
        return text
    return unicodedata.normalize("NFC", _ACCENTS.sub("", unicodedata.normalize("NFKD", text)))
