"""Plants secrets in past conversations: of every kind, in every place where a cut, a block or a line could split them.

    python tests/adversarial/planted.py [FIRST_SEED] [SEEDS]

Every secret is put together at run time from a seed; none stands whole in these files.
"""

import json
import re
import sys
import tempfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import islice
from pathlib import Path

if not __package__:
    sys.path[0] = str(Path(__file__).parents[1])

from adversarial.secret_contexts import CONTEXTS
from adversarial.secret_tokens import TOKENS, Maker
from adversarial.secrets import PIECE, Case, context, leaks
from noctule.transcripts.claude_code import ClaudeCode
from noctule.transcripts.digest import Digest, digest
from noctule.transcripts.message import SessionRef

PER_SEED = 100
# A piece this long, wherever it still stands, counts as a leak.
_LEAK = PIECE + 3


@dataclass(frozen=True, slots=True)
class Planted:
    """Lines of a session, the secret in them, and where it was put."""

    place: str
    kind: str
    blocks: tuple[object, ...]
    secrets: tuple[str, ...]


def _user(*texts: str) -> object:
    return {"role": "user", "content": [{"type": "text", "text": text} for text in texts]}


def _assistant(*texts: str) -> object:
    return {"role": "assistant", "content": [{"type": "text", "text": text} for text in texts]}


def _tool(text: str) -> object:
    return {"role": "user", "content": [{"type": "tool_result", "tool_use_id": "t", "content": text}]}


