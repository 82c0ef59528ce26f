"""`dream`, `tidy` and `dreams`: what a person sees of dreams, and decides of those that wait."""

import json
from datetime import UTC, datetime
from pathlib import Path

import pytest

from fakes.shell import Shell
from noctule.dream.lock import DreamLock
from noctule.dream.log import DreamLog
from noctule.dream.stopping import is_stop_wished
from noctule.store.files import content_hash
from noctule.store.held_dreams import ChangeSet, FileChange, HeldDream, HeldDreams
from noctule.store.home import Home


@pytest.fixture
def full(shell: Shell) -> Shell:
    shell.good("add", "The keel is of oak.", "--name", "Keel")
    shell.good("add", "The mast is of pine.", "--name", "Mast")
    memory = folder(shell)
    (memory / "stray.md").write_text("---\nname: Stray\ndescription: not in the index\ntype: project\n---\n\nStray.\n")
    return shell


def folder(shell: Shell) -> Path:
    return Path(shell.good("path").out.strip())


def bad(shell: Shell, *words: str) -> str:
    """What a command says that cannot do what it was asked."""
    ran = shell.run(*words)
    assert ran.code == 1, ran
    return ran.err


def hold(shell: Shell) -> str:
    """A dream that waits: it would remove one memory and edit another."""
    memory = folder(shell)
    before = (memory / "keel.md").read_bytes()
    changes = ChangeSet(
        (
            FileChange("keel.md", before, before.replace(b"oak", b"teak")),
            FileChange("mast.md", (memory / "mast.md").read_bytes(), None),
        )
    )
    home = next(path for path in shell.home.rglob("folders"))
    state = Home(home.parent).folder_state(memory)
    dream = HeldDream(
        id="0123abcd",
        at=datetime.now(UTC),
        trigger="command",
        status="completed",
        reasons=("It removes much.",),
        changes=changes,
    )
    HeldDreams(state).put(dream)
    return dream.id


def test_a_tidy_puts_the_folder_in_order_and_says_so(full: Shell) -> None:
    done = full.good("tidy")
    assert done.out.splitlines()[0] == "Tidy set the index in order"
    assert "stray.md" in (folder(full) / "MEMORY.md").read_text()
    assert full.good("tidy").out == "Tidy found nothing to change\n"


def test_a_dry_run_shows_what_would_change_and_changes_nothing(full: Shell) -> None:
    before = (folder(full) / "MEMORY.md").read_bytes()
    done = full.good("dream", "--dry-run")
    assert "+- [Stray](stray.md) — not in the index" in done.out
    assert (folder(full) / "MEMORY.md").read_bytes() == before


def test_a_dream_that_is_waited_for_tells_its_end(full: Shell) -> None:
    answer = full.good("dream", "--wait", "--json").json
    assert (answer["status"], answer["trigger"], answer["headline"]) == (
        "completed",
        "command",
        "Dream set the index in order",
    )
    assert answer["changes"] == [{"path": "MEMORY.md", "action": "edited"}]


def test_a_dream_goes_on_in_the_background_under_the_id_that_was_told(full: Shell) -> None:
    dream_id = str(full.good("dream", "--json").json["dreamId"])
    log = DreamLog(folder(full))
    while not log.lines():
        pass
    assert [(one.dream_id, one.status) for one in log.lines()] == [(dream_id, "completed")]


def test_a_dream_in_the_background_runs_nothing_of_the_project(full: Shell) -> None:
    trap = full.project / "noctule.py"
    trap.write_text("import pathlib\npathlib.Path(__file__).with_name('taken').touch()\n")
    full.good("dream")
    log = DreamLog(folder(full))
    while not log.lines() and not trap.with_name("taken").exists():
        pass
    assert not trap.with_name("taken").exists()
    assert log.lines()[0].status == "completed"


def test_a_dream_that_runs_elsewhere_is_told_to_stop(full: Shell) -> None:
    memory = folder(full)
    state = Home(next(path for path in full.home.rglob("folders")).parent).folder_state(memory)
    assert "No dream '0123' runs now" in bad(full, "dreams", "cancel", "0123")
    lock = DreamLock(memory, state)
    assert lock.take("0123abcd", "command", datetime.now(UTC)) is None
    assert "No dream 'abcd' runs now" in bad(full, "dreams", "cancel", "abcd")
    assert full.good("dreams", "cancel", "0123").out.startswith("The dream 0123abcd stops")
    assert is_stop_wished(state, "0123abcd")
    lock.release(datetime.now(UTC), keeps_stamp=False)
    assert "runs now" in bad(full, "dreams", "cancel", "0123")


