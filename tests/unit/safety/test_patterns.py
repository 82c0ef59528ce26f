"""Regular expressions of grep and rg: what they mean, and that both matchers agree."""

import random
import re

import pytest

from noctule.safety.shell.limits import starting_now
from noctule.safety.shell.patterns.pattern import Pattern, compile_pattern
from noctule.safety.shell.patterns.syntax import Dialect, parse
from noctule.safety.shell.refused import CommandRefused


def compiled(pattern: str, dialect: Dialect, *, ignore_case: bool = False, use_re2: bool = True) -> Pattern:
    return compile_pattern(parse(pattern, dialect), ignore_case=ignore_case, limits=starting_now(), use_re2=use_re2)


MEANINGS: list[tuple[Dialect, str, str, bool]] = [
    ("basic", "a+b", "a+b", True),
    ("basic", "a+b", "aab", False),
    ("basic", "a\\+b", "aab", True),
    ("basic", "a\\|b", "xb", True),
    ("basic", "a|b", "b", False),
    ("basic", "\\(ab\\)\\{2\\}", "abab", True),
    ("basic", "\\(ab\\)\\{2\\}", "ab", False),
    ("basic", "*a", "*a", True),
    ("basic", "a^b$c", "a^b$c", True),
    ("basic", "^a$", "a", True),
    ("basic", "\\.", "x", False),
    ("extended", "^(a|bc)+$", "abca", True),
    ("extended", "^(a|bc)+$", "abcb", False),
    ("extended", "a{2,3}b", "ab", False),
    ("extended", "a{2,3}b", "aaaab", True),
    ("extended", "a{,1}b", "b", True),
    ("extended", "x{y", "x{y", True),
    ("extended", "[]a]", "]", True),
    ("extended", "[^]a]", "]a", False),
    ("extended", "[a-]", "-", True),
    ("extended", "[[:digit:]]+", "v12", True),
    ("extended", "[\\d]", "d", True),
    ("extended", "\\<cat\\>", "a cat sat", True),
    ("extended", "\\<cat\\>", "concat", False),
    ("extended", "\\bcat", "tomcat", False),
    ("extended", "caf.", "café", True),
    ("extended", "\\w+", "é", True),
    ("extended", "a||b", "", True),
    ("rg", "type:\\s*feedback", "type:  feedback", True),
    ("rg", "\\d{4}-\\d\\d", "2026-03", True),
    ("rg", "[\\w-]+@", "a-b@", True),
    ("rg", "(?:a|b)c", "bc", True),
    ("rg", "a.*?b", "axxb", True),
    ("rg", "\\$x\\{", "$x{", True),
    ("rg", "[^\\x00-\\x7f]", "caf\u00e9", True),
    ("rg", "[^\\x00-\\x7f]", "cafe", False),
    ("rg", "a\\x{2014}b", "a\u2014b", True),
]


@pytest.mark.parametrize("use_re2", [True, False], ids=["re2", "own"])
@pytest.mark.parametrize(("dialect", "pattern", "text", "expected"), MEANINGS)
def test_a_pattern_means_what_grep_and_rg_mean(
    dialect: Dialect, pattern: str, text: str, expected: bool, use_re2: bool
) -> None:
    assert compiled(pattern, dialect, use_re2=use_re2).matches(text) is expected


@pytest.mark.parametrize(
    ("dialect", "pattern"),
    [
        ("basic", "\\(a\\)\\1"),
        ("extended", "(a)\\1"),
        ("extended", "a{1001}"),
        ("extended", "(a{100}){100}"),
        ("extended", "(a"),
        ("extended", "a)"),
        ("extended", "[a"),
        ("extended", "[b-a]"),
        ("extended", "[[:nope:]]"),
        ("extended", "+a"),
        ("extended", "a\\"),
        ("extended", "a*****"),
        ("rg", "(?=a)"),
        ("rg", "(?<=a)b"),
        ("rg", "(?P<n>a)"),
        ("rg", "\\p{L}"),
        ("rg", "\\xg1"),
        ("rg", "\\x{110000}"),
        ("rg", "[\\x{d800}]"),
        ("extended", "(" * 60 + ")" * 60),
    ],
)
def test_what_is_not_understood_is_refused_with_a_sentence(dialect: Dialect, pattern: str) -> None:
    with pytest.raises(CommandRefused, match=r"\.$"):
        parse(pattern, dialect)


@pytest.mark.parametrize("ignore_case", [False, True])
def test_both_matchers_agree_with_each_other_and_with_python(ignore_case: bool) -> None:
    source = random.Random(7)
    atoms = ("a", "b", "[ab]", "[^b]", ".", "(a|bc)", "(b|)", "\\w", "\\W", "\\s", "\\b", "^", "$", "A")
    marks = ("", "", "*", "+", "?", "{2}", "{1,3}")
    for _ in range(400):
        pattern = "".join(source.choice(atoms) + source.choice(marks) for _ in range(source.randrange(1, 5)))
        if re.search(r"(\\b|\^|\$)[*+?{]", pattern):
            continue
        own = compiled(pattern, "extended", ignore_case=ignore_case, use_re2=False)
        fast = compiled(pattern, "extended", ignore_case=ignore_case)
        known = re.compile(pattern, re.IGNORECASE if ignore_case else 0)
        for _ in range(8):
            text = "".join(source.choice("abcAé _") for _ in range(source.randrange(8)))
            expected = known.search(text)
            assert own.matches(text) == fast.matches(text) == (expected is not None), (pattern, text)
            spans = list(own.spans(text))
            assert spans == list(fast.spans(text))
            if expected is not None and expected.end() > expected.start():
                assert spans, (pattern, text)
                assert spans[0][0] <= expected.start(), (pattern, text)


def test_the_longest_of_the_leftmost_matches_is_shown() -> None:
    assert list(compiled("a|ab|abc", "extended").spans("xabcab")) == [(1, 4), (4, 6)]
