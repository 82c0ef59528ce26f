"""Hostile documents and places: whatever an editor sends, the next question is answered, and nothing is lost."""

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from fakes.writing_person import WritingPerson, at, memory_text

TIDE = memory_text("Tide", "See [[pier]] and `src/tide.py`.")
PLACED = (
    "textDocument/hover",
    "textDocument/definition",
    "textDocument/references",
    "textDocument/documentHighlight",
    "textDocument/prepareRename",
    "textDocument/completion",
)
WHOLE = (
    "textDocument/documentSymbol",
    "textDocument/foldingRange",
    "textDocument/documentLink",
    "textDocument/codeLens",
    "textDocument/diagnostic",
)
PLACES = [(0, 0), (6, 6), (6, 10_000), (10_000, 0), (2**31 - 1, 2**31 - 1)]
TEXTS = {
    "empty": "",
    "only a head that never ends": "---\nname: x",
    "carriage returns": TIDE.replace("\n", "\r\n"),
    "old carriage returns": TIDE.replace("\n", "\r"),
    "nothing but brackets": "[[" * 5_000 + "]]" * 5_000,
    "nested links": "[" * 2_000 + "x](pier.md)" * 2_000,
    "a long line": "[[pier]] `src/tide.py` " * 20_000,
    "many lines": "- [Pier](pier.md) — where\n" * 20_000,
    "hidden": "\u202e\u200b[[pi\u200ber]]\ufeff",
    "fences": "```\n" * 2_001,
    "headings": "## x\n" * 5_000,
    "yaml bomb": "---\na: &a [x,x]\nb: &b [*a,*a]\nc: [*b,*b]\n---\n",
}


@pytest.fixture(scope="module")
def person(tmp_path_factory: pytest.TempPathFactory) -> Iterator[WritingPerson]:
    with WritingPerson(tmp_path_factory.mktemp("hostile")) as writing:
        for path, text in (("tide.md", TIDE), ("pier.md", memory_text("Pier", "Steps.")), ("MEMORY.md", "")):
            writing.save(path, text)
        writing.begin()
        yield writing


def ask_all(person: WritingPerson, uri: str) -> None:
    """Every feature at odd places; each gets exactly one answer, and none is a bug of ours."""
    for method in PLACED:
        for place in PLACES:
            reply = person.reply(
                method, uri, position=at(*place), context={"includeDeclaration": True, "triggerKind": 1}
            )
            assert reply.get("error", {}).get("code") != -32603, (method, place, reply)
    for method in WHOLE:
        assert "result" in person.reply(method, uri), method
    everything: dict[str, Any] = {"range": {"start": at(0, 0), "end": at(2**31 - 1, 0)}}
    only = {"diagnostics": [], "only": ["source.fixAll", "quickfix", "refactor"]}
    assert "result" in person.reply("textDocument/codeAction", uri, **everything, context=only)
    assert "result" in person.reply("textDocument/inlayHint", uri, **everything)


@pytest.mark.parametrize("path", ["tide.md", "MEMORY.md"])
@pytest.mark.parametrize("name", TEXTS)
def test_every_feature_answers_about_any_text(person: WritingPerson, name: str, path: str) -> None:
    uri = (person.memory / path).as_uri()
    person.open(uri, TEXTS[name])
    ask_all(person, uri)
    person.notify("textDocument/didClose", {"textDocument": {"uri": uri}})
    assert (person.memory / "tide.md").read_text() == TIDE


@pytest.mark.parametrize(
    "uri",
    [
        "untitled:Untitled-1",
        "git:/a/tide.md?x",
        "file:///",
        "file:///nowhere/tide.md",
        "file://elsewhere/memory/tide.md",
        "file:///%00.md",
        "not a uri",
        "",
    ],
)
def test_documents_that_are_none_of_ours_are_answered_with_nothing(person: WritingPerson, uri: str) -> None:
    person.open(uri, TIDE)
    ask_all(person, uri)
    person.notify("textDocument/didClose", {"textDocument": {"uri": uri}})


@pytest.mark.parametrize("escape", ["../tide.md", "../../etc/passwd.md", "link.md", ".hidden.md"])
def test_no_uri_leads_out_of_the_folder(person: WritingPerson, tmp_path: Path, escape: str) -> None:
    outside = tmp_path / "outside.md"
    outside.write_text(memory_text("Outside", "A secret of another's."))
    link = person.memory / "link.md"
    if not os.path.lexists(link):
        link.symlink_to(outside)
    answer = person.reply("textDocument/documentSymbol", f"{person.memory.as_uri()}/{escape}")
    assert "Outside" not in str(answer)


def test_changes_of_what_is_not_open_and_ranges_the_wrong_way_round_are_survived(person: WritingPerson) -> None:
    uri = (person.memory / "pier.md").as_uri()
    change = {"range": {"start": at(5, 3), "end": at(1, 0)}, "text": "x"}
    person.notify("textDocument/didChange", {"textDocument": {"uri": uri, "version": 9}, "contentChanges": [change]})
    person.open(uri)
    person.type(uri, "x", 5, 0, (1, 0))
    person.type(uri, "y", 10_000, 10_000)
    person.open(uri)
    assert person.at("textDocument/hover", uri, 0, 0) is None
    person.notify("textDocument/didClose", {"textDocument": {"uri": uri}})
    person.notify("textDocument/didClose", {"textDocument": {"uri": uri}})
    assert person.want("textDocument/documentSymbol", uri)[0]["name"] == "Pier"


@pytest.mark.parametrize(
    "name", ["../outside", "a/b", "con", "MEMORY", "x" * 5_000, "new\nline", "[[x]]", "\u202egpj", "---", "ünï"]
)
def test_no_name_makes_a_rename_leave_the_folder(person: WritingPerson, name: str) -> None:
    uri = (person.memory / "pier.md").as_uri()
    reply = person.reply("textDocument/rename", uri, position=at(1, 7), newName=name)
    assert reply.get("error", {}).get("code") != -32603, reply
    for change in reply.get("result", {}).get("documentChanges", []):
        new = change.get("newUri", uri)
        assert new.startswith(person.memory.as_uri() + "/")
        assert "/" not in new.removeprefix(person.memory.as_uri() + "/")
        assert len(new.rpartition("/")[2]) <= 320
