"""Patterns that are compiled when they are first used."""

import gc
import re
import warnings
from importlib import import_module
from pkgutil import walk_packages

import pytest

import noctule
from noctule.regex import _Regex, regex


def test_it_finds_what_the_compiled_pattern_finds() -> None:
    late, compiled = regex("(?P<word>[a-z]+)=", re.IGNORECASE), re.compile("(?P<word>[a-z]+)=", re.IGNORECASE)
    text = "A=1, bc=2"

    assert late.findall(text) == compiled.findall(text)
    assert [found["word"] for found in late.finditer(text)] == ["A", "bc"]
    assert late.sub("-", text) == compiled.sub("-", text)
    assert (late.pattern, late.flags, late.groups) == (compiled.pattern, compiled.flags, compiled.groups)


def test_it_is_compiled_once_and_not_before_it_is_used() -> None:
    late = regex("never [used")
    used = regex("a")

    assert late.pattern == "never [used"
    assert used.search("a")
    assert used.search is used.search
    with pytest.raises(re.error):
        late.search("a")


def test_every_pattern_of_ours_can_be_compiled() -> None:
    for module in walk_packages(noctule.__path__, "noctule."):
        if not module.name.endswith("__main__"):
            import_module(module.name)
    patterns = [one for one in gc.get_objects() if type(one) is _Regex and "[used" not in one.pattern]

    with warnings.catch_warnings(action="error"):
        compiled = [re.compile(one.pattern, one._flags) for one in patterns]

    assert len(compiled) > 50
