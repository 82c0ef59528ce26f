"""Stems, language by language: what is not spoken is not loaded."""

import subprocess
import sys

import pytest

from noctule.search.stem import stem


@pytest.mark.parametrize(
    ("word", "language", "expected"),
    [("running", "english", "run"), ("häuser", "german", "haus"), ("went", "english", "go"), ("kot", "polish", "kot")],
)
def test_a_word_is_stemmed_by_the_rules_of_its_language(word: str, language: str, expected: str) -> None:
    assert stem(word, language) == expected


def test_a_stem_loads_the_rules_of_its_language_alone() -> None:
    script = "import sys; from noctule.search.stem import stem; stem('ferries', 'english'); print(*sys.modules)"
    ran = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert [one for one in ran.stdout.split() if "_stemmer" in one] == ["noctule.search.snowball.english_stemmer"]
