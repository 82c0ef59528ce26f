"""`add`, `edit` and `remove`: what a person changes, and what is kept when it cannot be."""

from pathlib import Path

import pytest

from fakes.house import memory_text
from fakes.shell import Ran, Shell

KEEL = memory_text("The keel", "of oak", "The keel is of oak.")


@pytest.fixture
def full(shell: Shell) -> Shell:
    shell.save("keel.md", KEEL)
    shell.save("keelson.md", memory_text("Keelson", "above the keel", "x"))
    shell.save("MEMORY.md", "- [Keel](keel.md) — of oak\n- [Keelson](keelson.md) — above\n")
    return shell


def text_of(shell: Shell, path: str) -> str:
    return (shell.memory / path).read_bytes().decode()


def kept_text(ran: Ran) -> str:
    """The text that a failed edit was kept in."""
    file = Path(ran.err.split("Your text is kept in ")[1].split(".\n")[0])
    text = file.read_text()
    file.unlink()
    return text


def test_what_is_added_is_written_and_named(shell: Shell) -> None:
    ran = shell.good("add", "Deploys are on Tuesdays.", "--name", "Deploy days", "--type", "project")
    assert (ran.out, ran.err) == ("written: deploy-days.md\n", "")
    assert "type: project" in text_of(shell, "deploy-days.md")
    assert text_of(shell, "MEMORY.md") == "- [Deploy days](deploy-days.md) — Deploys are on Tuesdays\n"
    answer = shell.good("add", "Deploys are on Tuesdays.", "--json").json
    assert answer == {
        "verdict": "duplicate", "memoryUri": (shell.memory / "deploy-days.md").as_uri(), "held": None,
        "warnings": [], "usage": None, "related": [],
    }  # fmt: skip
    assert shell.good("add", "deploys are on tuesdays.").out == "That is known already; nothing was written.\n"


@pytest.mark.parametrize("words", [("add",), ("add", "-")])
def test_a_text_may_come_from_standard_input_in_any_encoding(shell: Shell, words: tuple[str, ...]) -> None:
    shell.good(*words, "--name", "utf", stdin="Ärger über Öl\n")
    shell.good(*words, "--name", "old", stdin="Ärger mit Öl\n".encode("cp1252"))
    assert text_of(shell, "utf.md").endswith("Ärger über Öl\n")
    assert text_of(shell, "old.md").endswith("Ärger mit Öl\n")


def test_an_entry_is_added_to_its_topic_and_removed_by_its_title(shell: Shell) -> None:
    shell.good("add", "Port 2222.", "--topic", "Staging", "--title", "SSH")
    shell.good("add", "Tunnel.", "--topic", "staging", "--title", "DB")
    assert text_of(shell, "MEMORY.md") == "- [Staging](staging.md) — SSH; DB\n"
    shell.good("remove", "staging", "--entry", "ssh")
    assert text_of(shell, "MEMORY.md") == "- [Staging](staging.md) — DB\n"
    shell.good("remove", "Staging", "--entry", "DB")
    assert [path.name for path in shell.memory.iterdir()] == ["MEMORY.md"]


def test_the_profile_is_written_with_to(shell: Shell) -> None:
    answer = shell.good("add", "Sails", "--to", "user", "--json").json
    assert answer["usage"] == {"chars": 5, "limit": 5500}
    assert (shell.home / ".noctule/profile/USER.md").read_text() == "Sails\n"


@pytest.mark.parametrize(
    ("words", "kind"),
    [
        (("add", " "), "refused"),
        (("add", "</system" + "-reminder>"), "refused"),
        (("add", "x" * 70_000), "refused"),
        (("add", "x" * 9000, "--to", "notes"), "overCap"),
    ],
)
def test_what_is_refused_is_said_and_fails(shell: Shell, words: tuple[str, ...], kind: str) -> None:
    assert (shell.run(*words).code, shell.run(*words).out) == (1, "")
    assert shell.run(*words, "--json").json["error"]["kind"] == kind


def test_size_can_be_forced(shell: Shell) -> None:
    shell.good("add", "x" * 70_000, "--name", "big", "--force")


def test_an_index_that_is_full_is_a_note_beside_the_answer(shell: Shell) -> None:
    shell.save("MEMORY.md", "".join(f"- [M{number}](m{number}.md)\n" for number in range(200)))
    ran = shell.good("add", "New.", "--name", "new")
    assert ran.out == "written: new.md\n"
    assert "The index is full" in ran.err


def test_a_memory_is_removed_only_by_its_whole_name(full: Shell) -> None:
    for part in ("kee", "son", "MEMORY.md", "index"):
        assert full.run("remove", part).code == 1
    assert full.good("remove", "keel").out == "removed: keel.md\n"
    assert sorted(path.name for path in full.memory.iterdir()) == ["MEMORY.md", "keelson.md"]
    assert text_of(full, "MEMORY.md") == "- [Keelson](keelson.md) — above\n"


