"""Claims about the stage, the change set that comes of it, and how it lands in the live folder."""

import pytest

from fakes.dreaming import Folder
from fakes.house import memory_text
from noctule.dream.apply import CHANGED, LEFT_BEHIND, UNSAVED
from noctule.dream.stage import make_stage
from noctule.errors import NotFound
from noctule.memories.index import without
from noctule.store.changes import Author
from noctule.store.history.undo import undo

DAY_NS = 86_400 * 1_000_000_000


def merged(body: str = "Gravel is wet. Violins are dry.") -> str:
    return memory_text("Merged", "gravel and violins", body)


@pytest.fixture(autouse=True)
def three(ferry: Folder) -> None:
    for name, days in (("gravel", 40), ("violins", 10), ("orchids", 90)):
        ferry.memory(name, f"Of {name} there is much to say.", days_old=days)
    ferry.index("gravel", "violins", "orchids")


MERGE = {
    "gravel.md": None,
    "violins.md": None,
    "merged.md": merged(),
    "MEMORY.md": "# Index\n\n- [Merged](merged.md) — both\n- [Orchids](orchids.md) — about orchids\n",
}
REPLACES = {"merged.md": ["gravel.md", "violins.md"]}


def test_a_stage_is_a_copy_without_what_is_held(ferry: Folder) -> None:
    ferry.save("sub/deep.md", "Deep.\n")
    ferry.save("notes.txt", "no memory")
    (ferry.path / "link.md").symlink_to(ferry.path / "gravel.md")
    base = make_stage(ferry.path, ferry.stage, ["violins.md"], lambda text: without(text, ["violins.md"]))
    assert set(base.files) == {"gravel.md", "orchids.md", "sub/deep.md", "MEMORY.md"}
    assert "violins" not in (ferry.stage / "MEMORY.md").read_text()
    assert b"violins" not in (base.index or b"")
    assert (ferry.stage / "gravel.md").stat().st_mtime_ns == (ferry.path / "gravel.md").stat().st_mtime_ns
    assert (ferry.stage / "gravel.md").stat().st_ino != (ferry.path / "gravel.md").stat().st_ino


def test_a_change_set_says_what_was_created_edited_and_removed(ferry: Folder) -> None:
    changes = ferry.dream({**MERGE, "orchids.md": "Other.\n"}, REPLACES)
    assert changes.paths("created") == ("merged.md",)
    assert changes.paths("edited") == ("orchids.md",)
    assert changes.paths("removed") == ("gravel.md", "violins.md")
    assert changes.index is not None
    assert ferry.dream({}).is_empty


def test_a_merge_keeps_the_newest_time_of_its_sources(ferry: Folder) -> None:
    newest = (ferry.path / "violins.md").stat().st_mtime_ns
    for replaces in (REPLACES, {}):  # named, or told by its words
        body = "Of gravel there is much to say. Of violins there is much to say."
        by_path = {one.path: one for one in ferry.dream({**MERGE, "merged.md": merged(body)}, replaces).memories}
        assert by_path["merged.md"].mtime_ns == newest


def test_an_edit_keeps_its_time_and_a_new_memory_is_new(ferry: Folder) -> None:
    by_path = {one.path: one for one in ferry.dream({"orchids.md": "Other.\n", "new.md": "Turnips.\n"}).memories}
    assert by_path["orchids.md"].mtime_ns == (ferry.path / "orchids.md").stat().st_mtime_ns
    assert by_path["new.md"].mtime_ns is None


def test_a_dream_lands_as_one_change_of_the_history(ferry: Folder) -> None:
    applied = ferry.apply(ferry.dream(MERGE, REPLACES))
    assert not applied.conflicts
    assert applied.rest.is_empty
    newest = next(iter(ferry.memories.history.changes()))
    assert newest.short_id == applied.change
    assert newest.told.author == Author("dream")
    assert newest.told.reason == "dream 00000001: by command, tidy"
    assert {one.path for one in newest.told.files} == {"gravel.md", "violins.md", "merged.md", "MEMORY.md"}
    assert set(ferry.contents()) == {"merged.md", "orchids.md", "MEMORY.md"}
    ten_days = (ferry.path / "merged.md").stat().st_mtime_ns
    assert abs(ferry.now.timestamp() * 1e9 - 10 * DAY_NS - ten_days) < DAY_NS


