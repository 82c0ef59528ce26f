"""What a pattern needs is read off it: no text that it matches is ever passed over."""

import re

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from noctule.checks.day_words import PHRASES
from noctule.safety.instruction_rules import RULES
from noctule.safety.literals import Sieve, may_match, needed

NEEDED = {
    r"send|submit": [{"send", "submit"}],
    r"\b(?:send|post)\b.{0,20}?\bto (?:me|us)\b": [{"send", "post"}, {"to me", "to us"}],
    r"back ?up": [{"back up", "backup"}],
    r"colou?rs?": [{"color", "colour"}],
    r"[sz]et": [{"set", "zet"}],
    r"(?:ab)+c": [{"ab"}],
    r"(?:ab)?": [],
    r"(?:abc)*x": [],
    r"(?=ahead)here": [{"here"}],
    r"\w+": [],
    r"(?:abc|\d+)": [],
    r"(?i:abc)d": [],
}


@pytest.mark.parametrize("pattern", NEEDED)
def test_what_a_pattern_needs(pattern: str) -> None:
    found = [set(clause) for clause in needed(pattern, re.compile(pattern).flags)]
    assert sorted(found, key=sorted) == sorted(NEEDED[pattern], key=sorted)


def test_a_pattern_that_ignores_case_needs_nothing() -> None:
    assert needed("abc", re.compile("abc", re.IGNORECASE).flags) == ()
    assert may_match(re.compile("abc", re.IGNORECASE), "ABC")


def test_each_rule_on_requests_needs_something() -> None:
    assert [rule.pattern.pattern for rule in RULES if not needed(rule.pattern.pattern, rule.pattern.flags)] == []


# One in eight, for time: what is tried is the reading of patterns, not the rules.
_PATTERNS = [*(rule.pattern for rule in RULES), *(phrase.pattern for phrase in PHRASES)][::8]


@pytest.mark.parametrize("pattern", _PATTERNS, ids=range(len(_PATTERNS)))
def test_no_match_of_a_real_rule_is_passed_over(pattern: re.Pattern[str]) -> None:
    sieve = Sieve([pattern])

    @settings(max_examples=8, deadline=None, suppress_health_check=list(HealthCheck))
    @given(st.from_regex(pattern))
    def holds(text: str) -> None:
        assert may_match(pattern, text)
        assert sieve.may_match(text) == [True]

    holds()
