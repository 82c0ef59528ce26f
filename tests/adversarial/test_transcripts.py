"""Whatever a transcript holds, it is read or passed over: no reader raises, and both directions say the same."""

import json
import random
import re
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from adversarial.secret_contexts import CONTEXTS
from adversarial.secret_tokens import TOKENS, Maker
from adversarial.secrets import Case, context
from fakes.transcripts import RECORDED, places, talk
from noctule.safety.redact import redact
from noctule.transcripts.message import Reader
from noctule.transcripts.readers import READERS
from noctule.transcripts.recalled import recalled_in
from noctule.transcripts.talk import tool_text

ROUNDS = 150
SEEDS = (1, 2)
ODD: tuple[Any, ...] = (
    None, True, 0, -1, 1e308, 10**30, "", "x", "\ud83d", "\0\u2028\x1b", "<system-reminder>", "2026-99-99T99:99:99Z",
    "../../..", "~", "file:///%00", "\\\\a\\b", [], {}, [[]], [None], [{"type": 7}], {"text": {}},
    {"type": "text", "text": None},
)  # fmt: skip
LINE_READERS = ("claude-code", "pi", "codex")


def homes(base: Path) -> dict[str, str]:
    """Where the readers of line files look, each in its own copy of what was recorded."""
    names = {"CLAUDE_CONFIG_DIR": "claude-code", "PI_CODING_AGENT_DIR": "pi", "CODEX_HOME": "codex"}
    return {variable: str(shutil.copytree(RECORDED / name, base / name)) for variable, name in names.items()}


def odd_objects(line: bytes, dice: random.Random) -> bytes:
    """The line with one of its values, anywhere, made another."""
    try:
        value = json.loads(line)
    except ValueError:
        return line
    spots = list(_spots(value))
    if not spots:
        return line
    holder, key = dice.choice(spots)
    if dice.random() < 0.2 and isinstance(holder, dict):
        del holder[key]
    else:
        holder[key] = dice.choice(ODD)
    return json.dumps(value, ensure_ascii=dice.random() < 0.5, separators=(",", ":")).encode("utf-8", "surrogatepass")


def odd_bytes(line: bytes, dice: random.Random) -> bytes:
    """The line with some bytes changed, cut out or put in."""
    data = bytearray(line)
    for _ in range(dice.randint(1, 4)):
        at = dice.randrange(len(data) + 1)
        data[at : at + dice.choice((0, 1, 1, 9))] = dice.choice(
            (b"\0", b"\n", b'"', b"{", b"\xed\xa0\xbd", b"\\u", b"")
        )
    return bytes(data)


def _spots(value: Any) -> Iterator[tuple[Any, Any]]:
    keys = value if isinstance(value, dict) else range(len(value)) if isinstance(value, list) else ()
    for key in keys:
        yield value, key
        yield from _spots(value[key])


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("source", LINE_READERS)
def test_no_damage_to_a_file_is_an_error(tmp_path: Path, source: str, seed: int) -> None:
    environ = homes(tmp_path)
    reader = READERS[source]
    files = [(path, path.read_bytes()) for path in sorted((tmp_path / source).rglob("*.jsonl"))]
    dice = random.Random(seed)
    read = 0
    for _ in range(ROUNDS):
        path, data = dice.choice(files)
        lines = data.split(b"\n")
        for at in dice.sample(range(len(lines)), k=min(len(lines), 3)):
            lines[at] = dice.choice((odd_objects, odd_bytes))(lines[at], dice)
        path.write_bytes(b"\n".join(lines))
        read += check(reader, environ, path)
        path.write_bytes(data)
    assert read > ROUNDS // 3


def check(reader: Reader, environ: dict[str, Any], path: Path) -> int:
    """Reads the file both ways; gives how many sessions it still is."""
    recalled_in(path)
    read = 0
    for ref in reader.sessions(places(**environ)):
        if ref.path != path:
            continue
        messages = list(reader.messages(ref))
        assert list(reader.latest(ref)) == messages[::-1]
        for role, text in talk(messages):
            assert text.strip(), role
            text.encode()
        read += 1
    return read


def test_a_file_of_anything_else_is_no_session(tmp_path: Path) -> None:
    environ: dict[str, Any] = {**homes(tmp_path)}
    noise = random.Random(3).randbytes(300_000)
    for name in LINE_READERS:
        for path in sorted((tmp_path / name).rglob("*.jsonl")):
            path.write_bytes(noise)
    for name in LINE_READERS:
        assert list(READERS[name].sessions(places(**environ))) == []


# A tool's output is cut behind so many characters, and a piece of a secret this long that is left is a leak.
LIMIT = 2_000
PIECE = 8


def is_leaked(secrets: tuple[str, ...], text: str) -> bool:
    shown = re.sub(r"\[redacted:[a-z-]+\]", " ", text)
    return any(secret[at : at + PIECE] in shown for secret in secrets for at in range(max(1, len(secret) - PIECE + 1)))


@pytest.mark.parametrize("lead", ["word ", "a line of words\n"])
def test_no_secret_is_let_through_by_the_cut_of_a_tools_output(lead: str) -> None:
    maker = Maker(5)
    cases = [context(maker, template) for template in CONTEXTS]
    cases += [Case(kind, token, (token,)) for kind, token in ((kind, make(maker)) for kind, make in TOKENS.items())]
    looked_at = 0
    for case in cases:
        for cut in range(1, len(case.text) + 2, max(1, len(case.text) // 5)):
            before = lead * ((LIMIT - cut) // len(lead))
            text = f"{before}{'z' * (LIMIT - cut - len(before) - 1)}{lead[-1]}{case.text} {'more words ' * 50}"
            # What redaction does not know at all is no fault of the cut.
            if not is_leaked(case.secrets, redact(text).text):
                assert not is_leaked(case.secrets, redact(tool_text(text)).text), case.kind
                looked_at += 1
    assert looked_at > 5 * len(cases)
