"""Reading which memories a model named, whatever it says around them."""

import time

import pytest

from noctule.recall.answer import read_answer


def check(text: str, expected: list[str] | None) -> None:
    assert read_answer(text) == expected, text[:200]


def test_a_plain_answer_is_read() -> None:
    check('{"selected_memories": ["rollout.md", "pipeline.md"]}', ["rollout.md", "pipeline.md"])
    check('{"selected_memories": []}', [])


@pytest.mark.parametrize(
    "around",
    [
        "Of {these ones} I take: %s. I hope {it} helps [a bit].",
        "```json\n%s\n```",
        "```\n%s",
        "Sure!\n\n```json\n%s\n```\nAsk me for more {details}.",
        "<think>{maybe [this] or that}</think>%s",
        "{%s",
        "[[[{{{ %s }}}]]]",
    ],
)
def test_what_stands_around_an_answer_does_not_matter(around: str) -> None:
    check(around % '{"selected_memories": ["rollout.md"]}', ["rollout.md"])


def test_the_last_answer_counts_since_the_first_may_be_an_example() -> None:
    example = '```json\n{"selected_memories": ["example.md"]}\n```'
    check(
        f'Like this:\n{example}\nSo:\n```json\n{{"selected_memories": ["x```y.md", "b.md"]}}\n```', ["x```y.md", "b.md"]
    )
    check('{"selected_memories": ["b.md"]} was a draft. {"selected_memories": []}', [])


def test_a_bare_list_is_an_answer() -> None:
    check('["a.md", "b.md"]', ["a.md", "b.md"])
    check("I choose:\n- none\n[]", [])


def test_another_key_is_an_answer_where_there_is_one_list() -> None:
    check('{"memories": ["a.md"], "reason": "fits"}', ["a.md"])
    check('{"yes": ["a.md"], "no": ["b.md"]}', None)


def test_our_key_counts_before_any_other_list() -> None:
    check('{"selected_memories": ["a.md"]} Not chosen: ["b.md"] or {"others": ["c.md"]}', ["a.md"])
    check('{"others": ["c.md"]} ["b.md"]', ["c.md"])


def test_only_texts_are_names() -> None:
    check('{"selected_memories": ["a.md", 42, null, ["b.md"], {"c": 1}, true]}', ["a.md"])
    check('{"selected_memories": "a.md"}', None)
    check("See [1] and [2, 3].", None)


@pytest.mark.parametrize(
    "text",
    ["", "a.md", "{}", "null", '{"selected_memories": ["a.md", "b.', "{'selected_memories': ['a.md']}", '"a.md"'],
)
def test_no_answer_is_none(text: str) -> None:
    check(text, None)


@pytest.mark.parametrize("text", ["[" * 100_000, '{"a":' * 50_000, "{[" * 50_000, '["' * 50_000, '{"a"}' * 30_000])
def test_a_hostile_answer_costs_little(text: str) -> None:
    started = time.process_time()
    read_answer(text)
    assert time.process_time() - started < 0.5


def test_the_end_of_a_long_answer_is_read() -> None:
    check("word {brace} " * 10_000 + '{"selected_memories": ["a.md"]}', ["a.md"])
