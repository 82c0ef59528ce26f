"""Reads a query against an index: its words, what each may be called in the documents, and how much each says."""

from collections.abc import Iterable, Iterator, Sequence
from typing import TypeAlias

from noctule.dataclass import dataclass, replace
from noctule.search.compounds import LANGUAGES, splits
from noctule.search.dates import date_terms
from noctule.search.everyday import rarity
from noctule.search.fold import fold
from noctule.search.index import Index
from noctule.search.languages import DEFAULT_LANGUAGE, stop_words
from noctule.search.near_spelling import near_spellings
from noctule.search.terms import stems_of, text_language
from noctule.search.thesaurus import has_synonyms, synonyms
from noctule.search.tokens import Kind, Token, tokens

# Overlapping pairs say the same thing twice.
GRAM_WEIGHT = 0.6
SYNONYM_FACTOR = 0.4
NEAR_SPELLING_FACTOR = 0.7
# A pasted log has hundreds of words; the first of them name the trouble.
MOST_WORDS = 64
# Of a longer text no more is cut into words: far more than these words take.
MOST_CHARS = 64 * 1024
# A folder has one or two languages; more are borrowed words misjudged.
MOST_LANGUAGES = 4
# Looking for near spellings and for parts takes tenths of a millisecond, and a text full of unknown words is neither
# misspelt nor made of what the folder knows.
MOST_UNKNOWN = 4
POINTING_WORDS = frozenset(
    [
        "this",
        "these",
        "here",
        "dies",
        "diese",
        "diesem",
        "diesen",
        "dieser",
        "dieses",
        "hier",
        "ce",
        "cet",
        "cette",
        "ces",
        "ceci",
        "ici",
        "esto",
        "este",
        "esta",
        "estos",
        "estas",
        "aqui",
        "isto",
        "isso",
        "questo",
        "questa",
        "questi",
        "queste",
        "qui",
        "dit",
        "deze",
        "denna",
        "detta",
        "har",
        "это",
        "этот",
        "эта",
        "эту",
        "эти",
        "этом",
        "здесь",
        "这里",
        "这个",
        "这段",
        "這個",
        "この",
        "これ",
        "ここ",
        "이거",
        "여기",
    ]
)


Variants: TypeAlias = tuple[tuple[int, float], ...]


@dataclass(frozen=True, slots=True)
class Word:
    """A word of the query; `variants` are (term number, factor): its stems and synonyms, near spellings if unknown."""

    text: str
    kind: Kind
    rarity: float
    variants: Variants

    @property
    def numbers(self) -> frozenset[int]:
        return frozenset(number for number, _ in self.variants)

    @property
    def weight(self) -> float:
        return GRAM_WEIGHT if self.kind == "gram" else 1.0


@dataclass(frozen=True, slots=True)
class Query:
    """The words of a query in their order, and whether it speaks of what is before the eyes: `this`, `here`."""

    words: tuple[Word, ...]
    points_at_editor: bool

    def without(self, words: Iterable[Word]) -> "Query":
        """This query less these words."""
        known = {word.text for word in words}
        return replace(self, words=tuple(word for word in self.words if word.text not in known))


def read_query(text: str, index: Index) -> Query:
    """The content words of `text`, each once, in their order, the dates it names last."""
    text = text[:MOST_CHARS]
    language = text_language(text)
    languages = list(dict.fromkeys([DEFAULT_LANGUAGE, language, *index.languages_here[:MOST_LANGUAGES]]))
    stops = stop_words(language)
    said = dict.fromkeys(tokens(text))
    asked = [token for token in said if token.kind == "gram" or token.text not in stops]
    found = [(token, tuple(_variants(token, languages, index))) for token in asked[:MOST_WORDS]]
    unknown = [token for token, variants in found if not variants and token.kind == "word"][:MOST_UNKNOWN]
    words: dict[Token, Word] = {}
    for token, variants in found:
        meant = _meant(token, languages, index) if token in unknown else []
        for one, called in meant or [(token, variants)]:
            words.setdefault(one, Word(one.text, one.kind, rarity(one.text), called))
    return Query((*words.values(), *_dates(text, index)), any(token.text in POINTING_WORDS for token in said))


def _variants(token: Token, languages: Sequence[str], index: Index) -> Iterator[tuple[int, float]]:
    known = index.postings.known
    own = [number for term in stems_of(token, languages) if (number := known(term)) is not None]
    yield from ((number, 1.0) for number in own)
    if not index.is_common(own):
        others = [number for term in synonyms(token.text) if (number := known(term)) is not None]
        yield from ((number, SYNONYM_FACTOR) for number in others if number not in own)


def _meant(token: Token, languages: Sequence[str], index: Index) -> Sequence[tuple[Token, Variants]]:
    """What an unknown word may be: a misspelt one, or two written as one; nothing if the folder knows neither."""
    near = tuple((number, NEAR_SPELLING_FACTOR) for number in near_spellings(token.text, index.postings))
    if near:
        return [(token, near)]
    return [] if LANGUAGES.isdisjoint(languages) else _parts(token.text, languages, index)


def _parts(word: str, languages: Sequence[str], index: Index) -> Sequence[tuple[Token, Variants]]:
    """The two words of a compound, if the folder knows both."""
    pairs = list(splits(word))
    heads = index.postings.among({head for head, _ in pairs})
    for pair in pairs:
        # To look each beginning up by its stem in all languages would take milliseconds.
        if pair[0] in heads or has_synonyms(pair[0]):
            parts = [Token(part, "word") for part in pair]
            called = [tuple(_variants(part, languages, index)) for part in parts]
            if all(called):
                return list(zip(parts, called, strict=True))
    return []


def _dates(text: str, index: Index) -> Iterator[Word]:
    for term in date_terms(fold(text)):
        number = index.postings.known(term)
        if number is not None:
            yield Word(term, "word", 1.0, ((number, 1.0),))
