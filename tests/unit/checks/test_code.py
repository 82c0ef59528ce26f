"""A memory's words are read for the files they name; what only looks like a file is none."""

import pytest

from fakes.workspace import FakeWorkspace
from noctule.checks.code import is_gone, references


@pytest.mark.parametrize(
    ("text", "named"),
    [
        (
            "The guard sits in `src/gate/guard.rs:41`, see docs/adr/0007.md too.",
            ["src/gate/guard.rs:41", "docs/adr/0007.md"],
        ),
        (
            "Start `manage.py`, then “tasks.toml”; settings.yaml:12 has the port",
            ["manage.py", "tasks.toml", "settings.yaml:12"],
        ),
        ("core/io/__init__.py#L9 and ./tools/lint.sh", ["core/io/__init__.py:9", "tools/lint.sh"]),
        ("日本語の説明は docs/設計.md にある", ["docs/設計.md"]),
        ("twice a/b.go and a/b.go", ["a/b.go"]),
        ("Node.js and Vue.js, version 1.2.3, e.g. this. And/or TCP/IP.", []),
        ("https://wiki.acme.test/pages/start.html or wiki.acme.test/x.html or www.acme.test/a.html", []),
        ("mail ops@acme.test, `git@host:team/repo.git`", []),
        ("~/.ssh/config.d /etc/app/main.conf C:\\src\\main.rs $HOME/x/y.sh ${DIR}/x.py", []),
        ("src/**/x.ts tests/*.py <name>/x.ts {a,b}/c.js ../outside/x.py a/../b.py", []),
    ],
)
def test_files_are_told_apart_from_what_looks_like_them(text: str, named: list[str]) -> None:
    assert [str(one) for one in references(text)] == named


def test_a_reference_knows_where_it_stands() -> None:
    text = "see `a/b.py` now"
    (one,) = references(text)
    assert text[one.start : one.end] == "a/b.py"


def test_a_file_that_is_gone_or_too_short_is_named() -> None:
    workspace = FakeWorkspace({"src/a.py": "x\n" * 9, "src/b.py": "x\n" * 49})
    text = "`src/a.py`, src/a.py:10, src/a.py:11, src/b.py:3 and lib/c.py"
    assert [str(one) for one in references(text) if is_gone(one, workspace)] == ["src/a.py:11", "lib/c.py"]


@pytest.mark.parametrize(
    "text", ["a/" * 50_000, "a." * 50_000, "a" * 100_000, "a.b/" * 25_000, "x:1" * 30_000, "-a." * 30_000]
)
def test_a_hostile_text_is_read_in_no_time(text: str) -> None:
    assert len(references(text)) <= 50
