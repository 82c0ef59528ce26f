"""A change is checked with what hangs on it and no more, and comes to the same as checking all of it anew."""

from hypothesis import given, settings
from hypothesis import strategies as st

from fakes.checked import check_folder
from fakes.workspace import FakeWorkspace
from noctule.checks.incremental import FolderChecks
from noctule.memories.memory import Memory, parse_memory


def memory(path: str, name: str = "", body: str = "x") -> Memory:
    return parse_memory(path, f"---\nname: {name or path}\ndescription: about {path}\ntype: project\n---\n\n{body}\n")


def codes(checks: FolderChecks, path: str) -> list[str]:
    return [finding.code for finding in checks.findings(path)]


def test_a_change_names_what_hangs_on_it() -> None:
    checks = FolderChecks()
    checks.put_index("- [A](a.md)\n- [B](b.md)\n")
    assert checks.put(memory("a.md", "A", "see [[Beta]]")) == {"a.md", "MEMORY.md"}
    assert codes(checks, "a.md") == ["link-dead"]
    assert codes(checks, "MEMORY.md") == ["dangling-link"]
    assert checks.put(memory("b.md", "Beta")) == {"a.md", "b.md", "MEMORY.md"}
    assert checks.all() == ()
    assert checks.put(memory("b.md", "Beta", "more")) == {"b.md"}
    assert checks.put(memory("b.md", "A")) == {"a.md", "b.md"}
    assert (codes(checks, "a.md"), codes(checks, "b.md")) == (["link-dead"], ["name-clash"])
    assert checks.drop("b.md") == {"a.md", "b.md", "MEMORY.md"}
    assert codes(checks, "b.md") == []
    assert checks.drop("b.md") == frozenset()


def test_an_index_that_changes_names_the_memories_that_it_lost_or_found() -> None:
    checks = FolderChecks()
    checks.put_all([memory("a.md", "A"), memory("b.md", "B")])
    assert codes(checks, "MEMORY.md") == ["index-missing"]
    assert checks.put_index("- [A](a.md)\n") == {"MEMORY.md", "b.md"}
    assert codes(checks, "b.md") == ["orphan-memory"]
    assert checks.put_index("- [B](b.md)\n") == {"MEMORY.md", "a.md", "b.md"}
    assert codes(checks, "b.md") == []
    assert checks.put_index("- [B](b.md) — said\n") == {"MEMORY.md"}


def test_what_a_memory_names_in_the_workspace_is_looked_for_again_when_asked() -> None:
    files: dict[str, str] = {}
    checks = FolderChecks(FakeWorkspace(files))
    checks.put_index("- [A](a.md)\n")
    checks.put(memory("a.md", "A", "see `src/x.py`"))
    assert codes(checks, "a.md") == ["path-gone"]
    files["src/x.py"] = ""
    assert codes(checks, "a.md") == ["path-gone"]
    checks.look_again()
    assert codes(checks, "a.md") == []


_PATHS = st.sampled_from(["a.md", "b.md", "B.md", "sub/a.md"])
_NAMES = st.sampled_from(["A", "a", "B", "a.md"])
_BODIES = st.sampled_from(["x", "[[A]]", "[[b]] [[sub/a]]", "[x](a.md)", "y" * 5_000])
_CHANGES = st.one_of(
    st.tuples(st.just("put"), st.builds(memory, _PATHS, _NAMES, _BODIES)),
    st.tuples(st.just("drop"), _PATHS),
    st.tuples(
        st.just("index"), st.none() | st.sampled_from(["", "- [A](a.md)\n", "- [B](b.md)\n- [S](sub/a.md) [[a]]\n"])
    ),
)


@settings(max_examples=60, deadline=None)
@given(st.lists(_CHANGES, max_size=12))
def test_after_any_changes_it_says_what_a_check_of_all_says(changes: list[tuple[str, object]]) -> None:
    checks = FolderChecks()
    files: dict[str, Memory] = {}
    index: str | None = None
    for kind, value in changes:
        before = {path: checks.findings(path) for path in [*files, "MEMORY.md"]}
        if kind == "put":
            assert isinstance(value, Memory)
            files[value.path] = value
            touched = checks.put(value)
        elif kind == "drop":
            files.pop(str(value), None)
            touched = checks.drop(str(value))
        else:
            index = value if isinstance(value, str) else None
            touched = checks.put_index(index)
        after = {path: checks.findings(path) for path in [*files, "MEMORY.md"]}
        changed = {path for path in before | after if before.get(path) != after.get(path)}
        told = {
            path
            for path in changed
            if [one.code for one in before.get(path, ())] != [one.code for one in after.get(path, ())]
        }
        assert told <= touched
    assert list(checks.all()) == check_folder(files, index)
