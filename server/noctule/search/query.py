"""Reads a query against an index: its words, what each may be called in the documents, and how much each says."""

from collections.abc import Iterator
from dataclasses import dataclass

from noctule.search.dates import date_terms
from noctule.search.everyday import rarity
from noctule.search.fold import fold
from noctule.search.index import Index
from noctule.search.languages import DEFAULT_LANGUAGE, stop_words
from noctule.search.near_spelling import near_spellings
from noctule.search.terms import stems_of, text_language
from noctule.search.thesaurus import synonyms
from noctule.search.tokens import Kind, tokens

# Overlapping pairs say the same thing twice.
GRAM_WEIGHT = 0.6
SYNONYM_FACTOR = 0.5
NEAR_FACTOR = 0.6
# A pasted log has hundreds of words; the rarest of them decide.
MOST_WORDS = 48
MOST_MISSPELT = 8


@dataclass(frozen=True, slots=True)
class Word:
    """A word of the query; `variants` are (term number, factor): its stems and synonyms, near spellings if unknown."""

    text: str
    kind: Kind
    rarity: float
    variants: tuple[tuple[int, float], ...]

    @property
    def weight(self) -> float:
        return GRAM_WEIGHT if self.kind == "gram" else 1.0


@dataclass(frozen=True, slots=True)
class Query:
    words: tuple[Word, ...]


def read_query(text: str, index: Index) -> Query:
    """The content words of `text`, each once, in order."""
    language = text_language([text])
    stops = stop_words(language)
    languages = list(dict.fromkeys([DEFAULT_LANGUAGE, language, *index.languages_here]))
    seen = dict.fromkeys(token for token in tokens(text) if token.kind == "gram" or token.text not in stops)
    misspelt = 0
    words = []
    for token in seen:
        variants = list(_variants(stems_of(token, languages), index))
        if not variants and token.kind == "word" and misspelt < MOST_MISSPELT:
            misspelt += 1
            variants = [(number, NEAR_FACTOR) for number in near_spellings(token.text, languages, index.postings)]
        words.append(Word(token.text, token.kind, rarity(token.text), tuple(variants)))
    for term in date_terms(fold(text)):
        number = index.postings.known(term)
        if number is not None:
            words.append(Word(term, "word", 1.0, ((number, 1.0),)))
    return Query(tuple(words))


def _variants(stems: list[str], index: Index) -> Iterator[tuple[int, float]]:
    seen = set()
    for factor, terms in ((1.0, stems), (SYNONYM_FACTOR, synonyms(stems[0]))):
        for term in terms:
            number = index.postings.known(term)
            if number is not None and number not in seen:
                seen.add(number)
                yield number, factor
