"""The dream's shell: what it runs, what it refuses, and that no command reaches past the memory folder."""

import json
import os
import random
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from fakes.memory_ground import MemoryGround, make_ground
from noctule.safety.shell.run import CommandRefused, Vault, run
from noctule.safety.shell.table import COMMANDS

posix_only = pytest.mark.skipif(os.name == "nt", reason="links and FIFOs are made differently on Windows")
pytestmark = posix_only

# The bar is 100,000; the ordinary run takes fewer.
FUZZED = int(os.environ.get("NOCTULE_FUZZ_COMMANDS", "2000"))

RUNS = [
    "ls",
    "ls -lat sub",
    "ls -R",
    "ls {MEM}/",
    "ls -d *",
    "ls -d */",
    "sort a.md",
    "uniq a.md",
    'rg "a|b" a.md',
    'grep "x;y" a.md',
    "rg -t md alpha",
    "stat -c %s a.md",
    "stat --printf='%s\\n' a.md",
    "sort -g a.md",
    "pwd",
    "cat ./a.md",
    "cat {MEM}/b.md",
    "cat sub/../a.md",
    "cat -- -o",
    "cat *",
    "cat 'my notes.md'",
    "cat my\\ notes.md",
    'cat "my notes".md',
    "cat 'x;y.md'",
    "cat résumé.md",
    "cat dreams.jsonl",
    "cat gone.md",
    "cat gone/x.md",
    "cat sub",
    "cat {TRANSCRIPTS}",
    "tail -n 3 {TRANSCRIPTS}",
    "wc -lw *.md",
    "wc -l sub/*.md",
    "head -3 a.md",
    "head -c 1K a.md",
    "tail -n +2 a.md",
    "nl -ba a.md",
    "stat a.md",
    "stat -c '%n %s' a.md",
    "echo 'a > b; c && $d `e`'",
    "echo -n --version",
    "diff -u a.md b.md",
    "comm -12 a.md b.md",
    "sort -t '|' -k2,2nr a.md",
    "uniq -c a.md",
    "cut -d: -f2 a.md",
    "grep 'rm -rf /' a.md",
    'grep "a;b" a.md',
    'grep "beta$" a.md',
    "grep -E '[0-9]{4}-[0-9]{2}' *.md",
    "grep -rn alpha",
    "grep -r --include='*.md' alpha .",
    "grep -r --include=*.md alpha .",
    "grep -- -o a.md",
    "rg -n alpha",
    "rg -g '*.md' -i ALPHA sub",
    "rg -- --pre a.md",
    "rg --files",
    "cat a.md|sort|uniq -c|sort -rn|head -3",
    "cat a.md | tr -d '[:space:]'",
    "cat a.md | diff - b.md",
    "cat a.md | grep -v '^$' | cut -c1-20",
    "rm -f a.md",
    "rm -f -- sub/c.md",
    "rm -f sub/../a.md {MEM}/b.md 'my notes.md'",
    "rm -f gone.md",
    "\tls\t",
]
REFUSED = [
    "",
    " ",
    "ls\n",
    "ls\nrm -f a.md",
    "ls\r\nid",
    "ls\x0bid",
    "ls\u2028id",
    "cat 'a\nb'",
    "cat a\u200b.md",
    "cat 'a\x00.md'",
    "ls;id",
    "ls && id",
    "ls & id",
    "ls || id",
    "ls |& cat",
    "ls |",
    "| ls",
    "ls | | cat",
    "cat a.md | sh",
    "cat a.md | tee b.md",
    "cat a.md | xargs rm",
    "echo x > a.md",
    "echo x >> a.md",
    "echo x 2>&1",
    "cat < a.md",
    "cat <(id)",
    "(ls)",
    "echo `id`",
    'echo "`id`"',
    "echo $(id)",
    'echo "$(id)"',
    'echo "$HOME"',
    "echo ${x:=id}",
    "echo $HOME",
    "cat ~/x.md",
    "cat {a,b}.md",
    "! ls",
    "ls # all",
    "FOO=1 ls",
    "env ls",
    "command ls",
    "\\ls",
    "'ls'",
    "l''s",
    "/bin/ls",
    "./run.md",
    "LS",
    "find . -delete",
    "sed -i s/a/b/ a.md",
    "python -c x",
    "sort -o b.md a.md",
    "sort -uob.md a.md",
    "sort a.md --output=b.md",
    "sort --outp b.md a.md",
    "sort --compress-program=sh a.md",
    "sort -T /tmp a.md",
    "sort --files0-from=a.md",
    "uniq a.md b.md",
    "rg --pre sh x",
    "rg --pre=sh x",
    "rg -L x",
    "rg --hidden x",
    "rg -f a.md x",
    "rg -z x",
    "rg --search-zip x",
    "rg --config x",
    "rg --pre ./p.sh x | cat",
    "rg --hostname-bin ./p.sh x",
    "sort -S 1k --compress-program=./p.sh a.md | sort --compress-prog sh b.md",
    "sort -uo out.md a.md",
    "sort --o out.md a.md",
    "uniq a.md MEMORY.md",
    "tr a b c.md",
    "grep -R x .",
    "grep -f a.md b.md",
    "grep -vfa.md b.md",
    "grep '\\(a\\)\\1' a.md",
    "rg '(?=a)' a.md",
    "grep -E 'a{2000}' a.md",
    "grep -E '" + "(" * 200 + "' a.md",
    "tail -f a.md",
    "tail --follow=name a.md",
    "head -c 9G a.md",
    "head -n 99999999999999 a.md",
    "wc --files0-from=-",
    "diff a.md",
    "diff --to-file=a.md b.md",
    "stat -L link.md",
    "ls -L",
    "cat",
    "cat -",
    "grep x",
    "tr a b",
    "comm a.md -",
    "diff - a.md",
    "sort",
    "cat /dev/stdin",
    "cat /proc/self/environ",
    "cat ../out/secret.txt",
    "cat sub/../../out/secret.txt",
    "cat gone/../../out/secret.txt",
    "cat {MEM}/../out/secret.txt",
    "cat {MEM}-evil/v.md",
    "cat {OUT}/secret.txt",
    "cat {TRANSCRIPTS}/../out/secret.txt",
    "ls ..",
    "ls sub/../..",
    "ls /",
    "ls dlink",
    "cat dlink/secret.txt",
    "cat dlink/../a.md",
    "cat link.md",
    "cat inlink.md",
    "cat dangling.md",
    "cat loop.md",
    "cat hard.md",
    "cat fifo.md",
    "cat .consolidate-lock",
    "cat .*",
    "cat ../*",
    "cat */c.md",
    "cat ''",
    "cat '..\\out\\secret.txt'",
    "cat A.md",
    "rg x ..",
    "grep x a.md ../out/secret.txt",
    "rm",
    "rm -f",
    "rm a.md",
    "rm -rf sub",
    "rm -i a.md",
    "rm -f sub",
    "rm -f *.md",
    "rm -f [ab].md",
    "rm -f MEMORY.md",
    "rm -f memory.md",
    "rm -f ./MEMORY.md",
    "rm -f sub/../MEMORY.md",
    "rm -f dreams.jsonl",
    "rm -f .consolidate-lock",
    "rm -f {TRANSCRIPTS}",
    "rm -f ../out/victim.md",
    "rm -f a.md ../out/victim.md",
    "rm -f link.md",
    "rm -f hard.md",
    "rm -f dlink/victim.md",
    "rm -f A.md",
    "rm -f 'a.md '",
    "ls | rm -f a.md",
    "rm -f a.md | cat",
    "rm -f " + " ".join(f"f{number}.md" for number in range(33)),
    "echo " + "x" * 9000,
    "echo " + "x " * 300,
    "ls" + " | cat" * 8,
    "cat 'a.md",
    'cat "a.md',
    "cat a.md\\",
]


