"""Memory is a language: what an editor is given while a person writes memories, on text that need not be saved."""

import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from fakes.writing_person import WritingPerson, at, memory_text
from noctule.store.buffers import unsaved_buffers
from noctule.store.home import Home

TIDE = memory_text("Tide tables", "See `src/tide.py` and [[pier]], and [the pier](pier.md#steps). [[nobody]] knows.")
PIER = memory_text("Pier", "Back to [[Tide tables]].\n\n## Steps\n\nThirty.\n\n## Ladder\n\nOne.")
INDEX = "# Ferry\n\n- [Tide tables](tide.md) — when\n- [Pier](pier.md) — where\n"
BODY = 6


@contextmanager
def writing_in(base: Path, editor: str) -> Iterator[WritingPerson]:
    with WritingPerson(base, editor) as writing:
        (writing.project / "src").mkdir()
        (writing.project / "src" / "tide.py").write_text("one\ntwo\n")
        writing.save("tide.md", TIDE)
        writing.save("pier.md", PIER)
        writing.save("MEMORY.md", INDEX)
        writing.begin()
        yield writing


@pytest.fixture(params=["vscode", "neovim"])
def person(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[WritingPerson]:
    """Who changes something."""
    with writing_in(tmp_path, request.param) as writing:
        yield writing


@pytest.fixture(scope="module", params=["vscode", "neovim"])
def reader(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[WritingPerson]:
    """Who only looks: one server serves all these tests."""
    with writing_in(tmp_path_factory.mktemp("reader"), request.param) as writing:
        yield writing


def uri_of(person: WritingPerson, path: str) -> str:
    return (person.memory / path).as_uri()


def edits_of(edit: dict[str, Any]) -> dict[str, list[str]]:
    """The new texts by file name."""
    found: dict[str, list[str]] = {}
    for change in edit["documentChanges"]:
        if "kind" not in change:
            name = change["textDocument"]["uri"].rpartition("/")[2]
            found.setdefault(name, []).extend(one["newText"] for one in change["edits"])
    return found


def test_an_unsaved_memory_is_diagnosed_as_it_is_typed(person: WritingPerson) -> None:
    uri = uri_of(person, "tide.md")
    person.open(uri)
    assert person.diagnosed(uri) == ["link-dead"]
    person.type(uri, "projekt", 3, 6, (3, 13))
    assert person.diagnosed(uri, 2) == ["type-unknown", "link-dead"]
    person.type(uri, "project", 3, 6, (3, 13))
    assert person.diagnosed(uri, 3) == ["link-dead"]


def test_an_index_is_diagnosed_beside_the_memories_that_are_there(person: WritingPerson) -> None:
    uri = uri_of(person, "MEMORY.md")
    person.open(uri, INDEX + "- [Gone](gone.md) — nowhere\n")
    assert person.diagnosed(uri) == ["dangling-link"]


def told_last(person: WritingPerson, uri: str) -> list[str]:
    found = [one for one in person.notifications("textDocument/publishDiagnostics") if one["uri"] == uri]
    return [one["code"] for one in found[-1]["diagnostics"]] if found else ["nothing yet"]


def becomes(person: WritingPerson, uri: str, *codes: str) -> None:
    person.wait_until(lambda: told_last(person, uri) == [*codes], what=f"{codes}")


def test_a_document_is_diagnosed_anew_when_another_that_it_hangs_on_is_typed_in_or_closed(
    person: WritingPerson,
) -> None:
    tide, index, new = (uri_of(person, path) for path in ("tide.md", "MEMORY.md", "nobody.md"))
    person.open(tide)
    person.open(index)
    becomes(person, tide, "link-dead")
    person.type(index, "", 2, 0, (3, 0))
    becomes(person, tide, "orphan-memory", "link-dead")
    person.notify("textDocument/didClose", {"textDocument": {"uri": index}})
    becomes(person, tide, "link-dead")
    person.open(new, memory_text("Nobody", "Never saved."))
    becomes(person, tide)
    person.notify("textDocument/didClose", {"textDocument": {"uri": new}})
    becomes(person, tide, "link-dead")


def test_a_file_that_the_editor_renames_is_looked_for_at_once(person: WritingPerson) -> None:
    tide, source = uri_of(person, "tide.md"), person.project / "src" / "tide.py"
    person.open(tide)
    becomes(person, tide, "link-dead")
    new = source.rename(source.with_name("ebb.py"))
    files = [{"oldUri": source.as_uri(), "newUri": new.as_uri()}]
    person.notify("workspace/didRenameFiles", {"files": files})
    becomes(person, tide, "path-gone", "link-dead")


def test_who_asks_for_diagnostics_is_told_none_unasked(person: WritingPerson) -> None:
    uri = uri_of(person, "tide.md")
    person.open(uri, TIDE.replace("type: project", "type: odd"))
    assert person.diagnosed(uri) == ["type-unknown", "link-dead"]
    report = person.want("textDocument/diagnostic", uri)
    assert [one["code"] for one in report["items"]] == ["type-unknown", "link-dead"]
    assert person.diagnosed(uri) == []
    again = person.want("textDocument/diagnostic", uri, previousResultId=report["resultId"])
    assert again["kind"] == "unchanged"


def test_every_file_with_a_finding_is_told_of_at_once(person: WritingPerson) -> None:
    person.save("alone.md", memory_text("Alone", "Nobody leads here."))
    found = person.want("workspace/diagnostic", previousResultIds=[])
    assert [(one["uri"].rpartition("/")[2], one["items"][0]["code"]) for one in found["items"]] == [
        ("alone.md", "orphan-memory"),
        ("tide.md", "link-dead"),
    ]


@pytest.mark.parametrize(
    ("character", "says"),
    [(6, "is in the workspace"), (26, "**Pier**"), (40, "**Pier**"), (65, "There is no memory `nobody.md`")],
)
def test_hover_says_what_stands_behind_a_link_or_a_path(reader: WritingPerson, character: int, says: str) -> None:
    assert says in reader.at("textDocument/hover", uri_of(reader, "tide.md"), BODY, character)["contents"]["value"]


def test_hover_on_plain_words_says_nothing(reader: WritingPerson) -> None:
    assert reader.at("textDocument/hover", uri_of(reader, "tide.md"), BODY, 1) is None


def test_a_link_leads_to_the_name_of_its_memory(reader: WritingPerson) -> None:
    found = reader.at("textDocument/definition", uri_of(reader, "pier.md"), BODY, 12)
    assert found == {"uri": uri_of(reader, "tide.md"), "range": {"start": at(1, 6), "end": at(1, 17)}}


def test_a_path_leads_to_its_file(reader: WritingPerson) -> None:
    found = reader.at("textDocument/definition", uri_of(reader, "tide.md"), BODY, 8)
    assert found["uri"] == (reader.project / "src" / "tide.py").as_uri()


def test_references_say_who_links_here(reader: WritingPerson) -> None:
    found = reader.at("textDocument/references", uri_of(reader, "pier.md"), 1, 7, context={"includeDeclaration": False})
    assert [(one["uri"].rpartition("/")[2], one["range"]["start"]["line"]) for one in found] == [
        ("MEMORY.md", 3),
        ("tide.md", BODY),
        ("tide.md", BODY),
    ]


def test_links_to_one_memory_are_highlighted_together(reader: WritingPerson) -> None:
    assert len(reader.at("textDocument/documentHighlight", uri_of(reader, "tide.md"), BODY, 26)) == 2


def test_document_links_lead_to_memories_and_files(reader: WritingPerson) -> None:
    found = reader.want("textDocument/documentLink", uri_of(reader, "tide.md"))
    assert {one["target"].rpartition("/")[2] for one in found} == {"pier.md", "tide.py"}


def test_a_memory_is_outlined_with_its_entries(reader: WritingPerson) -> None:
    (found,) = reader.want("textDocument/documentSymbol", uri_of(reader, "pier.md"))
    assert found["name"] == "Pier"
    assert [one["name"] for one in found["children"]] == ["Steps", "Ladder"]


def test_memories_and_entries_are_found_by_name(reader: WritingPerson) -> None:
    assert [one["name"] for one in reader.want("workspace/symbol", query="ladder")] == ["Ladder"]
    assert [one["name"] for one in reader.want("workspace/symbol", query="tide")] == ["Tide tables"]


def test_head_and_sections_fold(reader: WritingPerson) -> None:
    found = reader.want("textDocument/foldingRange", uri_of(reader, "pier.md"))
    assert [(one["startLine"], one["endLine"]) for one in found] == [(0, 4), (8, 10), (12, 14)]


def test_a_rename_moves_the_file_its_index_line_and_every_link(reader: WritingPerson) -> None:
    uri = uri_of(reader, "pier.md")
    assert reader.at("textDocument/prepareRename", uri, 1, 7)["placeholder"] == "Pier"
    edit = reader.at("textDocument/rename", uri, 1, 7, newName="Long pier")
    assert edits_of(edit) == {
        "MEMORY.md": ["[Long pier](long-pier.md)"],
        "pier.md": ["name: Long pier\n"],
        "tide.md": ["[[long-pier]]", "[the pier](long-pier.md#steps)"],
    }
    moved = edit["documentChanges"][-1]
    assert (moved["kind"], moved["newUri"].rpartition("/")[2]) == ("rename", "long-pier.md")


def test_a_name_that_is_taken_is_refused(reader: WritingPerson) -> None:
    reply = reader.reply("textDocument/rename", uri_of(reader, "pier.md"), position=at(1, 7), newName="Tide")
    assert reply["error"]["data"]["kind"] == "alreadyExists"


def test_what_is_no_memory_cannot_be_renamed(reader: WritingPerson) -> None:
    assert reader.at("textDocument/prepareRename", uri_of(reader, "pier.md"), BODY, 1) is None
    reply = reader.reply("textDocument/rename", uri_of(reader, "pier.md"), position=at(BODY, 1), newName="x")
    assert reply["error"]["data"]["kind"] == "refused"


def test_links_follow_a_sub_folder_that_the_editor_renames(person: WritingPerson) -> None:
    person.save("ops/rota.md", memory_text("Rota", "See [pier](../pier.md)."))
    person.save("MEMORY.md", INDEX + "- [Rota](ops/rota.md) — who\n")
    files = [{"oldUri": uri_of(person, "ops"), "newUri": uri_of(person, "work/all")}]
    edit = person.want("workspace/willRenameFiles", files=files)
    assert edits_of(edit) == {"MEMORY.md": ["[Rota](work/all/rota.md)"], "rota.md": ["[pier](../../pier.md)"]}


def test_links_follow_a_memory_that_the_editor_renames(reader: WritingPerson) -> None:
    files = [{"oldUri": uri_of(reader, "pier.md"), "newUri": uri_of(reader, "quay.md")}]
    edit = reader.want("workspace/willRenameFiles", files=files)
    assert edits_of(edit) == {"MEMORY.md": ["[Pier](quay.md)"], "tide.md": ["[[quay]]", "[the pier](quay.md#steps)"]}


@pytest.mark.parametrize(
    ("old", "new", "written"), [("src/tide.py", "src/tables.py", "src/tables.py"), ("src", "lib", "lib/tide.py")]
)
def test_memories_follow_files_and_folders_of_the_workspace(
    person: WritingPerson, old: str, new: str, written: str
) -> None:
    files = [{"oldUri": (person.project / old).as_uri(), "newUri": (person.project / new).as_uri()}]
    edit = person.want("workspace/willRenameFiles", files=files)
    assert edits_of(edit) == {"tide.md": [written]}
    person.notify("workspace/didRenameFiles", {"files": files})
    person.want("workspace/symbol", query="tide")
    assert [one for one in person.messages if one.get("method") == "workspace/applyEdit"] == []


def test_who_renames_without_asking_is_brought_the_edit(person: WritingPerson) -> None:
    files = [{"oldUri": (person.project / "src").as_uri(), "newUri": (person.project / "lib").as_uri()}]
    person.notify("workspace/didRenameFiles", {"files": files})

    def asked() -> list[dict[str, Any]]:
        return [one for one in person.messages if one.get("method") == "workspace/applyEdit"]

    person.wait_until(lambda: bool(asked()), what="the edit")
    assert edits_of(asked()[0]["params"]["edit"]) == {"tide.md": ["lib/tide.py"]}


def test_lenses_say_age_and_recalls_and_undo_the_last_change(reader: WritingPerson) -> None:
    lenses = reader.want("textDocument/codeLens", uri_of(reader, "tide.md"))
    assert [one["command"]["title"] for one in lenses if one.get("command")] == ["written today", "never recalled"]
    resolved = reader.ask("lens", "codeLens/resolve", lenses[-1])["result"]
    assert resolved["command"]["title"] in ("undo last change", "no change to undo")


def test_a_source_file_says_which_memories_mention_it(reader: WritingPerson) -> None:
    uri = (reader.project / "src" / "tide.py").as_uri()
    (lens,) = reader.want("textDocument/codeLens", uri)
    assert lens["command"]["title"] == "1 memory mentions this file"
    assert "[Tide tables]" in reader.at("textDocument/hover", uri, 0, 0)["contents"]["value"]
    run = {"command": lens["command"]["command"], "arguments": lens["command"]["arguments"]}
    shown = reader.ask("show", "workspace/executeCommand", run)["result"]
    assert shown["memories"] == [{"memoryUri": uri_of(reader, "tide.md"), "name": "Tide tables"}]


def test_other_files_are_answered_with_nothing(person: WritingPerson) -> None:
    other = (person.project / "README.md").as_uri()
    person.open(other, "# [[pier]]\n")
    assert person.want("textDocument/codeLens", other) == []
    assert person.at("textDocument/hover", other, 0, 4) is None
    assert person.at("textDocument/completion", other, 0, 4) == {"isIncomplete": False, "items": []}
    assert person.want("textDocument/documentLink", other) == []


def test_completion_offers_memories_behind_brackets_and_resolves_them(person: WritingPerson) -> None:
    uri = uri_of(person, "pier.md")
    person.open(uri)
    person.type(uri, "And [[ti", BODY, 0)
    found = person.at("textDocument/completion", uri, BODY, 8)
    (item,) = found["items"]
    assert (item["label"], item["textEdit"]["newText"]) == ("Tide tables", "tide]]")
    resolved = person.ask("item", "completionItem/resolve", item)["result"]
    assert "**Tide tables**" in resolved["documentation"]["value"]


def test_a_finding_is_offered_its_fix(person: WritingPerson) -> None:
    person.save("alone.md", memory_text("Alone", "Nobody leads here."))
    uri = uri_of(person, "alone.md")
    person.open(uri)
    context: dict[str, Any] = {"diagnostics": []}
    found = person.want("textDocument/codeAction", uri, range={"start": at(0, 0), "end": at(0, 0)}, context=context)
    titled = {one["title"]: one for one in found}
    edit = titled["Add its line to the index"]["edit"]
    assert edits_of(edit) == {"MEMORY.md": ["- [Alone](alone.md) — when the ferry berths\n"]}


@pytest.mark.parametrize("kind", ["source", "source.fixAll", "source.fixAll.noctule"])
def test_all_that_is_safe_is_fixed_by_the_kind_that_was_asked_for(reader: WritingPerson, kind: str) -> None:
    uri = reader.save("twice.md", memory_text("Twice", "x").replace("type:", "name: Two\ntype:"))
    everything = {"start": at(0, 0), "end": at(9, 0)}
    context = {"diagnostics": [], "only": [kind]}
    reader.wait_until(
        lambda: bool(reader.want("textDocument/codeAction", uri, range=everything, context=context)),
        what="the new file",
    )
    (action,) = reader.want("textDocument/codeAction", uri, range=everything, context=context)
    assert action["kind"] == (kind if kind != "source" else "source.fixAll")
    assert edits_of(action["edit"]) == {"twice.md": [""]}


def test_positions_count_in_the_clients_units(tmp_path: Path) -> None:
    for encoding, character in (("utf-8", 8), ("utf-16", 4), ("utf-32", 2)):
        base = tmp_path / encoding
        base.mkdir()
        with WritingPerson(base) as person:
            uri = person.save("tide.md", memory_text("Tide", "🌊🌊[[pier]]"))
            person.save("pier.md", PIER)
            told = person.begin({"general": {"positionEncodings": [encoding]}})
            assert told["positionEncoding"] == encoding
            person.open(uri)
            person.type(uri, "🌊", BODY, 0)
            found = person.at("textDocument/definition", uri, BODY, character + character // 2 + 1)
            assert found["uri"].endswith("pier.md")
            assert person.at("textDocument/definition", uri, BODY, character + character // 2 - 1) is None


def test_ages_stand_behind_index_lines_where_that_is_set(tmp_path: Path) -> None:
    everything = {"start": at(0, 0), "end": at(9, 0)}
    for number, settings in enumerate(({}, {"language": {"ageHints": True}})):
        base = tmp_path / str(number)
        base.mkdir()
        with WritingPerson(base, settings=settings) as person:
            person.save("tide.md", TIDE)
            uri = person.save("MEMORY.md", "- [Tide tables](tide.md) — when\n")
            person.begin()
            hints = person.want("textDocument/inlayHint", uri, range=everything)
            assert [one["label"] for one in hints] == ["written today"] * number


def test_features_are_registered_for_the_memory_folder_alone(reader: WritingPerson) -> None:
    def asked() -> list[dict[str, Any]]:
        found = [one for one in reader.messages if one.get("method") == "client/registerCapability"]
        return [one for each in found for one in each["params"]["registrations"]]

    reader.wait_until(lambda: bool(asked()), what="registrations")
    selectors = {one["method"]: one["registerOptions"]["documentSelector"] for one in asked()}
    assert selectors["textDocument/rename"][:1] == [
        {"scheme": "file", "pattern": f"{reader.memory.as_posix()}/**/*.{{md,MD}}"}
    ]
    assert [one["pattern"] for one in selectors["textDocument/hover"]][2:] == [f"{reader.project.as_posix()}/**/*"]


def test_a_store_of_the_profile_is_diagnosed_as_it_is_typed(tmp_path: Path) -> None:
    with WritingPerson(tmp_path) as person:
        profile = tmp_path / "home" / "profile"
        profile.mkdir(parents=True)
        (profile / "USER.md").write_text("Likes tea.\n")
        person.begin()
        uri = (profile / "USER.md").as_uri()
        person.open(uri)
        assert person.diagnosed(uri) == []
        person.type(uri, "Likes tea.\n§\n", 0, 0)
        assert person.diagnosed(uri, 2) == ["profile-item-twice"]
        report = person.want("textDocument/diagnostic", uri)
        assert [one["code"] for one in report["items"]] == ["profile-item-twice"]


def test_an_unsaved_memory_is_known_to_all_windows_until_it_is_as_saved(person: WritingPerson) -> None:
    state = Home(person.memory.parent / "home").folder_state(person.memory)
    uri = uri_of(person, "pier.md")

    def check(*paths: str) -> None:
        """What is known of the folder's buffers becomes this."""
        deadline = time.monotonic() + 10
        while [one.path for one in unsaved_buffers(state)] != [*paths]:
            assert time.monotonic() < deadline, unsaved_buffers(state)
            time.sleep(0.01)

    person.open(uri)
    person.diagnosed(uri)
    check()
    person.type(uri, "x", BODY, 0)
    check("pier.md")
    person.type(uri, "", BODY, 0, (BODY, 1))
    check()
    person.type(uri, "x", BODY, 0)
    check("pier.md")
    person.notify("textDocument/didClose", {"textDocument": {"uri": uri}})
    check()


def test_folders_that_differ_in_capitals_are_two(tmp_path: Path) -> None:
    with WritingPerson(tmp_path) as person:
        for folder in ("App", "app"):
            person.save(f"{folder}/a.md", memory_text(f"Of {folder}", "Dry."))
        uri = person.save("both.md", memory_text("Both", "[one](App/a.md) and [two](app/a.md)"))
        if not (person.memory / "App").exists() or len(list(person.memory.iterdir())) < 3:
            pytest.skip("this disk takes the two for one")
        person.begin()
        led_to = [person.at("textDocument/definition", uri, BODY, place)["uri"] for place in (3, 22)]
        assert led_to == [uri_of(person, "App/a.md"), uri_of(person, "app/a.md")]
