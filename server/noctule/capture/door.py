"""What a structured write must pass before it reaches a memory folder."""

from noctule.errors import Refused, UnknownType
from noctule.memories.memory import MEMORY_TYPES
from noctule.safety.tags import harness_tag_in

MOST_BYTES = 64 * 1024

# What even force does not pass: a megabyte is no memory, and the checks take a second for six.
MOST_FORCED_BYTES = 1024 * 1024


def check_type(kind: str) -> None:
    """Raises `UnknownType`, which names the four."""
    if kind not in MEMORY_TYPES:
        raise UnknownType(f"There is no type `{kind[:40]}`: a memory is one of {', '.join(MEMORY_TYPES)}.")


def check_text(text: str, *, is_forced: bool) -> None:
    """Raises `Refused` for an empty text, too many bytes, a harness tag, or a secret; no message repeats the text.

    `is_forced` overrides the secret and the limit, up to `MOST_FORCED_BYTES`.
    """
    if not text.strip():
        raise Refused("There is nothing to remember: the text is empty.")
    most = MOST_FORCED_BYTES if is_forced else MOST_BYTES
    size = len(text.encode(errors="replace"))
    if size > most:
        advice = "Split it." if is_forced else "Split it, or force it."
        raise Refused(f"The text has {size:,} bytes; a memory takes {most:,}. {advice}")
    tag = harness_tag_in(text)
    if tag is not None:
        raise Refused(f"The text holds the tag `{tag}`, which agents' own programs use. Write it in other words.")
    if not is_forced:
        _check_secrets(text)


def _check_secrets(text: str) -> None:
    from noctule.safety.redact import secrets_in

    found = secrets_in(text)
    if found:
        raise Refused(f"The text holds what looks like a secret ({found[0].kind}). Say where it is kept instead.")