def test_dreams_are_listed_and_shown(full: Shell) -> None:
    assert full.good("dreams").err == "Nothing was dreamt yet: `noctule dream` begins.\n"
    full.good("tidy")
    (row,) = full.good("dreams").out.splitlines()
    dream_id, _, status, what = row.split("\t")
    assert (status, what) == ("completed", "Tidy set the index in order")
    shown = full.good("dreams", "show", dream_id[:6]).out
    assert "status  completed (tidy)\n" in shown
    assert "edited  MEMORY.md\n" in shown
    assert "+- [Stray](stray.md) — not in the index" in full.good("dreams", "diff", dream_id).out


def test_a_dream_that_waits_is_shown_applied_in_part_and_discarded(full: Shell) -> None:
    dream_id = hold(full)
    assert f"{dream_id}  a dream\n  It removes much.\n" in full.good("held").out
    assert "-The mast is of pine." in full.good("dreams", "diff", dream_id).out
    assert full.good("dreams", "apply", dream_id, "keel.md").out == "Applied: keel.md. The rest waits.\n"
    assert "teak" in (folder(full) / "keel.md").read_text()
    assert (folder(full) / "mast.md").exists()
    assert full.good("dreams", "discard", dream_id).out == "Discarded; nothing of it was written.\n"
    assert (folder(full) / "mast.md").exists()
    assert bad(full, "dreams", "apply", dream_id).startswith("noctule: No dream 0123abcd waits")


def test_what_cannot_be_applied_is_told_and_ends_with_one(full: Shell) -> None:
    dream_id = hold(full)
    (folder(full) / "keel.md").write_text("Somebody's.\n")
    done = full.run("dreams", "apply", dream_id)
    assert done.code == 1
    assert "keel.md stays as it is: it was changed meanwhile." in done.out
    assert (folder(full) / "keel.md").read_text() == "Somebody's.\n"


def test_a_dream_is_undone_by_its_id(full: Shell) -> None:
    before = content_hash((folder(full) / "MEMORY.md").read_bytes())
    full.good("tidy")
    dream_id = json.loads((folder(full) / "dreams.jsonl").read_text())["dreamId"]
    assert full.good("dreams", "undo", dream_id).out.startswith(f"Undone: the dream {dream_id} (MEMORY.md).")
    assert content_hash((folder(full) / "MEMORY.md").read_bytes()) == before


@pytest.mark.parametrize("words", [["show"], ["keep", "0123abcd"], ["show", "a", "b"]])
def test_wrong_words_are_told_the_right_ones(full: Shell, words: list[str]) -> None:
    assert "Say `show ID`" in bad(full, "dreams", *words)


def test_a_dream_that_waits_keeps_a_new_one_from_beginning_until_it_may_be_replaced(full: Shell) -> None:
    dream_id = hold(full)
    for words in (["dream"], ["dream", "--wait"], ["tidy"]):
        assert f"The dream {dream_id} waits for your word" in bad(full, *words)
    full.good("tidy", "--replace")
    assert dream_id not in full.good("held").out


def test_an_id_that_is_none_is_refused(full: Shell) -> None:
    assert "is no id of a dream" in bad(full, "dream", "--id", "../../x")
    assert full.good("dream", "--wait", "--id", "89abcdef", "--json").json["dreamId"] == "89abcdef"


def test_where_memory_is_off_no_dream_begins(full: Shell) -> None:
    full.good("disable")
    assert "off" in bad(full, "dream")
    assert "switched off" in bad(full, "tidy")


def test_a_dream_is_shown_as_waiting_only_while_it_waits(full: Shell) -> None:
    home = next(path for path in full.home.rglob("folders")).parent
    (home / "settings.json").write_text('{"memory": {"dream": {"review": "always"}}}')
    dream_id = str(full.good("tidy", "--json").json["dreamId"])
    assert "status  completed, waits for your word (tidy)\n" in full.good("dreams", "show", dream_id).out
    full.good("dreams", "apply", dream_id)
    assert "status  completed (tidy)\n" in full.good("dreams", "show", dream_id).out
