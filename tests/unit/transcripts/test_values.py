"""What readers find in other tools' files is read for what it is, and clipped without halving a secret."""

from pathlib import Path

import pytest

from noctule.safety.redact import redact
from noctule.transcripts.containment import belongs, entries_of
from noctule.transcripts.values import CLIP_CHARS, clipped, object_of, text_of, time_of

ROOTS = (Path("/home/dev/kiln"), Path("/home/dev/kiln-worktree"))


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        ("2026-11-30T12:37:41.464Z", "2026-11-30 12:37:41.464000+00:00"),
        ("2026-11-30T12:37:41+02:00", "2026-11-30 12:37:41+02:00"),
        ("2026-11-30T12:37:41", "2026-11-30 12:37:41+00:00"),
        (1796042000047, "2026-11-30 12:33:20.047000+00:00"),
        ("yesterday", "None"),
        (10**40, "None"),
        (float("nan"), "None"),
        (True, "None"),
        (None, "None"),
    ],
)
def test_a_time_is_read_as_text_or_as_milliseconds(value: object, expected: str) -> None:
    assert str(time_of(value)) == expected


@pytest.mark.parametrize("data", [b"", b"[1]", b'{"cut', "nul\0", "[" * 100_000, b"\xff\xfe", None, 7])
def test_a_record_that_holds_no_object_is_empty(data: object) -> None:
    assert object_of(data) == {}


def test_half_of_a_character_is_replaced_and_the_rest_kept() -> None:
    text = text_of(object_of(b'{"text":"cut emoji \\ud83d end"}')["text"])
    assert text == "cut emoji \ufffd end"
    assert text.encode()


@pytest.mark.parametrize(
    ("cwd", "expected"),
    [
        ("/home/dev/kiln", True),
        ("/home/dev/kiln/web/src", True),
        ("/home/dev/kiln-worktree", True),
        ("/home/dev/kiln-two", False),
        ("/home/dev/kiln/../other", False),
        ("/home/dev", False),
        ("", False),
        (None, False),
        ("/home/dev/kiln\0", False),
    ],
)
def test_a_session_belongs_by_the_folder_it_names(cwd: str | None, expected: bool) -> None:
    assert belongs(cwd, ROOTS) is expected


def test_a_link_that_leads_out_of_the_folder_is_passed_over(tmp_path: Path) -> None:
    inside, outside = tmp_path / "in", tmp_path / "out"
    inside.mkdir()
    outside.mkdir()
    (outside / "theirs.jsonl").write_text("{}")
    (inside / "ours.jsonl").write_text("{}")
    (inside / "twin.jsonl").symlink_to(inside / "ours.jsonl")
    (inside / "link.jsonl").symlink_to(outside / "theirs.jsonl")
    assert [path.name for path in entries_of(inside)] == ["ours.jsonl", "twin.jsonl"]
    assert list(entries_of(tmp_path / "missing")) == []


def test_a_long_output_is_clipped_at_a_line_and_says_how_much_is_left_out() -> None:
    text = "a line of a log\n" * 1000
    short = clipped(text)
    assert len(short) <= CLIP_CHARS + 40
    assert short.splitlines()[-2] == "a line of a log"
    assert short.endswith(f"[{len(text) - short.rindex(chr(10)):,} more characters]")
    assert clipped("short") == "short"


@pytest.mark.parametrize("before_cut", range(1, 44, 6))
def test_a_clip_never_leaves_half_of_a_secret(before_cut: int) -> None:
    token = "gh" + "p_" + "a1B2c3D4e5F6" * 3
    text = "x " * ((CLIP_CHARS - before_cut) // 2) + " " * (before_cut % 2) + token + " y" * 5000
    shown = redact(clipped(text)).text
    assert not any(token[at : at + 6] in shown for at in range(len(token) - 5))
