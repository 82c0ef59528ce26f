"""The table of all benchmarks names each of them, and what it is asked for it measures."""

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

from benchmarks.row import Row
from benchmarks.run import BENCHMARKS, Result, main, markdown, table

FOLDER = Path(__file__).parent / "benchmarks"
RUN = FOLDER / "run.py"
# What makes the table, and is no benchmark.
OURS = {"run", "row"}


def run(*words: str) -> "subprocess.CompletedProcess[str]":
    return subprocess.run([sys.executable, str(RUN), *words], capture_output=True, text=True, timeout=100, check=False)


def test_each_benchmark_is_in_the_table_and_can_give_its_rows() -> None:
    files = {path.stem: path.read_text() for path in FOLDER.glob("*.py") if path.stem not in OURS}
    assert set(files) == set(BENCHMARKS)
    assert [
        name for name, text in files.items() if not re.search(r"^def rows\(quick: bool\)", text, re.MULTILINE)
    ] == []


def test_a_quick_look_at_one_gives_its_figure_its_bar_and_what_stands_beside_it() -> None:
    done = run("--quick", "--only", "stage,ranker", "--json")
    assert done.returncode == 0, done.stderr
    assert "[1/2] stage: " in done.stderr
    told = json.loads(done.stdout)
    stage, ranker = told["results"]
    (row,) = stage["rows"]
    assert (row["what"], row["unit"], row["bar"]) == ("a dream's copy of 50 memories", "ms", 150)
    assert re.fullmatch(r"[\d.,]+ ms beside [\d.,]+ ms of `shutil.copytree`", row["beside"])
    assert (ranker["is_skipped"], ranker["trouble"]) == (True, "no labelled sets: name their folder with --bench")
    assert re.fullmatch(r"\d+ cores, .+, Python 3\.\d+\.\d+(, load [\d.]+)?", told["machine"])


def test_what_there_is_not_is_said(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["--only", "speed"])
    assert "no such benchmark: speed; there are start, turn" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("row", "is_met"),
    [
        (Row("a", 5.0, "ms", 5.0, ""), True),
        (Row("a", 5.1, "ms", 5.0, ""), False),
        (Row("a", 20.0, "MB/s", 20.0, "", is_least=True), True),
        (Row("a", 19.9, "MB/s", 20.0, "", is_least=True), False),
        (Row("a", 5.1, "ms", None, ""), True),
    ],
)
def test_a_bar_is_the_most_or_the_least(row: Row, is_met: bool) -> None:
    assert (row.is_met, Result("a", (row,)).is_well) == (is_met, is_met)


def test_what_failed_is_not_well_and_what_is_skipped_is() -> None:
    assert not Result("a", (), "it said nothing").is_well
    assert Result("a", (), "Node is not here", is_skipped=True).is_well


def test_the_table_stands_in_columns_and_as_markdown() -> None:
    lines = [("What", "Figure", "Bar", "", "Beside"), ("a long one", "1.00 ms", "≤ 2.00 ms", "ok", "b")]
    assert table(lines).splitlines() == [
        "What         Figure        Bar      Beside",
        "a long one  1.00 ms  ≤ 2.00 ms  ok  b",
    ]
    assert markdown(lines).splitlines()[1:] == [
        "| --- | ---: | ---: | --- | --- |",
        "| a long one | 1.00 ms | ≤ 2.00 ms | ok | b |",
    ]
