"""Makes up secrets, look-alikes and hostile strings, and measures redaction on them.

    python tests/adversarial/secrets.py [SEED]

Every secret is put together at run time from a seed; none stands whole in these files.
"""

import re
import string
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

if not __package__:
    # Run as a file, its folder comes first, and this file would hide the standard library's module of the same name.
    sys.path[0] = str(Path(__file__).parents[1])

from adversarial.hostile_strings import hostile
from adversarial.secret_contexts import CONTEXTS, SURROUNDINGS
from adversarial.secret_lookalikes import BENIGN
from adversarial.secret_tokens import BASE64, TOKENS, Maker
from noctule.safety.redact import redact, secrets_in

SEED = 20261130
# A piece of a secret that is this long and still there counts as a leak.
PIECE = 5


@dataclass(frozen=True, slots=True)
class Case:
    """A text, the secrets in it, and the kind of case it is."""

    kind: str
    text: str
    secrets: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Figures:
    """What redaction did: shares from 0 to 1, megabytes a second, seconds a hostile string."""

    shapes: float
    contexts: float
    false_alarms: float
    megabytes_a_second: float
    hostile: dict[str, float]
    missed: tuple[Case, ...]
    alarms: tuple[str, ...]


def shapes(m: Maker) -> Iterator[Case]:
    """Each token bare and in each surrounding."""
    for kind, make in TOKENS.items():
        for around in SURROUNDINGS:
            token = make(m)
            text = around.replace("{{", "{").replace("}}", "}").replace("{}", token)
            if kind == "slack webhook":
                text = around.replace("{}", "https://hooks.slack.com/services/" + token)
            yield Case(f"shape: {kind}", text, (token,))
    yield from pem_cases(m)


