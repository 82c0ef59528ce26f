"""`noctule batch` and `add --new-store`: several writes at once, and a store of the profile begun anew."""

import json

import pytest

from fakes.shell import Shell

OPERATIONS = [
    {"op": "add", "text": "The lagoon is deep.", "name": "Lagoon"},
    {"op": "add", "text": "Seals.", "topic": "Animals", "title": "In winter"},
]


def test_a_batch_comes_from_standard_input_or_a_file(shell: Shell) -> None:
    assert shell.good("batch", stdin=json.dumps(OPERATIONS)).out == "1  written: lagoon.md\n2  written: animals.md\n"
    file = shell.project / "batch.json"
    uri = (shell.memory / "lagoon.md").as_uri()
    file.write_text(json.dumps({"operations": [{"op": "remove", "memoryUri": uri}, OPERATIONS[1]]}))
    assert shell.good("batch", str(file)).out == "1  written: lagoon.md\n2  known already: animals.md\n"
    assert [row["path"] for row in shell.good("list", "--json").json["memories"]] == ["animals.md"]


def test_warnings_name_their_operation_and_json_holds_it_all(shell: Shell) -> None:
    ran = shell.good("batch", stdin=json.dumps([OPERATIONS[0], {"op": "add", "text": "The gate shuts tomorrow."}]))
    assert "2: “tomorrow” means another day" in ran.err
    answer = shell.good("batch", "--json", stdin=json.dumps(OPERATIONS)).json
    assert (answer["verdict"], [one["verdict"] for one in answer["results"]]) == ("written", ["duplicate", "written"])


BAD = [
    ("{", "no JSON (line 1)"),
    ("[" * 100_000, "no JSON"),
    ("{}", "JSON list of operations"),
    (json.dumps([*OPERATIONS, {"op": "remove"}]), "Operation 3: No memory is named"),
]


@pytest.mark.parametrize(("text", "said"), BAD, ids=[said for _, said in BAD])
def test_a_bad_batch_writes_nothing(shell: Shell, text: str, said: str) -> None:
    ran = shell.run("batch", stdin=text)
    assert (ran.code, said in ran.err) == (1, True), ran.err
    assert shell.good("list", "--json").json == {"memories": []}


def test_a_file_that_is_not_there_is_said(shell: Shell) -> None:
    ran = shell.run("batch", "nowhere.json")
    assert (ran.code, "nowhere.json cannot be read" in ran.err) == (1, True)


def test_a_store_that_is_gone_is_begun_anew_only_when_told_so(shell: Shell) -> None:
    shell.good("add", "Sails", "--to", "user")
    store = shell.home / ".noctule" / "profile" / "USER.md"
    store.unlink()
    ran = shell.run("add", "Rows", "--to", "user")
    assert (ran.code, "noctule add --to user --new-store" in ran.err) == (1, True)
    assert not store.exists()
    assert "USER.md was in" in shell.good("status").out
    assert "USER.md was in" in shell.good("doctor").out
    shell.good("add", "Rows", "--to", "user", "--new-store")
    assert store.read_text() == "Rows\n"
