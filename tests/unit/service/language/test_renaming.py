"""A rename leaves no link behind: whatever spelled it, in whichever file, and nothing else moves."""

from pathlib import Path

import pytest

from fakes.shelf_of_pages import a_shelf, memory
from noctule.errors import AlreadyExists, Refused
from noctule.service.language.places import thing_at
from noctule.service.language.renaming import follow_files, follow_memories, move_memory, rename_memory, spoken_name

INDEX = "# Ferry\n\n- [Pier](pier.md) — where\n* [Old pier](pier.md#steps)\n"


def test_one_of_a_thousand_memories_is_renamed_with_all_its_links(tmp_path: Path) -> None:
    files = {f"memory-{number}.md": memory(f"Memory {number}") for number in range(1_000)}
    spelled = (
        "[[memory-7]]",
        "[[Memory 7]]",
        "[[memory-7|the seventh]]",
        "[it](memory-7.md)",
        "[it](./memory-7.md#top)",
    )
    for number in range(100, 150):
        files[f"memory-{number}.md"] = memory(f"Memory {number}", f"See {spelled[number % 5]}.")
    files["MEMORY.md"] = "".join(f"- [Memory {number}](memory-{number}.md) — berths\n" for number in range(1_000))
    with a_shelf(tmp_path, files) as shelf:
        before = shelf.all_codes()
        assert len(shelf.library.backlinks("memory-7.md")) == 51
        thing = thing_at(shelf.library, shelf.page("memory-7.md"), (1, 8))
        assert thing is not None
        renaming = rename_memory(shelf.library, thing, "Seventh heaven")
        assert len({edit.path for edit in renaming.edits}) == 52
        shelf.apply(renaming.edits, (renaming.old_path, renaming.new_path))
        assert shelf.all_codes() == before
        assert len(shelf.library.backlinks("seventh-heaven.md")) == 51
        assert shelf.page("seventh-heaven.md").memory.name == "Seventh heaven"


@pytest.mark.parametrize(
    ("written", "becomes"),
    [
        ("[[pier]]", "[[long-pier]]"),
        ("[[Pier]]", "[[long-pier]]"),
        ("[[pier.md]]", "[[long-pier.md]]"),
        ("[[pier#steps|the steps]]", "[[long-pier#steps|the steps]]"),
        ("[Pier](pier.md)", "[Long pier](long-pier.md)"),
        ("[the steps](<pier.md>)", "[the steps](long-pier.md)"),
        ("[the steps](pier.md#steps)", "[the steps](long-pier.md#steps)"),
        ("`[[pier]]` in code", "`[[pier]]` in code"),
        ("[elsewhere](https://pier.md)", "[elsewhere](https://pier.md)"),
    ],
)
def test_each_way_to_write_a_link_follows(tmp_path: Path, written: str, becomes: str) -> None:
    files = {"pier.md": memory("Pier"), "tide.md": memory("Tide", f"See {written} there."), "MEMORY.md": INDEX}
    with a_shelf(tmp_path, files) as shelf:
        renaming = move_memory(shelf.library, "pier.md", "long-pier.md", "Long pier")
        shelf.apply(renaming.edits, ("pier.md", "long-pier.md"))
        assert shelf.page("tide.md").line(6) == f"See {becomes} there."
        assert shelf.page("MEMORY.md").text == (
            "# Ferry\n\n- [Long pier](long-pier.md) — where\n* [Old pier](long-pier.md#steps)\n"
        )


def test_links_of_a_memory_that_moves_into_a_folder_still_lead_where_they_led(tmp_path: Path) -> None:
    files = {"pier.md": memory("Pier", "See [tide](tide.md) and [[tide]]."), "tide.md": memory("Tide")}
    with a_shelf(tmp_path, files) as shelf:
        (shelf.folder / "quay").mkdir()
        shelf.apply(move_memory(shelf.library, "pier.md", "quay/pier.md", None).edits, ("pier.md", "quay/pier.md"))
        assert shelf.library.targets(shelf.page("quay/pier.md")) == ("tide.md", "tide.md")


def test_what_is_renamed_is_what_the_cursor_is_on(tmp_path: Path) -> None:
    files = {"pier-2.md": memory("Pier"), "tide.md": memory("Tide", "[[pier-2]] and [the pier](pier-2.md)")}
    with a_shelf(tmp_path, files) as shelf:
        tide, pier = shelf.page("tide.md"), shelf.page("pier-2.md")
        by_file, by_name = thing_at(shelf.library, tide, (6, 4)), thing_at(shelf.library, tide, (6, 20))
        assert by_file is not None
        assert by_name is not None
        assert (spoken_name(pier, by_file), spoken_name(pier, by_name)) == ("pier-2", "Pier")
        renaming = rename_memory(shelf.library, by_file, "pier-3")
        shelf.apply(renaming.edits, (renaming.old_path, renaming.new_path))
        assert shelf.page("pier-3.md").memory.name == "Pier"