def test_a_dream_is_undone_byte_for_byte(ferry: Folder) -> None:
    before = ferry.contents()
    times = {path: (ferry.path / path).stat().st_mtime_ns for path in before}
    applied = ferry.apply(ferry.dream(MERGE, REPLACES))
    change = ferry.memories.history.find(applied.change or "")
    undo(ferry.memories, change, Author("person"), ferry.now)
    assert ferry.contents() == before
    assert {path: (ferry.path / path).stat().st_mtime_ns for path in before if path != "MEMORY.md"} == {
        path: time for path, time in times.items() if path != "MEMORY.md"
    }


def test_a_memory_that_was_changed_meanwhile_keeps_that_change(ferry: Folder) -> None:
    changes = ferry.dream({"orchids.md": "The dream's.\n", "new.md": "Turnips.\n"})
    ferry.write("orchids.md", "The agent's.\n")
    applied = ferry.apply(changes)
    assert [(one.path, one.reason) for one in applied.conflicts] == [("orchids.md", CHANGED)]
    assert ferry.text("orchids.md") == "The agent's.\n"
    assert ferry.text("new.md") == "Turnips.\n"
    assert [one.path for one in applied.rest.memories] == ["orchids.md"]


@pytest.mark.parametrize("is_through_us", [True, False])
def test_a_memory_made_meanwhile_under_the_same_name_stays(ferry: Folder, is_through_us: bool) -> None:
    changes = ferry.dream({"new.md": "The dream's.\n"})
    (ferry.write if is_through_us else ferry.save)("new.md", "Somebody's.\n")
    assert [one.path for one in ferry.apply(changes).conflicts] == ["new.md"]
    assert ferry.text("new.md") == "Somebody's.\n"


def test_what_is_open_and_unsaved_is_never_overwritten(ferry: Folder) -> None:
    before = ferry.contents()
    applied = ferry.apply(ferry.dream({"orchids.md": "The dream's.\n"}), unsaved=["orchids.md"])
    assert [(one.path, one.reason) for one in applied.conflicts] == [("orchids.md", UNSAVED)]
    assert ferry.contents() == before
    assert applied.change is None


def test_an_unsaved_index_stays_and_waits(ferry: Folder) -> None:
    changes = ferry.dream(MERGE, REPLACES)
    index = ferry.text("MEMORY.md")
    applied = ferry.apply(changes, unsaved=["MEMORY.md"])
    assert [one.path for one in applied.conflicts] == ["MEMORY.md"]
    assert ferry.text("MEMORY.md") == index
    assert applied.rest.index is not None
    again = ferry.apply(applied.rest)
    assert not again.conflicts
    assert ferry.text("MEMORY.md") == MERGE["MEMORY.md"]


def test_what_is_taken_away_stays_where_its_place_could_not_be_filled(ferry: Folder) -> None:
    changes = ferry.dream(MERGE, REPLACES)
    ferry.write("merged.md", "Somebody's.\n")
    before = ferry.contents()
    applied = ferry.apply(changes)
    assert {one.path: one.reason for one in applied.conflicts} == {
        "merged.md": CHANGED,
        "gravel.md": LEFT_BEHIND,
        "violins.md": LEFT_BEHIND,
    }
    assert ferry.contents() == before


def test_an_entry_that_moves_stays_where_it_cannot_arrive(ferry: Folder) -> None:
    entry = "## Ports\n\nThe tide service answers on port 9413, the bell service on port 9518, never on 8080.\n"
    ferry.memory("topics", f"Short.\n\n{entry}")
    changes = ferry.dream({"topics.md": memory_text("Topics", "about topics", "Short."), "ports.md": entry})
    ferry.write("ports.md", "Somebody's.\n")
    assert {one.path for one in ferry.apply(changes).conflicts} == {"ports.md", "topics.md"}
    assert "9413" in ferry.text("topics.md")


def test_index_lines_of_others_survive(ferry: Folder) -> None:
    changes = ferry.dream(MERGE, REPLACES)
    ferry.write("late.md", "Late.\n")
    ferry.save("MEMORY.md", ferry.text("MEMORY.md") + "- [Late](late.md) — came late\n\nBy hand.\n")
    assert not ferry.apply(changes).conflicts
    index = ferry.text("MEMORY.md")
    assert "- [Late](late.md) — came late\n\nBy hand.\n" in index
    assert "- [Merged](merged.md) — both\n" in index
    assert "gravel" not in index