def _around(text: str, before: int, after: int) -> str:
    """The text with so many characters of talk on either side."""
    talk = "we looked at the kiln and wrote down what it said. "
    return (talk * (before // len(talk) + 1))[-before:] + text + (" " + talk * (after // len(talk) + 1))[:after]


# Where a text is put: in what is said, in what tools print, around each cut, and split over blocks and messages.
PLACES: dict[str, Callable[[str, Maker], tuple[object, ...]]] = {
    "said": lambda text, m: (_user(text),),
    "answered": lambda text, m: (_assistant(text),),
    "printed": lambda text, m: (_tool(text),),
    "printed as JSON": lambda text, m: (_tool(json.dumps({"out": text, "code": 0}, ensure_ascii=False)),),
    "between lines": lambda text, m: (_user(f"before\n{text}\nafter"),),
    "in a fence": lambda text, m: (_assistant(f"```\n{text}\n```"),),
    "where a message is cut": lambda text, m: (
        _user(_around(text, 4_000 - m.random.randrange(len(text) + 40), 9_000)),
    ),
    "where a message goes on": lambda text, m: (_user(_around(text, 9_000, 4_000 - m.random.randrange(len(text)))),),
    "where an output is cut": lambda text, m: (_tool(_around(text, 2_000 - m.random.randrange(len(text) + 40), 900)),),
    "where a long output is cut": lambda text, m: (_tool(_around(text, 600 - m.random.randrange(len(text)), 9_000)),),
    "where a paste is bounded": lambda text, m: (
        _user(_around(text, 200_000 - m.random.randrange(len(text)), 300_000)),
    ),
}


def split_over(text: str, at: int) -> Iterator[tuple[str, tuple[object, ...]]]:
    """A text in two pieces, in the ways that a session can hold them."""
    first, second = text[:at], text[at:]
    yield "two blocks", (_user(first, second),)
    yield "two blocks of an answer", (_assistant(f"it is {first}", f"{second} and no other"),)
    yield "two messages", (_assistant(first), _assistant(second))
    yield "two speakers", (_user(f"it ends in {first}"), _assistant(f"{second}, you mean?"))
    yield "two outputs", (_tool(first), _tool(second))
    yield "three messages", (_assistant(first[: at // 2]), _assistant(first[at // 2 :]), _assistant(second))


def planted(m: Maker) -> Iterator[Planted]:
    """A hundred of them: tokens and told secrets over all places, then tokens that are split."""
    kinds = sorted(TOKENS)
    m.random.shuffle(kinds)
    told = (context(m, template) for template in m.random.sample(CONTEXTS, len(CONTEXTS)))
    # What redaction itself does not know is measured elsewhere: here it is whether a place hides what it knows.
    known = islice((case for case in told if not leaks(case) and not leaks(_as_json(case))), 30)
    places = sorted(PLACES)
    for at, kind in enumerate(kinds[:40]):
        token = TOKENS[kind](m)
        text = (
            f"the webhook https://hooks.slack.com/services/{token}" if kind == "slack webhook" else f"token {token} ."
        )
        yield Planted(places[at % len(places)], kind, PLACES[places[at % len(places)]](text, m), (token,))
    for at, case in enumerate(known):
        yield Planted(places[at % len(places)], case.kind, PLACES[places[at % len(places)]](case.text, m), case.secrets)
    for at, kind in enumerate(kinds[40:70]):
        token = _token(kind, m)
        ways = list(split_over(token, len(token) // 2 + m.random.randrange(-4, 5)))
        place, blocks = ways[at % len(ways)]
        yield Planted(place, kind, blocks, (token,))


def _as_json(case: Case) -> Case:
    return Case(case.kind, json.dumps({"out": case.text, "code": 0}, ensure_ascii=False), case.secrets)


def _token(kind: str, m: Maker) -> str:
    """A token as it is used: a webhook's is a part of its address."""
    token = TOKENS[kind](m)
    return f"https://hooks.slack.com/services/{token}" if kind == "slack webhook" else token


def write_session(path: Path, session_id: str, blocks: list[object]) -> SessionRef:
    """A session of Claude Code with these messages."""
    lines = []
    for at, message in enumerate(blocks):
        assert isinstance(message, dict)
        lines.append(
            json.dumps(
                {
                    "type": message["role"],
                    "message": message,
                    "uuid": f"{session_id}-{at}",
                    "sessionId": session_id,
                    "cwd": "/home/dev/kiln",
                    "timestamp": "2026-11-30T12:00:00.000Z",
                }
            )
        )
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return SessionRef("claude-code", session_id, path, "main", 1, path.stat().st_size, None, "/home/dev/kiln")


def digest_of(folder: Path, blocks: list[object], budget: int) -> Digest:
    ref = write_session(folder / "s.jsonl", "s", blocks)
    return digest([ref], lambda _: ClaudeCode(), budget)


def leaked(secrets: tuple[str, ...], text: str) -> str | None:
    """A piece of a secret that still stands in the digest, though lines may part it; None where there is none."""
    shown = re.sub(r"\[redacted:[a-z-]+\]", "\0", text)
    runs = (shown, re.sub(r"\n(\| |[a-z]+, [^\n]*:\n\| )", "", shown))
    for secret in (secret.removeprefix("https://hooks.slack.com/services/") for secret in secrets):
        length = min(_LEAK, len(secret))
        for at in range(len(secret) - length + 1):
            if any(secret[at : at + length] in run for run in runs):
                return secret[at : at + length]
    return None


def main(first_seed: int, seeds: int) -> int:
    """Prints each leak: alone in a session, and all of a seed in one that is cut at ever other places."""
    leaking = total = 0
    with tempfile.TemporaryDirectory() as base:
        folder = Path(base)
        for seed in range(first_seed, first_seed + seeds):
            for one in planted(Maker(seed)):
                total += 1
                text = digest_of(folder, list(one.blocks), 96_000).text
                piece = leaked(one.secrets, text)
                if piece is not None:
                    leaking += 1
                    print(f"seed {seed}, {one.place}, {one.kind[:60]}: {piece!r} of {one.secrets}")
    print(f"{leaking} of {total} leaked")
    return int(leaking > 0)


if __name__ == "__main__":
    sys.exit(main(*(int(word) for word in [*sys.argv[1:], "1", "3"][:2])))
