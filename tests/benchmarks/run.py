"""Runs the benchmarks and prints one table: each figure beside its baseline of the same run, its bar, and whether it
holds.

    run.py [--quick] [--only NAME,NAME] [--bench FOLDER] [--json | --markdown]

Each runs in a process of its own, one after the other; how far it is stands on stderr, and Ctrl-C ends it with the
table so far. `--quick` measures little and holds nothing: it shows that all works. `--bench` names a folder of labelled
sets, without which the quality of recall is left out. Ends with 1 where a bar is missed or a benchmark failed.
"""

import argparse
import contextlib
import importlib
import json
import os
import platform
import signal
import subprocess
import sys
import time
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from benchmarks.row import Measure, Row, Skipped

# In the order of the table. Each is a file beside this one.
BENCHMARKS = {
    "start": "the server's start and memory",
    "turn": "what a turn waits",
    "hook": "what a turn waits for a hook",
    "listing": "`noctule list`",
    "recall_cost": "what recall costs at three sizes",
    "large_folder": "10,000 memories from cold",
    "ranker": "how well recall finds (labelled sets)",
    "conversations": "past conversations: read in and searched",
    "history": "what a write costs",
    "stage": "a dream's copy of the memories",
    "digest": "what a dream reads of a session of 1 GB",
    "checks": "what checks cost",
    "language": "language features",
    "neovim_start": "what the plugin adds to the start of Neovim",
    "neovim_quit": "leaving Neovim while a dream runs",
    "vscode_start": "what the VS Code extension adds to the start",
}

# Of an error that a benchmark ended with.
_LONGEST_TROUBLE = 200

Line = tuple[str, str, str, str, str]
_HEAD: Line = ("What", "Figure", "Bar", "", "Beside, in the same run")


@dataclass(frozen=True, slots=True)
class Result:
    """What came of one benchmark. `trouble`: why it gave no rows, or not all."""

    name: str
    rows: tuple[Row, ...]
    trouble: str = ""
    is_skipped: bool = False

    @property
    def is_well(self) -> bool:
        return self.is_skipped or (not self.trouble and all(row.is_met for row in self.rows))


def main(words: list[str]) -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--quick", action="store_true", help="little of everything, held to no bar")
    parser.add_argument("--only", default="", metavar="NAMES", help=f"of {', '.join(BENCHMARKS)}")
    parser.add_argument("--bench", metavar="FOLDER", help="where labelled sets for the quality of recall lie")
    parser.add_argument("--json", action="store_true", help="one JSON object instead of the table")
    parser.add_argument("--markdown", action="store_true", help="the table as Markdown")
    parser.add_argument("--rows", help=argparse.SUPPRESS)
    args = parser.parse_args(words)
    if args.rows:
        return give_rows(args.rows, quick=args.quick)
    names = [name for name in args.only.split(",") if name] or list(BENCHMARKS)
    if unknown := set(names) - set(BENCHMARKS):
        parser.error(f"no such benchmark: {', '.join(sorted(unknown))}; there are {', '.join(BENCHMARKS)}")
    if args.bench:
        os.environ["NOCTULE_BENCH"] = str(Path(args.bench).resolve())
    results: list[Result] = []
    with contextlib.suppress(KeyboardInterrupt):
        for number, name in enumerate(names, 1):
            results.append(measured(name, f"{number}/{len(names)}", quick=args.quick))
    if args.json:
        print(json.dumps({"machine": machine(), "quick": args.quick, "results": [asdict(one) for one in results]}))
    else:
        print(machine())
        lines = [_HEAD, *_lines(results, quick=args.quick)]
        print(markdown(lines) if args.markdown else table(lines))
    if len(results) < len(names):
        print(f"stopped: {len(results)} of {len(names)} were run", file=sys.stderr)
        return 130
    return int(not args.quick and not all(one.is_well for one in results)) or int(any(_failed(one) for one in results))