def test_index_lines_follow_also_where_both_touched_the_same(ferry: Folder) -> None:
    changes = ferry.dream(MERGE, REPLACES)
    ferry.save("MEMORY.md", "- [Gravel](gravel.md) — somebody's words\n- [Orchids](orchids.md) — about orchids\n")
    assert not ferry.apply(changes).conflicts
    assert ferry.text("MEMORY.md") == ("- [Orchids](orchids.md) — about orchids\n- [Merged](merged.md) — both\n")


def test_lines_of_held_memories_stay_where_they_are(ferry: Folder) -> None:
    held = ["violins.md"]
    base = make_stage(ferry.path, ferry.stage, held, lambda text: without(text, held))
    assert "violins" not in (base.index or b"").decode()
    (ferry.stage / "orchids.md").unlink()
    index = ferry.stage / "MEMORY.md"
    index.write_text(index.read_text().replace("- [Orchids](orchids.md) — about orchids\n", ""))
    from noctule.dream.changes import change_set
    from noctule.dream.stage import read_stage

    assert not ferry.apply(change_set(base, read_stage(ferry.stage), {})).conflicts
    assert ferry.text("MEMORY.md") == (
        "# Index\n\n- [Gravel](gravel.md) — about gravel\n- [Violins](violins.md) — about violins\n"
    )
    assert "violins.md" in ferry.contents()


def test_only_some_are_applied_with_their_lines_and_what_replaces_them(ferry: Folder) -> None:
    index = "# Index\n\n- [Merged](merged.md) — both\n- [Orchids](orchids.md) — other hook\n- [New](new.md) — new\n"
    changes = ferry.dream({**MERGE, "orchids.md": "Other.\n", "new.md": "New.\n", "MEMORY.md": index}, REPLACES)
    applied = ferry.apply(changes, only=["gravel.md"])
    assert {one.path for one in applied.done} == {"gravel.md", "merged.md", "MEMORY.md"}
    assert set(ferry.contents()) == {"violins.md", "merged.md", "orchids.md", "MEMORY.md"}
    assert ferry.text("MEMORY.md") == (
        "# Index\n\n- [Violins](violins.md) — about violins\n- [Orchids](orchids.md) — about orchids\n"
        "- [Merged](merged.md) — both\n"
    )
    assert {one.path for one in applied.rest.memories} == {"violins.md", "orchids.md", "new.md"}
    rest = ferry.apply(applied.rest)
    assert not rest.conflicts
    assert set(ferry.contents()) == {"merged.md", "orchids.md", "new.md", "MEMORY.md"}
    assert "violins" not in ferry.text("MEMORY.md")
    assert "- [Orchids](orchids.md) — other hook\n" in ferry.text("MEMORY.md")
    assert "- [New](new.md) — new\n" in ferry.text("MEMORY.md")


def test_only_what_the_dream_changes_can_be_applied(ferry: Folder) -> None:
    with pytest.raises(NotFound):
        ferry.apply(ferry.dream(MERGE, REPLACES), only=["orchids.md"])


def test_applying_twice_changes_nothing_more(ferry: Folder) -> None:
    changes = ferry.dream(MERGE, REPLACES)
    ferry.apply(changes)
    after = ferry.contents()
    again = ferry.apply(changes)
    assert (again.change, again.conflicts) == (None, ())
    assert ferry.contents() == after


def test_a_check_that_raises_keeps_everything_as_it_was(ferry: Folder) -> None:
    from noctule.dream.apply import Wish, apply
    from noctule.errors import LockBusy
    from noctule.store.folder import nobody_known

    def lost() -> None:
        raise LockBusy("Another program took the lock.")

    before = ferry.contents()
    with pytest.raises(LockBusy):
        apply(ferry.memories, ferry.dream(MERGE), Wish(reason="dream"), ferry.now, nobody_known, lost)
    assert ferry.contents() == before


def test_a_file_in_the_way_of_a_folder_is_a_conflict(ferry: Folder) -> None:
    changes = ferry.dream({"orchids.md": "Other.\n", "sub/new.md": "New.\n"})
    ferry.save("sub", "in the way")
    assert [one.path for one in ferry.apply(changes).conflicts] == ["sub/new.md"]
    assert ferry.text("orchids.md") == "Other.\n"
