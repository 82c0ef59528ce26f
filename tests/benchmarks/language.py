"""What an editor waits for while a person writes a memory among a thousand, beside a request that asks for nothing.

Run as `python tests/benchmarks/language.py [ROUNDS]`. The same run is played with the recorded capabilities of VS Code
and of Neovim: keystroke by keystroke, with what an editor asks after each.
"""

import contextlib
import statistics
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1]))

from benchmarks.row import Row
from fakes.writing_person import WritingPerson, at, memory_text

MOST_FEATURE_MS = 10.0
MOST_OPENING_MS = 100.0
MOST_KEYSTROKE_MS = 5.0

MEMORIES = 1_000
INDEX_LINES = 200
WORDS = ["harbour", "gravel", "violins", "orchids", "tariffs", "beehives", "glaciers", "turnips", "sonnets", "lanterns"]
TYPED = "\nThe ferry waits at [[memory-0042]] until `src/quay_7.py` says so, see [[mem"


def build(person: WritingPerson) -> None:
    """A thousand memories that link and name files, an index of two hundred lines, and a small workspace."""
    source = person.project / "src"
    source.mkdir()
    for number in range(40):
        (source / f"quay_{number}.py").write_text("pass\n" * 50)
    for number in range(MEMORIES):
        words = " ".join(WORDS[(number + step) % len(WORDS)] for step in range(6))
        body = (
            f"On {words}: see `src/quay_{number % 40}.py:12` and [[memory-{(number * 7) % MEMORIES:04}]].\n\n"
            f"## What holds\n\nThe {words} are kept dry. {'They are counted each spring. ' * (number % 30)}\n\n"
            f"## Why\n\nSee [another](memory-{(number * 13) % MEMORIES:04}.md)."
        )
        person.save(f"memory-{number:04}.md", memory_text(f"Memory {number}", body, f"about {words}"))
    lines = [
        f"- [Memory {number}](memory-{number:04}.md) — about {WORDS[number % 10]}" for number in range(INDEX_LINES)
    ]
    person.save("MEMORY.md", "\n".join(lines) + "\n")


def requests(uri: str, line: int, character: int) -> dict[str, dict[str, Any]]:
    """What an editor asks after a keystroke, and what a person asks now and then."""
    document, place = {"textDocument": {"uri": uri}}, {"position": at(line, character)}
    here = {"range": {"start": at(line, 0), "end": at(line, character)}, "context": {"diagnostics": []}}
    link = {"position": at(6, 80)}
    return {
        "textDocument/completion": document | place,
        "textDocument/codeAction": document | here,
        "textDocument/documentSymbol": document,
        "textDocument/foldingRange": document,
        "textDocument/documentLink": document,
        "textDocument/codeLens": document,
        "textDocument/documentHighlight": document | link,
        "textDocument/hover": document | link,
        "textDocument/definition": document | link,
        "textDocument/references": document | link | {"context": {"includeDeclaration": True}},
        "textDocument/prepareRename": document | {"position": at(1, 8)},
        "textDocument/rename": document | {"position": at(1, 8), "newName": "Another name"},
        "textDocument/diagnostic": document,
        "workspace/symbol": {"query": "memory 77"},
    }


def ms(act: Callable[[], object]) -> float:
    began = time.perf_counter()
    act()
    return (time.perf_counter() - began) * 1000


def work_ms(pid: int) -> float:
    """What a process has computed so far, however busy the machine is."""
    total = 0
    for thread in Path(f"/proc/{pid}/task").iterdir():
        with contextlib.suppress(OSError):  # it has ended meanwhile
            total += int((thread / "schedstat").read_text().split()[0])
    return total / 1e6


def p95(values: list[float]) -> float:
    return statistics.quantiles(values, n=20)[-1] if len(values) > 1 else values[0]


