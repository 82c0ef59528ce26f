"""From what ranks well to what a turn is given: once, within the budgets."""

from dataclasses import dataclass, field

import pytest

from noctule.recall.inject import Block
from noctule.recall.rank import Scored
from noctule.recall.recall import Choice, Limits, Loaded, choose

ROOMY = Limits(memories=5, memory_bytes=4096, turn_bytes=20_480, session_bytes_left=60_000)


@dataclass
class Disk:
    """Memories of known sizes; which of them were read."""

    sizes: dict[str, int]
    read: list[str] = field(default_factory=list)

    def load(self, path: str) -> Loaded | None:
        self.read.append(path)
        size = self.sizes.get(path)
        if size is None:
            return None
        return Loaded(path, path, f"digest of {path}", 0, lambda limit: block(path, size, limit))


def block(path: str, size: int, limit: int) -> Block:
    return Block(path, "x" * min(size, limit), None, size > limit)


def chosen(sizes: dict[str, int], limits: Limits = ROOMY, shown: dict[str, str] | None = None) -> Choice:
    ranked = [Scored(path, 10.0 - at, {}) for at, path in enumerate(sizes)]
    return choose(ranked, Disk(sizes).load, shown or {}, frozenset(), limits)


def given(choice: Choice) -> dict[str, int]:
    return {one.loaded.path: one.block.bytes for one in choice.chosen}


BUDGETS = [
    ("all fit", {"a": 100, "b": 200}, ROOMY, {"a": 100, "b": 200}),
    ("five at most", dict.fromkeys("abcdefg", 10), ROOMY, dict.fromkeys("abcde", 10)),
    ("a memory is cut", {"a": 9000}, ROOMY, {"a": 4096}),
    ("the turn is full", {"a": 400, "b": 400}, Limits(5, 4096, 700, 9999), {"a": 400}),
    ("the small one that follows", {"a": 400, "b": 400, "c": 300}, Limits(5, 4096, 700, 9999), {"a": 400, "c": 300}),
    ("the first is cut to fit", {"a": 900, "b": 100}, Limits(5, 4096, 700, 9999), {"a": 700}),
    ("the session is nearly full", {"a": 900}, Limits(5, 4096, 9999, 300), {"a": 300}),
    ("too little is left to cut to", {"a": 900, "b": 90}, Limits(5, 4096, 9999, 199), {"b": 90}),
    ("nothing is left", {"a": 900, "b": 1}, Limits(5, 4096, 9999, 0), {}),
    ("exactly full", {"a": 350, "b": 350}, Limits(5, 4096, 700, 9999), {"a": 350, "b": 350}),
    ("nothing ranks", {}, ROOMY, {}),
]


@pytest.mark.parametrize(("case", "sizes", "limits", "expected"), BUDGETS, ids=[case for case, *_ in BUDGETS])
def test_the_budgets_are_kept(case: str, sizes: dict[str, int], limits: Limits, expected: dict[str, int]) -> None:
    choice = chosen(sizes, limits)
    assert given(choice) == expected, case
    assert choice.bytes == sum(expected.values())
    assert set(choice.withheld) == set(sizes) - set(expected)


def test_what_was_shown_is_passed_over_unless_it_changed() -> None:
    choice = chosen({"a": 10, "b": 10}, shown={"a": "digest of a", "b": "an older digest"})
    assert given(choice) == {"b": 10}
    assert choice.withheld == {"a": "shown in this session, and unchanged since"}


def test_what_is_in_context_is_not_even_read() -> None:
    disk = Disk({"a": 10, "b": 10})
    choice = choose([Scored("a", 2, {}), Scored("b", 1, {})], disk.load, {}, {"a"}, ROOMY)
    assert (given(choice), disk.read) == ({"b": 10}, ["b"])
    assert choice.withheld["a"] == "the client says the agent has it already"


def test_a_memory_named_twice_is_given_once() -> None:
    disk = Disk({"a": 10, "b": 10})
    ranked = [Scored(path, 1.0, {}) for path in ("a", "b", "a", "b", "a")]
    choice = choose(ranked, disk.load, {}, frozenset(), ROOMY)
    assert [one.loaded.path for one in choice.chosen] == ["a", "b"]
    assert disk.read == ["a", "b"]


def test_a_file_that_is_gone_costs_no_place() -> None:
    choice = choose([Scored("gone", 2, {}), Scored("a", 1, {})], Disk({"a": 10}).load, {}, frozenset(), ROOMY)
    assert given(choice) == {"a": 10}
    assert choice.withheld == {"gone": "its file cannot be read"}


def test_nothing_is_read_once_the_turn_has_its_memories() -> None:
    disk = Disk(dict.fromkeys("abcdefg", 10))
    choose([Scored(path, 1.0, {}) for path in "abcdefg"], disk.load, {}, frozenset(), ROOMY)
    assert disk.read == [*"abcde"]
