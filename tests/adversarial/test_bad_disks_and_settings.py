"""Whatever lies in the folder, in the settings or on the disk: it is named, nothing is lost, and the server lives.

`NOCTULE_FILES=20000 python -m pytest tests/adversarial/test_bad_disks_and_settings.py -s` serves more memories.
"""

import os
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from fakes.place import Place, error, result
from fakes.stdio_client import StdioClient, request

FILES = int(os.environ.get("NOCTULE_FILES", "2000"))
PATIENCE_S = 110.0

HEAD = "---\nname: {name}\ndescription: {name} of the lagoon\ntype: project\n---\n"


@pytest.fixture
def place(tmp_path: Path) -> Place:
    return Place(tmp_path)


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """A file system of one megabyte. Mounting takes root, which the project's own test machine gives."""
    disk = tmp_path / "disk"
    disk.mkdir()
    mounted = subprocess.run(["mount", "-t", "tmpfs", "-o", "size=1m", "tmpfs", str(disk)], check=False)
    if mounted.returncode:
        pytest.skip("a small disk cannot be mounted here: that takes root")
    try:
        yield disk
    finally:
        subprocess.run(["umount", "--lazy", str(disk)], check=True)


def test_a_memory_of_fifty_megabytes_is_listed_and_stops_nothing(place: Place) -> None:
    (place.memory / "huge.md").write_text(HEAD.format(name="Huge") + "the tide table says so. \n" * 2_000_000)
    with place.serving(place.project) as client:
        listed = result(client, 1, "list", {})["memories"]
        (huge,) = [one for one in listed if one["path"] == "huge.md"]
        assert (huge["name"], huge["bytes"] > 45_000_000) == ("Huge", True)
        assert "memory-too-long" in [finding["code"] for finding in huge["findings"]]
        result(client, 2, "startSession", {"sessionId": "s"})
        given = result(client, 3, "recall", {"sessionId": "s", "query": "what does the huge tide table say?"})
        assert len(given["text"] or "") < 30_000


def test_thousands_of_memories_are_listed_recalled_and_watched(place: Place) -> None:
    for number in range(FILES):
        name = f"Buoy {number}"
        (place.memory / f"buoy-{number:05}.md").write_text(HEAD.format(name=name) + f"Buoy {number} blinks.\n")
    wanted = FILES - 7
    with place.serving(place.project) as client:
        client.send(request(1, "memory/list", {}))
        assert len(client.answer(1, PATIENCE_S)["result"]["memories"]) == FILES + 2
        client.send(request(2, "memory/startSession", {"sessionId": "s"}))
        assert "result" in client.answer(2, PATIENCE_S)
        asked = {"sessionId": "s", "query": f"does buoy {wanted} blink?"}
        client.wait_until(lambda: "partialIndex" not in _notes(client, asked), PATIENCE_S)
        assert error(client, 3, "read", {"memoryUri": place.uri("nope.md")})["data"]["kind"] == "notFound"
        (place.memory / "late.md").write_text("Seen all the same.\n")
        client.wait_until(lambda: "late.md" in str(client.notifications("memory/written")), PATIENCE_S)
        print(f"\n{FILES:,} memories: the server takes {_memory_mb(client):.0f} MB")


def test_an_index_of_one_endless_line_is_cut_where_it_stands(place: Place) -> None:
    (place.memory / "MEMORY.md").write_text("- [Deploys](deploys.md) — " + "x" * 30_000)
    with place.serving(place.project) as client:
        snapshot = result(client, 1, "startSession", {"sessionId": "s"})["snapshot"]
        assert snapshot["index"]["truncated"]
        assert "xxxx" in snapshot["text"]
        assert "> WARNING:" in snapshot["text"]


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("{", "settings.json"),
        ("[]", "settings.json"),
        ('{"memory": {"recal": {}}}', "recal"),
        ('{"memory": {"enabled": "no"}}', "enabled"),
        ("\x00\xff", "settings.json"),
    ],
)
def test_broken_settings_are_named_and_left_as_they_are(place: Place, text: str, says: str) -> None:
    home = place.home / ".noctule"
    home.mkdir()
    file = home / "settings.json"
    file.write_bytes(text.encode("latin-1"))
    with place.serving(place.project) as client:
        status = result(client, 1, "status", {})
        assert status["enabled"]
        assert any(says in problem for problem in status["problems"])
        assert status["health"] == "warning"
    assert file.read_bytes() == text.encode("latin-1")