def give_rows(name: str, *, quick: bool) -> int:
    """In a process of its own: one JSON object a row on stdout, where nothing else may appear."""
    wire = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)
    measure: Measure = importlib.import_module(f"benchmarks.{name}").rows
    try:
        for row in measure(quick):
            print(json.dumps(asdict(row)), file=wire, flush=True)
    except Skipped as reason:
        print(json.dumps({"skipped": str(reason)}), file=wire, flush=True)
    return 0


def measured(name: str, place: str, *, quick: bool) -> Result:
    """Runs one, and says so; a Ctrl-C ends it with all that it started."""
    began = time.monotonic()
    print(f"[{place}] {name}: {BENCHMARKS[name]} ...", end="", file=sys.stderr, flush=True)
    result = _run(name, quick=quick)
    print(f" {time.monotonic() - began:.1f} s {result.trouble}".rstrip(), file=sys.stderr, flush=True)
    return result


def _run(name: str, *, quick: bool) -> Result:
    command = [sys.executable, __file__, "--rows", name, *(["--quick"] if quick else [])]
    child = subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, encoding="utf-8", start_new_session=True
    )
    try:
        said, trouble = child.communicate()
    except KeyboardInterrupt:
        _end(child)
        raise
    told = [json.loads(line) for line in said.splitlines()]
    rows = tuple(Row(**one) for one in told if "skipped" not in one)
    skipped = next((one["skipped"] for one in told if "skipped" in one), "")
    if child.returncode:
        return Result(name, rows, (trouble.strip().splitlines() or ["it said nothing"])[-1][:_LONGEST_TROUBLE])
    return Result(name, rows, skipped, is_skipped=bool(skipped))


def _end(child: "subprocess.Popen[str]") -> None:
    if os.name == "posix":
        os.killpg(child.pid, signal.SIGKILL)
    else:
        child.kill()
    child.communicate()


def machine() -> str:
    """Where it was measured, and how busy it was at the end."""
    busy = f", load {os.getloadavg()[0]:.1f}" if hasattr(os, "getloadavg") else ""
    return f"{os.cpu_count()} cores, {_processor()}, Python {platform.python_version()}{busy}"


def _processor() -> str:
    with contextlib.suppress(OSError):
        for line in Path("/proc/cpuinfo").read_text().splitlines():
            if line.startswith("model name"):
                return line.partition(":")[2].strip()
    return platform.processor() or platform.machine()


def table(lines: Sequence[Line]) -> str:
    widths = [max(len(line[at]) for line in lines) for at in range(4)]
    shown = (
        f"{line[0]:<{widths[0]}}  {line[1]:>{widths[1]}}  {line[2]:>{widths[2]}}  {line[3]:<{widths[3]}}  {line[4]}"
        for line in lines
    )
    return "\n".join(line.rstrip() for line in shown)


def markdown(lines: Sequence[Line]) -> str:
    head, *others = lines
    return "\n".join(f"| {' | '.join(line)} |" for line in (head, ("---", "---:", "---:", "---", "---"), *others))


def _lines(results: Iterable[Result], *, quick: bool) -> Iterator[Line]:
    for one in results:
        for row in one.rows:
            verdict = "" if row.bar is None or quick else "ok" if row.is_met else "MISSED"
            yield row.what, _figure(row.figure, row.unit), _bar(row), verdict, row.beside
        if one.trouble:
            yield one.name, "", "", "skipped" if one.is_skipped else "FAILED", one.trouble


def _bar(row: Row) -> str:
    return "" if row.bar is None else f"{'≥' if row.is_least else '≤'} {_figure(row.bar, row.unit)}"


def _figure(value: float, unit: str) -> str:
    """Three digits that count, as far as there are as many."""
    digits = next((digits for digits, least in enumerate((100, 10, 0.1)) if abs(value) >= least), 3)
    return f"{value:,.{digits}f} {unit}".rstrip()


def _failed(result: Result) -> bool:
    return bool(result.trouble) and not result.is_skipped


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
