"""Our `dataclass` does what the standard library's does."""

import dataclasses
import subprocess
import sys
from collections.abc import Callable
from functools import partial
from typing import Any

import pytest

from noctule import dataclass as ours
from noctule.dataclass import dataclass


def place(library: Any, **how: bool) -> Any:
    """The same class of values, made by either library."""

    @library.dataclass(slots=True, **how)
    class Place:
        """Where something is."""

        name: str
        line: int = 1
        words: list[str] = library.field(default_factory=list)
        seen: bool = library.field(default=False, compare=False)

        @property
        def title(self) -> str:
            return f"{self.name}:{self.line}"

    return Place


def said(act: Callable[[], object]) -> str:
    """What came of it, as text. Which error says no is not compared: the standard library's own differ by version."""
    try:
        return repr(act())
    except (TypeError, AttributeError):
        return "refused"


USES: dict[str, Callable[[Any], object]] = {
    "by place": lambda kind: kind("a", 2, ["w"], True),
    "by name": lambda kind: kind(name="a", words=["w"]),
    "a default": lambda kind: kind(name="a"),
    "one too many": lambda kind: kind("a", 1, [], False, 5),
    "one missing": lambda kind: kind(line=2),
    "one unknown": lambda kind: kind("a", colour=2),
    "twice the same": lambda kind: kind("a", name="b"),
    "lists are not shared": lambda kind: kind(name="a").words is kind(name="a").words,
    "equal": lambda kind: kind(name="a") == kind(name="a"),
    "unequal": lambda kind: kind(name="a") == kind(name="b"),
    "not compared": lambda kind: kind(name="a", seen=True) == kind(name="a"),
    "another class": lambda kind: kind(name="a") == ("a", 1, [], False),
    "hashed": lambda kind: len({kind(name="a", words=()), kind(name="a", words=())}),
    "changed": lambda kind: setattr(kind(name="a"), "line", 3),
    "removed": lambda kind: delattr(kind(name="a"), "line"),
    "no such field": lambda kind: setattr(kind(name="a"), "colour", 3),
    "a property": lambda kind: kind(name="a", line=7).title,
    "no dict": lambda kind: kind(name="a").__dict__,
    "matched": lambda kind: kind.__match_args__,
    "documented": lambda kind: (kind.__doc__, kind.__name__, kind.__qualname__),
}


@pytest.mark.parametrize("made_before", [0, 100])
@pytest.mark.parametrize("how", [{}, {"frozen": True}, {"frozen": True, "kw_only": True}], ids=str)
@pytest.mark.parametrize("use", USES)
def test_a_class_of_values_acts_as_the_standard_librarys(use: str, how: dict[str, bool], made_before: int) -> None:
    act, mine = USES[use], place(ours, **how)
    for number in range(made_before):
        mine(name="a", line=number)

    assert said(partial(act, mine)) == said(partial(act, place(dataclasses, **how)))


@pytest.mark.parametrize(
    "act",
    [
        lambda library, value: library.replace(value, line=5),
        lambda library, value: library.replace(value, colour=5),
        lambda library, value: library.asdict(value),
        lambda library, value: [
            (one.name, one.default == 1, one.compare, one.kw_only) for one in library.fields(value)
        ],
        lambda library, value: [library.is_dataclass(one) for one in (value, type(value), 1, int)],
    ],
)
def test_the_functions_on_values_give_what_the_standard_librarys_give(act: Callable[[Any, Any], object]) -> None:
    mine = place(ours, frozen=True)("a", words=["w"])
    theirs = place(dataclasses, frozen=True)("a", words=["w"])

    assert said(partial(act, ours, mine)) == said(partial(act, dataclasses, theirs))
    # Other libraries ask the standard one about our values.
    assert said(partial(act, dataclasses, mine)) == said(partial(act, dataclasses, theirs))


def test_values_within_values_become_plain_data() -> None:
    @dataclass(frozen=True, slots=True)
    class Inner:
        size: int

    @dataclass(frozen=True, slots=True)
    class Outer:
        one: Inner
        row: tuple[Inner, ...]
        named: dict[str, Inner]

    outer = Outer(Inner(1), (Inner(2),), {"x": Inner(3)})

    assert ours.asdict(outer) == {"one": {"size": 1}, "row": ({"size": 2},), "named": {"x": {"size": 3}}}
    assert ours.asdict(outer) == dataclasses.asdict(outer)


def test_a_class_takes_its_bases_fields_first() -> None:
    @dataclass(frozen=True, slots=True)
    class Base:
        name: str
        size: int = 0

    @dataclass(frozen=True, slots=True)
    class Wider(Base):
        size: int = 3
        colour: str = "red"

    assert repr(Wider("a")).endswith("Wider(name='a', size=3, colour='red')")
    assert Wider("a") != Base("a", 3)


def test_a_class_without_fields_has_values() -> None:
    @dataclass(frozen=True, slots=True)
    class Nothing:
        pass

    assert Nothing() == Nothing()


def test_a_default_that_all_values_would_share_is_refused() -> None:
    with pytest.raises(ValueError, match=r"Place\.words"):

        @dataclass(slots=True)
        class Place:
            words: list[str] = []  # noqa: RUF012  the mistake


def test_a_method_of_ones_own_is_kept() -> None:
    @dataclass(frozen=True, slots=True)
    class Loud:
        word: str

        def __repr__(self) -> str:
            return self.word.upper()

        def __eq__(self, other: object) -> bool:
            return isinstance(other, Loud) and self.word.lower() == other.word.lower()

        def __hash__(self) -> int:
            return 7

    assert repr(Loud("a")) == "A"
    assert Loud("a") == Loud("A")
    assert hash(Loud("b")) == 7


def test_it_does_not_import_the_standard_librarys() -> None:
    told = "import sys, noctule.dataclass; print({'dataclasses', 'inspect'} & set(sys.modules))"

    done = subprocess.run([sys.executable, "-c", told], capture_output=True, text=True, check=True)

    assert done.stdout.strip() == "set()"
