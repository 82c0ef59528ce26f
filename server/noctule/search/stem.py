"""Brings the forms of a word to one stem, by Snowball's rules for its language and a table of irregular English."""

from functools import cache, lru_cache
from importlib import import_module
from typing import Protocol

from noctule.search.fold import fold

# The stemmers in pure Python, by module: PyStemmer, where installed, may be of a version that stems otherwise.
_SNOWBALL = """
    english german french spanish portuguese italian dutch swedish danish norwegian finnish hungarian romanian turkish
    catalan indonesian russian greek arabic hindi
"""
_SHORTEST = 3
# A longer run of letters is a hash, a key or base64: stemming it gains nothing.
_LONGEST = 40
_WORDS_KEPT = 100_000


class _Stemmer(Protocol):
    def stemWord(self, word: str) -> str: ...


def stem(word: str, language: str) -> str:
    """The stem of a folded `word`; words with digits, very short and very long ones stay as they are."""
    return _known_stem(word, language) if _SHORTEST <= len(word) <= _LONGEST and word.isalpha() else word


@lru_cache(maxsize=_WORDS_KEPT)
def _known_stem(word: str, language: str) -> str:
    if language == "english":
        word = _irregular().get(word, word)
    stemmer = _stemmer(language)
    return fold(stemmer.stemWord(word)) if stemmer else word


@cache
def _stemmer(language: str) -> _Stemmer | None:
    if language not in _SNOWBALL.split():
        return None
    module = import_module(f"noctule.search.snowball.{language}_stemmer")
    stemmer: _Stemmer = getattr(module, f"{language.capitalize()}Stemmer")()
    return stemmer


@cache
def _irregular() -> dict[str, str]:
    groups = (group.split() for group in _IRREGULAR.split(","))
    return {form: forms[0] for forms in groups for form in forms[1:]}


_IRREGULAR = """
    arise arose arisen, beat beaten, begin began begun, bend bent, bet bets, bind bound, bite bit bitten, bleed bled,
    blow blew blown, break broke broken, bring brought, build built, burn burnt, buy bought, catch caught, choose
    chose chosen, cling clung, creep crept, deal dealt, dig dug, draw drew drawn, dream dreamt, drink drank drunk,
    drive drove driven, eat ate eaten, fall fell fallen, feed fed, feel felt, fight fought, find found, flee fled, fly
    flew flown, forbid forbade forbidden, forget forgot forgotten, forgive forgave forgiven, freeze froze frozen, go
    went gone goes, grow grew grown, hang hung, hear heard, hide hid hidden, hold held, keep kept, kneel knelt, know
    knew known, lay laid, lead led, lean leant, leap leapt, learn learnt, leave left, lend lent, lie lain, light lit,
    lose lost, make made, mean meant, meet met, mistake mistook mistaken, pay paid, prove proven, ride rode ridden,
    ring rang rung, rise rose risen, run ran, say said, see saw seen, seek sought, sell sold, send sent, shake shook
    shaken, shine shone, shoot shot, show shown, shrink shrank shrunk, sing sang sung, sink sank sunk, sit sat, sleep
    slept, slide slid, speak spoke spoken, speed sped, spell spelt, spend spent, spin spun, spring sprang sprung,
    stand stood, steal stole stolen, stick stuck, strike struck, strive strove, swear swore sworn, sweep swept, swim
    swam swum, swing swung, take took taken, teach taught, tear tore torn, tell told, think thought, throw threw
    thrown, understand understood, wake woke woken, wear wore worn, weave wove woven, win won, wind wound, withdraw
    withdrew withdrawn, write wrote written, overwrite overwrote overwritten, rewrite rewrote rewritten, rebuild
    rebuilt, undo undid undone, redo redid redone, become became, outgrow outgrew, override overrode overridden,
    oversee oversaw, rerun reran, resend resent, reset resets, child children, man men, woman women, person people
    persons, foot feet, tooth teeth, goose geese, mouse mice, life lives, wife wives, knife knives, leaf leaves, half
    halves, shelf shelves, self selves, wolf wolves, loaf loaves, thief thieves, index indices indexes, matrix
    matrices, vertex vertices, appendix appendices, axis axes, analysis analyses, basis bases, crisis crises,
    hypothesis hypotheses, thesis theses, criterion criteria, phenomenon phenomena, datum data, medium media, schema
    schemata schemas, formula formulae formulas, bacterium bacteria, curriculum curricula, memorandum memoranda, quiz
    quizzes, good better best, bad worse worst, far farther further, analyze analyse analysing analysed, behavior
    behaviour behaviours, color colour colours coloured, favor favour favourite favorite, center centre centres,
    license licence licences, catalog catalogue catalogues, organize organise organised organising organisation
    organization, optimize optimise optimised optimising optimisation optimization, initialize initialise initialised
    initialisation initialization, normalize normalise normalised normalisation normalization, serialize serialise
    serialised serialisation serialization, authorize authorise authorised authorisation authorization, synchronize
    synchronise synchronised synchronisation synchronization, customize customise customised customisation
    customization, cancel cancelled cancelling canceled cancellation, label labelled labelling, travel travelled
    travelling, model modelled modelling, gray grey, cheque cheques, program programme programmes
"""