@pytest.fixture
def ground(tmp_path: Path) -> MemoryGround:
    return make_ground(tmp_path)


def answer(ground: MemoryGround, command: str) -> str | None:
    """What the shell prints, or None where it refuses with a sentence."""
    refusal = "."
    try:
        return run(ground.filled(command), Vault(ground.memory, (ground.transcripts,)))
    except CommandRefused as refused:
        refusal = str(refused)
    assert refusal.endswith("."), refusal
    return None


@pytest.mark.parametrize("command", RUNS)
def test_a_command_of_the_table_is_run(ground: MemoryGround, command: str) -> None:
    assert answer(ground, command) is not None


@pytest.mark.parametrize("command", REFUSED, ids=lambda command: ascii(command[:40]))
def test_whatever_else_a_shell_knows_is_refused_and_changes_nothing(ground: MemoryGround, command: str) -> None:
    around, memory = ground.around(), sorted(ground.memory.iterdir())
    assert answer(ground, command) is None
    assert (ground.around(), sorted(ground.memory.iterdir())) == (around, memory)


@pytest.mark.parametrize("command", [None, 5, ["ls"], b"ls", {}])
def test_a_command_that_is_no_text_is_refused(ground: MemoryGround, command: object) -> None:
    with pytest.raises(CommandRefused):
        run(command, Vault(ground.memory))


