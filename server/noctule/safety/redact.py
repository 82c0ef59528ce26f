"""Takes secrets out of text: each becomes `[redacted:kind]`, and the rest of its line stays."""

from collections.abc import Iterable

from noctule.dataclass import dataclass
from noctule.safety.redaction.assignments import assigned_secrets
from noctule.safety.redaction.blocks import private_keys
from noctule.safety.redaction.commands import commanded_secrets
from noctule.safety.redaction.found import Found
from noctule.safety.redaction.headers import header_secrets
from noctule.safety.redaction.password_files import filed_passwords
from noctule.safety.redaction.sentences import told_secrets
from noctule.safety.redaction.shapes import shaped_secrets
from noctule.safety.redaction.urls import url_secrets

__all__ = ["Found", "Redacted", "redact", "redact_in_parts", "secrets_in"]

_PART = 64 * 1024


@dataclass(frozen=True, slots=True)
class Redacted:
    """The text without its secrets, and what they were: offsets are code points of the text as it came."""

    text: str
    found: tuple[Found, ...]


def redact(text: str) -> Redacted:
    """The text with every secret in it replaced by `[redacted:kind]`; doing it again changes nothing more.

    Whole texts only: redact before cutting, since half a token is not recognised.
    """
    found = secrets_in(text)
    pieces: list[str] = []
    done = 0
    for kind, start, end in found:
        pieces += (text[done:start], f"[redacted:{kind}]")
        done = end
    pieces.append(text[done:])
    return Redacted("".join(pieces), found)


def redact_in_parts(text: str) -> Redacted:
    """`redact` for a text of any length, part by part: a megabyte of the worst there is takes a second, not twelve.

    The parts end at line ends. A key of many lines that lies across two of them is still found: each holds one of its
    own marks.
    """
    pieces: list[str] = []
    found: list[Found] = []
    at = 0
    while at < len(text):
        end = min(len(text), at + _PART)
        line_end = text.rfind("\n", at, end) + 1 if end < len(text) else end
        end = line_end if line_end > at else end
        part = redact(text[at:end])
        pieces.append(part.text)
        found += (Found(kind, at + start, at + stop) for kind, start, stop in part.found)
        at = end
    return Redacted("".join(pieces), tuple(found))


def secrets_in(text: str) -> tuple[Found, ...]:
    """The secrets of a text, in order and apart from each other, in linear time."""
    # The one letter whose lower case is two characters long would shift every offset after it.
    lower = text.replace("\u0130", "I").lower()
    by_rules: list[Iterable[Found]] = [
        private_keys(text),
        shaped_secrets(text),
        url_secrets(text),
        header_secrets(text, lower),
        commanded_secrets(text),
        filed_passwords(text),
        assigned_secrets(text, lower),
        told_secrets(text, lower),
    ]
    ranked = [(found.start, rank, found) for rank, rule in enumerate(by_rules) for found in rule]
    return _apart(sorted(ranked))


def _apart(ranked: list[tuple[int, int, Found]]) -> tuple[Found, ...]:
    """Joins what overlaps; the kind is that of the surest rule, which comes first."""
    joined: list[tuple[int, Found]] = []
    for start, rank, found in ranked:
        if not joined or start >= joined[-1][1].end:
            joined.append((rank, found))
            continue
        before_rank, before = joined[-1]
        kind = before.kind if before_rank <= rank else found.kind
        joined[-1] = (min(before_rank, rank), Found(kind, before.start, max(before.end, found.end)))
    return tuple(found for _, found in joined)
