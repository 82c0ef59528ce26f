"""What is installed beside Noctule is listed with its licence, and each licence lets a program under MIT use it."""

import re
import tomllib
from collections.abc import Iterable, Iterator
from importlib import metadata
from pathlib import Path
from typing import Any

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from fakes.markdown import bare, tables

ROOT = Path(__file__).parents[1]
DECLARED = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
LISTED = {
    bare(name): (licence, what)
    for name, licence, what in tables((ROOT / "server" / "DEPENDENCIES.md").read_text(encoding="utf-8"))["package"]
}

# The extras that a person installs; the others are for those who work on Noctule.
EXTRAS = ("prices", "mcp")
# A program under MIT may use each of these and be passed on beside it.
FREE = {"Apache-2.0", "BSD", "BSD-2-Clause", "BSD-3-Clause", "ISC", "MIT", "MIT-0", "MPL-2.0", "PSF-2.0", "Unlicense"}
# As packages spell their licence that do not use its short name.
SPELLED = {"MIT License": "MIT", "BSD License": "BSD", "Mozilla Public License 2.0 (MPL 2.0)": "MPL-2.0"}


def named(requirements: Iterable[str], extra: str = "") -> Iterator[Requirement]:
    """The requirements that hold on this machine."""
    for text in requirements:
        one = Requirement(text)
        if one.marker is None or one.marker.evaluate({"extra": extra}):
            yield one


def wanted() -> list[str]:
    return [*DECLARED["dependencies"], *(text for extra in EXTRAS for text in DECLARED["optional-dependencies"][extra])]


def brought() -> dict[str, str]:
    """All that an installation brings along, with its licence."""
    found: dict[str, str] = {}
    waiting = [*named(wanted())]
    while waiting:
        one = waiting.pop()
        name = canonicalize_name(one.name)
        if name not in found:
            found[name] = licence_of(name)
            waiting += [more for extra in ("", *one.extras) for more in named(metadata.requires(name) or [], extra)]
    return found


def licence_of(name: str) -> str:
    """A package's licence by its short name, as its metadata tell it in one of three ways."""
    told: Any = metadata.metadata(name)  # a message, which its type does not say in full
    classified = [one.rpartition(" :: ")[2] for one in told.get_all("Classifier", []) if one.startswith("License ::")]
    says = told.get("License-Expression") or _line(told.get("License")) or " OR ".join(classified)
    return SPELLED.get(says, says)


def _line(text: str | None) -> str:
    """Old packages put the whole text where its name belongs."""
    return text if text is not None and "\n" not in text else ""


def test_every_dependency_is_listed_and_no_other() -> None:
    assert set(LISTED) == {Requirement(text).name for text in wanted()}
    assert all(what for _, what in LISTED.values())


@pytest.mark.parametrize("name", LISTED)
def test_a_dependency_is_listed_with_its_own_licence(name: str) -> None:
    try:
        assert licence_of(name) in LISTED[name][0].split(", formerly ")
    except metadata.PackageNotFoundError:
        assert name not in {canonicalize_name(one.name) for one in named(wanted())}


def test_every_licence_that_is_brought_along_lets_us_use_it() -> None:
    assert {name: licence for name, licence in brought().items() if not FREE & set(re.split(" OR ", licence))} == {}


def test_an_extra_is_named_where_it_is_listed() -> None:
    for extra in EXTRAS:
        for text in DECLARED["optional-dependencies"][extra]:
            assert f"extra `{extra}`" in LISTED[Requirement(text).name][1]