def test_an_edit_is_written_with_a_newline_at_its_end(full: Shell) -> None:
    full.editor('printf \'%s\\nMore.\' "$(cat "$1")" > "$1"')
    assert full.good("edit", "keel").out == "written: keel.md\n"
    assert text_of(full, "keel.md") == KEEL + "More.\n"


def test_the_editor_is_given_a_file_of_the_memory_s_name_and_its_own_arguments(full: Shell) -> None:
    full.editor('echo "$1" > "$HOME/args"; basename "$2" >> "$HOME/args"')
    full.set("VISUAL", f"'{full.home}/editor.sh' --wait")
    full.set("EDITOR", "false")
    full.good("edit", "the keel")
    assert (full.home / "args").read_text() == "--wait\nkeel.md\n"


def test_nothing_is_written_where_nothing_was_changed(full: Shell) -> None:
    file = full.save("bare.md", "no newline at its end")
    for script in ("true", 'touch "$1"', 'cp "$1" "$1.new" && mv "$1.new" "$1"'):
        full.editor(script)
        assert full.good("edit", "bare").out == "Nothing was changed.\n"
    assert full.good("edit", "bare", "--json").json["verdict"] == "duplicate"
    assert file.read_text() == "no newline at its end"


def test_line_ends_and_old_encodings_survive_an_edit(full: Shell) -> None:
    file = full.save("crlf.md", "one\r\ntwo")
    full.editor("printf '\\r\\nthree' >> \"$1\"")
    full.good("edit", "crlf")
    assert file.read_bytes() == b"one\r\ntwo\r\nthree\r\n"
    file.write_bytes("Öl\n".encode("cp1252"))
    full.editor('echo more >> "$1"')
    full.good("edit", "crlf")
    assert file.read_bytes() == "Öl\nmore\n".encode("cp1252")
    full.editor("printf '\\303\\226l\\n\\326l\\n' > \"$1\"")
    full.good("edit", "crlf")
    assert b"\xef\xbf\xbd" not in file.read_bytes(), "no letter is lost to an editor that writes another encoding"


def test_the_index_is_edited_like_a_memory(full: Shell) -> None:
    full.editor("echo '- [New](new.md)' >> \"$1\"")
    assert full.good("edit", "index").out == "written: MEMORY.md\n"
    assert text_of(full, "MEMORY.md").endswith("- [New](new.md)\n")


@pytest.mark.parametrize(
    ("editor", "says"),
    [
        ("exit 3", "ended with 3; nothing was written"),
        ('rm "$1"', "left no file behind; nothing was written"),
        ("kill -9 $$", "nothing was written"),
    ],
)
def test_an_editor_that_fails_changes_nothing(full: Shell, editor: str, says: str) -> None:
    full.editor(f'echo lost >> "$1"; {editor}')
    ran = full.run("edit", "keel")
    assert (ran.code, ran.out) == (1, "")
    assert says in ran.err
    assert text_of(full, "keel.md") == KEEL


@pytest.mark.parametrize("editor", ["/nowhere/editor", "'unbalanced", "/"])
def test_an_editor_that_cannot_be_started_is_said(full: Shell, editor: str) -> None:
    full.set("EDITOR", editor)
    ran = full.run("edit", "keel")
    assert ran.code == 1
    assert "set VISUAL or EDITOR" in ran.err


def test_a_blank_visual_is_not_set(full: Shell) -> None:
    full.set("VISUAL", "  ")
    full.editor('echo more >> "$1"')
    full.good("edit", "keel")


def test_what_somebody_else_changed_meanwhile_is_kept_and_so_is_the_edit(full: Shell) -> None:
    full.editor(f"echo theirs >> '{full.memory}/keel.md'; echo mine >> \"$1\"")
    ran = full.run("edit", "keel")
    assert (ran.code, ran.out) == (1, "")
    assert "keel.md was changed by somebody else meanwhile" in ran.err
    assert kept_text(ran) == KEEL + "mine\n"
    assert text_of(full, "keel.md") == KEEL + "theirs\n"
    full.editor(f"rm '{full.memory}/keel.md'; echo mine >> \"$1\"")
    ran = full.run("edit", "keel", "--json")
    assert ran.json["error"]["kind"] == "notFound"
    assert kept_text(ran).endswith("mine\n")


def test_a_memory_is_pinned_and_no_longer(shell: Shell) -> None:
    shell.good("add", "The keel is of oak.", "--name", "keel")
    assert shell.good("pin", "keel").out == "pinned: keel.md\n"
    assert shell.good("pin", "keel").out == "It is pinned already.\n"
    assert [row["pinned"] for row in shell.good("list", "--json").json["memories"]] == [True]
    assert shell.good("pin", "keel", "--off").out == "not pinned: keel.md\n"
    assert [row["pinned"] for row in shell.good("list", "--json").json["memories"]] == [False]
