"""What a structured write must pass before it reaches a memory folder."""

from noctule.errors import Refused, UnknownType
from noctule.memories.memory import MEMORY_TYPES
from noctule.safety.sanitize import harness_tag_in

MOST_BYTES = 64 * 1024


def check_type(kind: str) -> None:
    """Raises `UnknownType`, which names the four."""
    if kind not in MEMORY_TYPES:
        raise UnknownType(f"There is no type `{kind[:40]}`: a memory is one of {', '.join(MEMORY_TYPES)}.")


def check_text(text: str, *, is_forced: bool) -> None:
    """Raises `Refused` for an empty text, a harness tag, too many bytes, or a secret; no message repeats the text.

    `is_forced` overrides the last two.
    """
    if not text.strip():
        raise Refused("There is nothing to remember: the text is empty.")
    tag = harness_tag_in(text)
    if tag is not None:
        raise Refused(f"The text holds the tag `{tag}`, which agents' own programs use. Write it in other words.")
    if is_forced:
        return
    size = len(text.encode(errors="replace"))
    if size > MOST_BYTES:
        raise Refused(f"The text has {size:,} bytes; a memory takes {MOST_BYTES:,}. Split it, or force it.")
    from noctule.safety.redact import secrets_in

    found = secrets_in(text)
    if found:
        raise Refused(f"The text holds what looks like a secret ({found[0].kind}). Say where it is kept instead.")