def test_several_removals_are_all_or_none(ground: MemoryGround) -> None:
    assert "nothing was removed" in (answer(ground, "rm -f a.md gone.md") or "")
    assert (ground.memory / "a.md").exists()
    assert answer(ground, "rm -f a.md sub/c.md a.md") == "removed a.md\nremoved sub/c.md\n"


def test_what_a_pattern_of_names_finds_is_never_an_option(ground: MemoryGround) -> None:
    (ground.memory / "--output=x.md").write_text("gotcha\n")
    text = answer(ground, "sort *") or ""
    assert "gotcha" in text
    assert "dash" in text
    assert not (ground.memory / "x.md").exists()


def test_a_list_shows_no_links_no_hidden_files_and_no_devices(ground: MemoryGround) -> None:
    shown = set((answer(ground, "ls -a") or "").split("\n"))
    assert {"a.md", "sub", "-o"} <= shown
    assert not shown & {"link.md", "dlink", "hard.md", "fifo.md", ".consolidate-lock", "inlink.md"}


def test_output_is_cut_with_a_note(ground: MemoryGround) -> None:
    (ground.memory / "long.md").write_text("é" * 100_000 + "\n")
    text = answer(ground, "cat long.md") or ""
    assert len(text.encode()) < 66 * 1024
    assert "cut after 64 KiB" in text


def test_a_file_of_more_than_a_megabyte_is_said_to_be_too_large(ground: MemoryGround) -> None:
    (ground.memory / "huge.md").write_text("x" * (1024 * 1024 + 1))
    assert "too large" in (answer(ground, "wc huge.md") or "")


HEAVY = [
    "grep -E '(a|aa)*(a|aa)*b' heavy.md",
    "grep -oE '(a?){200}a{200}' heavy.md",
    "grep -E '((a{30}){30}){4}x' heavy.md",
    "rg '(x+x+)+y' heavy.md",
    "rg " + " ".join("-e '(((){1000}){3}){900}'" for _ in range(100)) + " heavy.md",
    "grep -E " + " ".join("-e '(a{60}){60}'" for _ in range(100)) + " heavy.md",
    "grep -E '((){1000}){1000}' heavy.md",
    "rg -o 'a|a.*b' heavy.md",
    "sort -V heavy.md",
    "sort -k1,1 -k2,2 -k3n blanks.md",
    "uniq -f 900000 blanks.md",
    "diff heavy.md blanks.md",
    "diff -w odd.md even.md",
    "cut -c1- --output-delimiter=xxxxxxxxxxxxxxxx heavy.md",
    "cut -c" + ",".join(str(number) for number in range(1, 500, 2)) + " blanks.md",
    "nl -w 16 -s xxxxxxxxxxxxxxxx lines.md",
    "grep -n '' lines.md lines.md lines.md",
    "grep -oC3 '' lines.md",
    "cat lines.md | tr '\\n' a | grep -oE '.?'",
    "cat heavy.md heavy.md heavy.md | cat -A | cat -n",
    "ls " + "*" * 500 + "z",
]


@pytest.mark.parametrize("command", HEAVY)
def test_no_command_takes_much_longer_than_its_time(ground: MemoryGround, command: str) -> None:
    for name, text in (
        ("heavy", "a" * 1_000_000 + "\n"),
        ("blanks", " " * 1_000_000 + "\n"),
        ("lines", "\n" * 1_000_000),
        ("odd", "".join(f"{number}\n" for number in range(1, 150_000, 2))),
        ("even", "".join(f"{number}\n" for number in range(0, 150_000, 2))),
    ):
        (ground.memory / f"{name}.md").write_text(text)
    begun = time.thread_time()
    answer(ground, command)
    assert time.thread_time() - begun < 2.5


@contextmanager
def watched() -> Iterator[list[str]]:
    """What happened outside of reading: processes, sockets, environment, files opened to write outside a temp name."""
    events: list[str] = []
    _HOOK.listeners.append(events)
    try:
        yield events
    finally:
        _HOOK.listeners.remove(events)


