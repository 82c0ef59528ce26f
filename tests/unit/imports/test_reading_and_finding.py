"""A tool's folder is found by its name for the project, and read without following anything out of it."""

import json
from hashlib import sha256
from pathlib import Path

import pytest

from noctule.errors import Refused
from noctule.imports.finding import look_for
from noctule.imports.pi import armory_name, pi_name
from noctule.imports.reading import read_folder
from noctule.imports.source import Places
from noctule.imports.sources import SOURCES
from noctule.imports.told_folders import told_folders

NOT_UTF8 = "It, or its name, is not UTF-8: save it as UTF-8, then import again."
RULES = "It holds instructions that agents load by themselves."
NAMES = [
    ("/home/dev/plain", "--home-dev-plain--", "-home-dev-plain"),
    ("/home/dev/my.dotted.proj", "--home-dev-my.dotted.proj--", "-home-dev-my.dotted.proj"),
    ("/home/dev/with space", "--home-dev-with space--", "-home-dev-with space"),
    ("/home/dev/caf\u00e9", "--home-dev-caf\u00e9--", "-home-dev-caf\u00e9"),
    ("/home/dev/trail-", "--home-dev-trail---", "-home-dev-trail-"),
    ("C:\\Users\\me\\proj", "--C--Users-me-proj--", "C:\\Users\\me\\proj"),
]


@pytest.mark.parametrize(("path", "pi", "armory"), NAMES)
def test_pi_and_armory_name_a_project_as_they_do(path: str, pi: str, armory: str) -> None:
    assert (pi_name(path), armory_name(path)) == (pi, armory)


def write(path: Path, text: str = "x\n") -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)
    return path


def found(source: str, root: Path, home: Path, **environ: str) -> list[Path]:
    looked = look_for([SOURCES[source]], Places((root,), home, environ))
    return [one.folder for one in looked if one.is_found]


@pytest.mark.parametrize("name", ["my_app", "my.app v2", "a+b", "caf\u00e9", "emoji-\U0001f600-x", "x" * 120])
def test_each_tools_folder_of_a_project_is_found(name: str, tmp_path: Path) -> None:
    root, home = tmp_path / "dev" / name, tmp_path / "home"
    root.mkdir(parents=True)
    slug = "".join("-" * (2 if ord(c) > 0xFFFF else 1) if not (c.isascii() and c.isalnum()) else c for c in str(root))
    folders = {
        "pi": home / ".pi/agent/memory" / pi_name(str(root)),
        "armory": home / ".pi/agent/memory" / armory_name(str(root)),
        "pi-topics": home / ".pi/memory" / sha256(str(root).encode()).hexdigest()[:12],
        "pi-profile": home / ".pi/agent/config/pi-memory/memory",
        "serena": root / ".serena/memories",
        "claude-code": home / ".claude/projects" / (slug[:200] + "-x1" if len(slug) > 200 else slug) / "memory",
    }
    for source, folder in folders.items():
        assert found(source, root, home) == []
        write(folder / "a.md")
        assert found(source, root, home) == [folder], source


def test_the_variables_of_the_tools_move_their_folders(tmp_path: Path) -> None:
    root = tmp_path / "app"
    root.mkdir()
    claude = write(tmp_path / "cc/projects" / str(root).replace("/", "-").replace("_", "-") / "memory/a.md").parent
    pi = write(tmp_path / "pi/memory" / pi_name(str(root)) / "a.md").parent
    assert found("claude-code", root, tmp_path / "home", CLAUDE_CONFIG_DIR=str(tmp_path / "cc")) == [claude]
    assert found("pi", root, tmp_path / "home", PI_CODING_AGENT_DIR=str(tmp_path / "pi")) == [pi]


def test_a_folder_whose_conversations_are_those_of_another_project_is_left_out(tmp_path: Path) -> None:
    app, twin, home = tmp_path / "my_app", tmp_path / "my-app", tmp_path / "home"
    app.mkdir()
    twin.mkdir()
    memory = write(home / ".claude/projects" / str(twin).replace("/", "-").replace("_", "-") / "memory/a.md").parent
    assert found("claude-code", app, home) == [memory]
    write(memory.parent / "s.jsonl", "{}\nnot json\n" + json.dumps({"type": "user", "cwd": str(twin)}) + "\n")
    assert found("claude-code", app, home) == []
    (looked,) = look_for([SOURCES["claude-code"]], Places((app,), home, {}))
    assert str(twin) in looked.reason
    write(memory.parent / "t.jsonl", json.dumps({"cwd": str(app / "src")}) + "\n")
    assert found("claude-code", app, home) == [memory]


def test_transcripts_tell_which_folders_there_are(tmp_path: Path) -> None:
    write(tmp_path / ".claude/projects/-a/one.jsonl", '{"cwd": 7}\n{"cwd": "/a"}\n{"cwd": "/never"}\n')
    write(tmp_path / ".pi/agent/sessions/--b--/two.jsonl", '{"type": "session", "cwd": "/b"}\n')
    assert told_folders(Places((), tmp_path, {})) == ("/a", "/b")


def test_what_is_not_taken_is_named_with_its_reason(tmp_path: Path) -> None:
    write(tmp_path / "good.md")
    write(tmp_path / "sub/Deep.MD")
    write(tmp_path / "big.md", "x" * 65_537)
    (tmp_path / "latin.md").write_bytes("caf\u00e9".encode("latin-1"))
    (tmp_path / "null.md").write_bytes(b"a\0b")
    (tmp_path / "link.md").symlink_to(tmp_path / "good.md")
    for name in ("AGENTS.md", "claude.md", "sub/GEMINI.md", "style.instructions.md"):
        write(tmp_path / name)
    for name in (".hidden.md", ".cursor/rules/r.md", "node_modules/m.md", "dreams.jsonl", ".consolidate-lock"):
        write(tmp_path / name)
    (tmp_path / "linked").symlink_to(tmp_path / "sub")
    read = read_folder(tmp_path, lambda _path: None)
    assert [file.path for file in read.files] == ["good.md", "sub/Deep.MD"]
    assert {one.place.relative_to(tmp_path).as_posix(): one.reason for one in read.passed} == {
        "big.md": "It has 65,537 bytes; a memory has at most 65,536. Split it.",
        "latin.md": NOT_UTF8,
        "null.md": "It holds null characters, and is no text.",
        "link.md": "It is a link, and links are not followed.",
        "AGENTS.md": RULES,
        "claude.md": RULES,
        "sub/GEMINI.md": RULES,
        "style.instructions.md": RULES,
    }


def test_a_link_out_of_a_project_is_not_followed_to_serenas_memories(tmp_path: Path) -> None:
    write(tmp_path / "private" / "a.md")
    (tmp_path / "app" / ".serena").mkdir(parents=True)
    (tmp_path / "app" / ".serena" / "memories").symlink_to(tmp_path / "private")
    assert found("serena", tmp_path / "app", tmp_path / "home") == []


def test_a_folder_of_rules_gives_none_of_its_files(tmp_path: Path) -> None:
    write(tmp_path / ".windsurf/rules/testing.md")
    read = read_folder(tmp_path / ".windsurf/rules", lambda _path: None)
    assert (read.files, len(read.passed)) == ((), 1)


def test_a_folder_of_thousands_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("noctule.imports.reading.MOST_FILES", 2)
    for number in range(3):
        write(tmp_path / f"{number}.md")
    with pytest.raises(Refused, match="smaller folder"):
        read_folder(tmp_path, lambda _path: None)
