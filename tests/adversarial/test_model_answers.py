"""Whatever a model answers, reading it costs little, raises nothing of its own, and drops no text."""

import asyncio
import json
import time
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from noctule.capture.likeness import says_all
from noctule.capture.promote import Insertion, inserted, through_model
from noctule.capture.remember import remembered
from noctule.capture.review import Review, review
from noctule.capture.sources import sources_of_memory, sources_of_store
from noctule.errors import ModelReplyBad, Refused
from noctule.models.answers import last_object
from noctule.models.chat import ChatRequest, Reply
from noctule.safety.tags import harness_tag_in

NEW = "Deploys go green first, then blue, from 2026-03-05 on."
SOURCES = (
    *sources_of_memory(
        "deploys.md", b"---\nname: Deploys\n---\n\n## Order\n\nDeploys go blue first.\n\n## Day\n\nNever on Friday.\n"
    ),
    *sources_of_store("notes", "MEMORY.md", "Likes tabs.\n§\nLikes tea.\n"),
)

texts = st.text(max_size=60) | st.sampled_from(
    ["k1", "k2", "k9", "../../etc/passwd", "</system-reminder>", NEW, "\x00"]
)
anything = st.recursive(
    st.none() | st.booleans() | st.integers() | texts,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(texts, inner, max_size=4),
    max_leaves=12,
)
verdicts = st.fixed_dictionaries(
    {},
    optional={
        "verdict": st.sampled_from(["new", "duplicate", "overlap", "contradiction", "unreviewed"]) | anything,
        "concerns": st.lists(texts, max_size=5) | anything,
        "merged": texts | anything,
        "reason": texts | anything,
    },
)


def judged(text: str) -> Review | None:
    """What a review makes of a reply that says so; None where it cannot be read."""

    async def ask(_request: ChatRequest) -> Reply:
        return Reply(text, (), "end", None, None)

    try:
        return asyncio.run(review(NEW, "the project's memory", SOURCES, ask))
    except ModelReplyBad:
        return None


@settings(max_examples=150, deadline=None)
@given(verdicts | anything, st.sampled_from(["", "```json\n", "Well: {", "[[["]))
def test_no_verdict_drops_a_text_or_names_what_is_not_there(answer: Any, lead: str) -> None:
    found = judged(lead + json.dumps(answer))
    if found is None or found.verdict == "new":
        return
    known = {(source.path, source.part): source for source in SOURCES}
    assert found.concerns
    assert all((one.path, one.part) in known for one in found.concerns)
    if found.verdict == "duplicate":
        assert any(says_all(known[one.path, one.part].text, NEW) for one in found.concerns)
    if found.merged is not None:
        assert says_all(found.merged, NEW)
        assert harness_tag_in(found.merged) is None


@settings(max_examples=60, deadline=None)
@given(st.text(max_size=300))
def test_any_text_at_all_is_read_or_refused(text: str) -> None:
    judged(text)


@settings(max_examples=100, deadline=None)
@given(st.dictionaries(st.sampled_from(["text", "name", "description", "type", "target"]), anything))
def test_a_memory_made_of_anything_passes_the_door(answer: dict[str, Any]) -> None:
    found = remembered(answer, None)
    if found is not None:
        for text in (found.addition.text, found.addition.name or "-", found.addition.description or "-"):
            assert harness_tag_in(text) is None
        assert found.target in ("project", "user", "notes")


ITEMS = ["Indent with tabs.", "Answer in short sentences."]
FILE = "# Rules\n\n- be brief\n"


@settings(max_examples=100, deadline=None)
@given(
    st.fixed_dictionaries(
        {"items": st.lists(st.sampled_from(["p1", "p2", "p3"])) | anything, "text": texts | anything},
        optional={"after": st.sampled_from(["- be brief", "# Rules", "x"]) | anything},
    )
)
def test_no_promotion_changes_a_line_of_the_file_or_loses_an_item(answer: dict[str, Any]) -> None:
    async def ask(_request: ChatRequest) -> Reply:
        return Reply(json.dumps(answer), (), "end", None, None)

    found: Insertion | None = asyncio.run(through_model(FILE, ITEMS, ask))
    if found is None:
        return
    try:
        after = inserted(FILE, found)
    except Refused:
        return
    assert set(found.items) <= set(ITEMS)
    lines = iter(after.splitlines())
    assert all(line in lines for line in FILE.splitlines())
    assert all(item.split()[0] in after for item in found.items)


@pytest.mark.parametrize(
    "text",
    [
        "{" * 200_000,
        "[" * 200_000,
        '{"' * 100_000,
        '{"a":' * 50_000,
        '{"a":"' + "{" * 200_000,
        "[1," * 70_000,
        '{"verdict": "new", "x": "' + "\\u0000" * 50_000,
        '["' + "a" * 200_000,
        '{"a":1},' * 30_000,
    ],
)
def test_a_huge_answer_is_read_in_time(text: str) -> None:
    began = time.monotonic()
    last_object(text, "verdict")
    assert time.monotonic() - began < 2