class _Hook:
    """The one audit hook of this process: hooks cannot be taken away again."""

    def __init__(self) -> None:
        self.listeners: list[list[str]] = []
        self.is_in = False

    def __call__(self, event: str, arguments: tuple[object, ...]) -> None:
        if not self.listeners:
            return
        if event.startswith(
            ("subprocess.", "os.system", "os.exec", "os.fork", "os.posix_spawn", "os.spawn", "socket.")
        ):
            for events in self.listeners:
                events.append(event)
        elif event == "open" and isinstance(arguments[2], int) and arguments[2] & (os.O_WRONLY | os.O_RDWR):
            for events in self.listeners:
                events.append(f"open {arguments[0]!r} to write")


_HOOK = _Hook()
sys.addaudithook(_HOOK)

PIECES = (
    *(piece for command in (*RUNS, *REFUSED[:180]) for piece in command.split(" ") if len(piece) < 60),
    *COMMANDS,
    *"|;&<>()$`'\"\\*?[]{}~!#-/ \t\n\0",
    "../",
    "--",
    "-",
    "\u202e",
    "é",
    "％",
    "a" * 300,
)


def mutated(source: random.Random) -> str:
    """A command of the lists, cut, joined, doubled and sprinkled with pieces of others."""
    words = source.choice(RUNS if source.random() < 0.6 else REFUSED)[:400].split(" ")
    for _ in range(source.randrange(1, 5)):
        at = source.randrange(len(words) + 1)
        kind = source.randrange(4)
        if kind == 0:
            words.insert(at, source.choice(PIECES))
        elif kind == 1 and words:
            del words[at - 1]
        elif kind == 2 and words:
            word = words[at - 1]
            cut = source.randrange(len(word) + 1)
            words[at - 1] = word[:cut] + source.choice(PIECES) + word[cut:]
        else:
            words[at:at] = ["|", *source.choice(RUNS).split(" ")]
    return source.choice((" ", " ", " ", "  ", "\t", "")).join(words)


@pytest.mark.timeout(max(120, FUZZED // 50))
def test_mutated_commands_start_no_process_touch_nothing_outside_and_end_in_time(tmp_path: Path) -> None:
    count = FUZZED
    source = random.Random(int(os.environ.get("NOCTULE_FUZZ_SEED", "20260305")))
    ground = make_ground(tmp_path / "0")
    around = ground.around()
    ran = 0
    for number in range(count):
        if number % 500 == 0:
            assert ground.around() == around
            ground = make_ground(tmp_path / str(number + 1))
            around = ground.around()
        command = mutated(source)
        begun = time.thread_time()
        with watched() as events:
            text = answer(ground, command)
        assert time.thread_time() - begun < 2, ascii(command)
        assert events == [], ascii(command)
        ran += text is not None
    assert ground.around() == around
    assert ran > count / 20


def test_the_watch_sees_a_process() -> None:
    with watched() as events:
        subprocess.run([sys.executable, "-c", ""], check=True)
    assert any(event.startswith("subprocess.") for event in events)


def test_the_runner_counts_what_is_right_and_fails_on_what_is_wrong(tmp_path: Path) -> None:
    runner = Path(__file__).with_name("run_vectors.py")
    good = [{"id": "1", "command": "cat a.md", "allowed": True}, {"id": "2", "command": "cat ..", "allowed": False}]
    bad = {"id": "3", "command": "ls; id", "allowed": True}
    paths = [
        {"id": "4", "op": "write", "path": "sub/new.md", "allowed": True},
        {"id": "5", "op": "edit", "path": "hard.md", "allowed": False},
        {"id": "6", "op": "read", "path": "{TRANSCRIPTS}", "allowed": True},
        {"id": "7", "op": "race:swap_dir_for_symlink", "path": "sub/c.md", "allowed": False},
        {"id": "8", "op": "race:tmp_name_guess", "path": "a.md", "allowed": False},
    ]
    for kind, vectors, code, said in (
        ("confinement", good, 0, "2 of 2 right\n"),
        ("confinement", [*good, bad], 1, "2 of 3 right\n3: refused: 'ls; id'\n"),
        ("paths", paths, 0, "5 of 5 right\n"),
    ):
        file = tmp_path / "vectors.jsonl"
        file.write_text("".join(json.dumps(vector) + "\n" for vector in vectors))
        done = subprocess.run([sys.executable, runner, kind, file], capture_output=True, text=True, check=False)
        assert (done.returncode, done.stdout) == (code, said), done.stderr