def test_a_memory_folder_that_is_a_file_is_an_error_that_says_so(place: Place) -> None:
    (place.project / "taken").write_text("a file")
    with place.serving(place.project, environ={"NOCTULE_MEMORY_DIR": "taken"}) as client:
        told = error(client, 1, "status", {})
        assert told["data"]["kind"] == "settings"
        assert "taken" in told["message"]


def test_a_folder_that_cannot_be_read_is_told_from_one_that_is_empty(place: Place) -> None:
    """As root no mode keeps a reader out; a link that leads to itself does."""
    loop = place.project / "loop"
    loop.symlink_to(loop)
    with place.serving(place.project, environ={"NOCTULE_MEMORY_DIR": str(loop)}) as client:
        answer = client.ask(1, "memory/list", {})
        assert "error" in answer
        assert answer["error"]["code"] > 0
        assert "result" in client.ask(2, "memory/sessions", {}) or "error" in client.ask(3, "memory/sessions", {})


def test_a_full_disk_is_named_and_what_was_there_stays(place: Place, small_disk: Path) -> None:
    memory = small_disk / "memory"
    memory.mkdir()
    (memory / "deploys.md").write_text(HEAD.format(name="Deploys") + "Blue first.\n")
    before = (memory / "deploys.md").read_bytes()
    filler = small_disk / "filler"
    with place.serving(place.project, environ={"NOCTULE_MEMORY_DIR": str(memory)}) as client:
        result(client, 1, "startSession", {"sessionId": "s"})
        _fill(filler)
        refused = error(client, 2, "add", {"text": "A fact that finds no room. " * 500, "name": "No room"})
        assert refused["data"]["kind"] == "diskFull"
        replaced = {"memoryUri": (memory / "deploys.md").as_uri(), "text": "Green first. " * 4_000}
        assert error(client, 3, "replace", replaced)["data"]["kind"] == "diskFull"
        assert (memory / "deploys.md").read_bytes() == before
        assert [path.name for path in memory.iterdir()] == ["deploys.md"]
        filler.unlink()
        assert result(client, 4, "add", {"text": "Now there is room.", "name": "Room"})["verdict"] == "written"


def test_a_read_only_folder_is_named_and_still_read(place: Place, small_disk: Path) -> None:
    memory = small_disk / "memory"
    memory.mkdir()
    (memory / "deploys.md").write_text(HEAD.format(name="Deploys") + "Blue goes before green.\n")
    subprocess.run(["mount", "-o", "remount,ro", str(small_disk)], check=True)
    with place.serving(place.project, environ={"NOCTULE_MEMORY_DIR": str(memory)}) as client:
        assert [one["name"] for one in result(client, 1, "list", {})["memories"]] == ["Deploys"]
        assert "result" in client.ask(2, "memory/startSession", {"sessionId": "s"})
        assert error(client, 3, "add", {"text": "Cannot be kept."})["data"]["kind"] == "readOnly"
        given: Any = result(client, 4, "recall", {"sessionId": "s", "query": "does blue go before green in deploys?"})
        assert len(given["memories"]) == 1
    subprocess.run(["mount", "-o", "remount,rw", str(small_disk)], check=True)


def _notes(client: StdioClient, asked: dict[str, str]) -> list[str]:
    return list(result(client, f"recall-{len(client.messages)}", "recall", asked)["notes"])


def _memory_mb(client: StdioClient) -> float:
    """What the server's process takes, where the system tells."""
    try:
        pages = int(Path(f"/proc/{client.process.pid}/statm").read_text().split()[1])
    except OSError:
        return 0.0
    return pages * os.sysconf("SC_PAGE_SIZE") / 1e6


def _fill(file: Path) -> None:
    """Takes all room that the disk has left."""
    with file.open("wb", buffering=0) as out:
        for size in (65_536, 4_096, 1):
            try:
                while True:
                    out.write(os.urandom(1) * size)
            except OSError:
                continue