def pem_cases(m: Maker) -> Iterator[Case]:
    """Private keys whole, cut, indented, escaped, on one line."""
    for label in (
        "RSA PRIVATE KEY",
        "OPENSSH PRIVATE KEY",
        "EC PRIVATE KEY",
        "ENCRYPTED PRIVATE KEY",
        "PRIVATE KEY",
        "PGP PRIVATE KEY BLOCK",
    ):
        lines = [m.base64(48) for _ in range(12)] + [m.base64(20)]
        begin, end = f"-----BEGIN {label}-----", f"-----END {label}-----"
        whole = "\n".join([begin, *lines, end])
        yield Case("shape: pem", f"before\n{whole}\nafter", tuple(lines))
        yield Case("shape: pem cut at the end", whole[: len(whole) // 2], tuple(lines[:6]))
        yield Case("shape: pem cut at the start", whole[len(whole) // 2 :], tuple(lines[8:]))
        yield Case("shape: pem escaped", '{"key": "' + whole.replace("\n", "\\n") + '\\n", "id": 1}', tuple(lines))
        yield Case("shape: pem indented", "key: |\n  " + whole.replace("\n", "\n  ") + "\nnext: 1", tuple(lines))
        yield Case("shape: pem on one line", whole.replace("\n", " "), tuple(lines))
        yield Case("shape: pem with CRLF", whole.replace("\n", "\r\n"), tuple(lines))
        yield Case("shape: pem quoted", "> " + whole.replace("\n", "\n> "), tuple(lines))


def contexts(m: Maker) -> Iterator[Case]:
    """Each context three times, with other values."""
    for template in CONTEXTS:
        for _ in range(3):
            yield context(m, template)


def context(m: Maker, template: str) -> Case:
    values: dict[str, Callable[[], str]] = {
        "{p}": m.password,
        "{t}": lambda: m.word(m.random.choice((20, 28, 40))),
        "{h}": lambda: m.hex(32),
        "{u}": m.uuid,
        "{b40}": lambda: m.some(BASE64, 38) + "4k",
        "{b32}": lambda: m.base64(32),
        "{b}": lambda: m.base64(m.random.choice((24, 32, 64))),
        "{w}": lambda: " ".join(m.some(string.ascii_lowercase, 6) for _ in range(4)),
    }
    text, secrets = template.replace("{{", "{").replace("}}", "}"), []
    for mark, make in values.items():
        while mark in text:
            secrets.append(make())
            text = text.replace(mark, secrets[-1], 1)
    return Case(f"context: {template}", text, tuple(secrets))


def benign(m: Maker) -> Iterator[str]:
    """Look-alikes of coding life: fixed ones, and digests, ids and image names from the seed."""
    yield from BENIGN
    for _ in range(6):
        yield f"commit {m.hex(40)}"
        yield f"sha256:{m.hex(64)}"
        yield f"md5 {m.hex(32)}"
        yield f"id {m.uuid()}"
        yield f"integrity sha512-{m.base64(64)}"
        yield f"image: registry.x.test/app@sha256:{m.hex(64)}"
        yield f"index {m.hex(7)}..{m.hex(7)} 100644"
        yield f"ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAI{m.some(BASE64, 43)} ana@x"
        yield f"pi_{m.word(24)}"
        yield f"trace {m.hex(32)}-{m.hex(16)}-01"


def ordinary_text(m: Maker, size: int) -> str:
    """A session as it is on most days: prose, code, logs and output, with few secrets in it."""
    lines = (
        "The retry in the payment worker fails because the token bucket is shared by two queues.",
        "    def refresh(self, token: str, *, timeout: float = 5.0) -> Session:",
        '{"role": "assistant", "content": [{"type": "text", "text": "I changed the key in config.yaml."}]}',
        "2026-11-30T14:06:11Z INFO  http GET /api/v2/users/8123 200 12ms trace=" + m.hex(32),
        "+        return self._cache.get(key) or self._load(key, password=self.password)",
        "tests/unit/test_auth.py::test_a_wrong_password_is_refused PASSED                  [ 42%]",
        "drwxr-xr-x  6 ana ana 4096 Nov 30 13:59 node_modules/.bin -> ../typescript/bin/tsc",
        "import { useCallback, useEffect } from 'react';  // hooks of the settings page",
        "commit " + m.hex(40) + " (HEAD -> main, origin/main)",
        "Please read https://docs.example.test/guide/start?lang=en#install before you go on.",
        "日本語のメモ: テストは毎晩走ります。",
        "",
    )
    text = "\n".join(m.random.choice(lines) for _ in range(size // 60))
    return text[:size]


def leaks(case: Case) -> bool:
    """Whether a piece of a secret is still in the redacted text."""
    shown = re.sub(r"\[redacted:[a-z-]+\]", " ", redact(case.text).text)
    return any(
        secret[i : i + PIECE] in shown for secret in case.secrets for i in range(max(1, len(secret) - PIECE + 1))
    )


def measure(seed: int = SEED) -> Figures:
    """All figures for one seed."""
    m = Maker(seed)
    of_shapes, of_contexts, harmless = list(shapes(m)), list(contexts(m)), list(benign(m))
    missed_shapes = [case for case in of_shapes if leaks(case)]
    missed_contexts = [case for case in of_contexts if leaks(case)]
    alarms = tuple(text for text in harmless if secrets_in(text))
    text = ordinary_text(m, 1_000_000)
    started = time.process_time()
    redact(text)
    seconds = time.process_time() - started
    return Figures(
        1 - len(missed_shapes) / len(of_shapes),
        1 - len(missed_contexts) / len(of_contexts),
        len(alarms) / len(harmless),
        len(text) / 1e6 / seconds,
        {name: _seconds(string_) for name, string_ in hostile().items()},
        (*missed_shapes, *missed_contexts),
        alarms,
    )


def _seconds(text: str) -> float:
    """The processor's time, the better of two: another program at work beside it makes even that longer."""
    return min(_seconds_once(text) for _ in range(2))


def _seconds_once(text: str) -> float:
    started = time.process_time()
    redact(text)
    return time.process_time() - started


def main(seed: int) -> None:
    """Prints the figures, what was missed, and each false alarm."""
    figures = measure(seed)
    for case in figures.missed:
        print(f"missed  {case.kind}: {case.text[:100]!r} -> {redact(case.text).text[:100]!r}")
    for text in figures.alarms:
        print(f"alarm   {text!r} -> {redact(text).text!r}")
    slowest = max(figures.hostile.items(), key=lambda item: item[1])
    print(f"shapes {figures.shapes:.2%}, contexts {figures.contexts:.2%}, false alarms {figures.false_alarms:.2%}")
    print(f"{figures.megabytes_a_second:.1f} MB/s; slowest hostile string: {slowest[0]}, {slowest[1]:.3f} s")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else SEED)