@pytest.mark.parametrize(
    ("name", "error"),
    [("Tide", AlreadyExists), ("  ", Refused), ("tide", AlreadyExists), ("\u202eedit", Refused), ("a\u200bb", Refused)],
)
def test_a_name_that_cannot_be_is_refused(tmp_path: Path, name: str, error: type[Exception]) -> None:
    with a_shelf(tmp_path, {"pier.md": memory("Pier"), "tide.md": memory("Tide")}) as shelf:
        thing = thing_at(shelf.library, shelf.page("pier.md"), (1, 7))
        assert thing is not None
        with pytest.raises(error):
            rename_memory(shelf.library, thing, name)


@pytest.mark.parametrize(
    ("written", "moved", "becomes"),
    [
        ("`src/tide.py:3`", {"src/tide.py": "src/tables.py"}, "`src/tables.py:3`"),
        ("`src/tide.py`", {"src": "lib"}, "`lib/tide.py`"),
        ("src/tide.py, src/tide.py", {"src/tide.py": "a/b.py"}, "a/b.py, a/b.py"),
        ("`src/tide.pyi`", {"src/tide.py": "a/b.py"}, "`src/tide.pyi`"),
        ("`mysrc/tide.py`", {"src": "lib"}, "`mysrc/tide.py`"),
        ("./src/tide.py is", {"src/tide.py": "src/x.py"}, "./src/x.py is"),
        ("`tide.py`", {"packages/sea/tide.py": "packages/sea/ebb.py"}, "`ebb.py`"),
        ("[tables](src/tide.py)", {"src/tide.py": "src/x.py"}, "[tables](src/x.py)"),
        ("all of a/deep/folder is", {"a/deep/folder": "a/flat"}, "all of a/flat is"),
    ],
)
def test_a_memory_follows_the_files_that_it_names(
    tmp_path: Path, written: str, moved: dict[str, str], becomes: str
) -> None:
    with a_shelf(tmp_path, {"tide.md": memory("Tide", f"See {written} now.")}) as shelf:
        shelf.apply(follow_files(shelf.library, moved))
        assert shelf.page("tide.md").line(6) == f"See {becomes} now."


UP = memory(
    "Rota", "See [pier](../pier.md#steps), [it](<../pier.md>), [other](shift.md), [it](ops/shift.md), [[shift]]."
)


def test_links_that_go_up_from_a_sub_folder_lead_somewhere_and_follow(tmp_path: Path) -> None:
    files = {
        "pier.md": memory("Pier"),
        "ops/pier.md": memory("Ops pier"),
        "ops/rota.md": UP,
        "ops/shift.md": memory("Shift"),
    }
    with a_shelf(tmp_path, files) as shelf:
        assert shelf.library.targets(shelf.page("ops/rota.md")) == ("pier.md", "pier.md", *["ops/shift.md"] * 3)
        shelf.apply(move_memory(shelf.library, "pier.md", "quay.md", None).edits, ("pier.md", "quay.md"))
        written = "See [pier](../quay.md#steps), [it](../quay.md), [other](shift.md), [it](ops/shift.md), [[shift]]."
        assert shelf.page("ops/rota.md").line(6) == written


def test_a_sub_folder_that_is_renamed_takes_its_links_along(tmp_path: Path) -> None:
    index = "- [Rota](ops/rota.md) — who\n- [Shift](ops/shift.md) — when\n"
    files = {"pier.md": memory("Pier"), "ops/rota.md": UP, "ops/shift.md": memory("Shift"), "MEMORY.md": index}
    with a_shelf(tmp_path, files) as shelf:
        moved = {"ops/rota.md": "work/rota.md", "ops/shift.md": "work/shift.md"}
        edits = follow_memories(shelf.library, moved, {})
        (shelf.folder / "work").mkdir()
        shelf.apply(edits, ("ops/rota.md", "work/rota.md"))
        shelf.apply((), ("ops/shift.md", "work/shift.md"))
        assert shelf.library.targets(shelf.page("work/rota.md")) == ("pier.md", "pier.md", *["work/shift.md"] * 3)
        assert shelf.page("MEMORY.md").text == index.replace("ops/", "work/")