def play(editor: str, rounds: int) -> dict[str, float]:
    """Figures in milliseconds: each feature's p95 above the trivial request's, the opening, a keystroke."""
    with tempfile.TemporaryDirectory() as base, WritingPerson(Path(base), editor) as person:
        build(person)
        person.begin()
        person.ask("ready", "memory/list", {})
        settle(person)
        index = (person.memory / "MEMORY.md").as_uri()

        def opened() -> None:
            person.open(index)
            person.diagnosed(index)

        opening = ms(opened)
        uri = (person.memory / "memory-0500.md").as_uri()
        person.open(uri)
        person.diagnosed(uri)
        person.want("textDocument/references", uri, position=at(6, 80), context={"includeDeclaration": True})
        trivial, keys = [], []
        took: dict[str, list[float]] = {}
        worked: dict[str, list[float]] = {}
        line = person_line(person)
        for _ in range(rounds):
            character = 0
            for sign in TYPED.lstrip("\n"):
                keys.append(ms(lambda: press(person, uri, sign, line, character)))  # noqa: B023  called at once
                character += 1
                trivial.append(ms(lambda: person.reply("noctule/nothing")))
                if character % 5 == 0 or character == len(TYPED) - 1:
                    for method, params in requests(uri, line, character).items():
                        before = work_ms(person.process.pid)
                        took.setdefault(method, []).append(ms(lambda: person.reply(method, **params)))  # noqa: B023
                        worked.setdefault(method, []).append(work_ms(person.process.pid) - before)
            person.type(uri, "", line, 0, (line, character))
        nothing = p95(trivial)
        return {
            "opening": opening,
            "keystroke": p95(keys) - statistics.median(trivial),
            "nothing": nothing,
            **{method: p95(values) - nothing for method, values in took.items()},
            **{f"{method}, computing": statistics.median(values) for method, values in worked.items()},
        }


def settle(person: WritingPerson) -> None:
    """Until the server has read ahead, as it has when a person opens a file by hand."""
    deadline = time.monotonic() + 60
    while time.monotonic() < deadline:
        if ms(lambda: person.want("workspace/symbol", query="memory 77")) < 20:
            return


def press(person: WritingPerson, uri: str, sign: str, line: int, character: int) -> None:
    """A keystroke, and until the server's loop is free again to answer."""
    person.type(uri, sign, line, character)
    person.reply("noctule/nothing")


def person_line(person: WritingPerson) -> int:
    """The last line of the memory that is written in."""
    return (person.memory / "memory-0500.md").read_text().count("\n")


def rows(quick: bool) -> Iterator[Row]:
    for editor, name in (("vscode", "VS Code"), ("neovim", "Neovim")):
        figures = play(editor, 1 if quick else 3)
        beside = f"{figures.pop('nothing'):.1f} ms, a trivial request, p95"
        yield Row(f"{name}: MEMORY.md opened, to its diagnostics", figures.pop("opening"), "ms", MOST_OPENING_MS, "")
        yield Row(f"{name}: a keystroke on the loop, p95", figures.pop("keystroke"), "ms", MOST_KEYSTROKE_MS, beside)
        slowest = max((one for one in figures if not one.endswith("computing")), key=figures.__getitem__)
        computing = f"`{slowest}` above {beside}; {figures[f'{slowest}, computing']:.1f} ms of it computing"
        yield Row(f"{name}: the slowest feature, p95", figures[slowest], "ms", MOST_FEATURE_MS, computing)


def main() -> None:
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else 3
    for editor in ("vscode", "neovim"):
        figures = play(editor, rounds)
        print(f"{editor}, {MEMORIES} memories; a trivial request: p95 {figures.pop('nothing'):.1f} ms")
        _show("MEMORY.md opened to told, ms", figures.pop("opening"), MOST_OPENING_MS)
        _show("keystroke on the loop, p95 ms", figures.pop("keystroke"), MOST_KEYSTROKE_MS)
        for method in [one for one in figures if not one.endswith("computing")]:
            _show(f"{method}, p95 above, ms", figures[method], MOST_FEATURE_MS)
            print(f"  {'':48} {figures[f'{method}, computing']:7.1f} of it computing, median")


def _show(what: str, value: float, most: float) -> None:
    print(f"  {what:48} {value:7.1f} (at most {most:.0f}){'' if value <= most else '   TOO MUCH'}")


if __name__ == "__main__":
    main()
