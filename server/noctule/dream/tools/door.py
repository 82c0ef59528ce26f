"""What a text must pass before a dream may write it into a memory."""

from collections.abc import Callable
from dataclasses import dataclass

from noctule.errors import Refused
from noctule.memories.text import without_surrogates
from noctule.safety.instructions import instruction_like
from noctule.safety.redact import redact
from noctule.safety.tags import harness_tag_in

MOST_BYTES = 64 * 1024


@dataclass(frozen=True, slots=True)
class Passed:
    """The text as it may be written, and the kinds of the secrets that were taken out of it."""

    text: str
    secrets: tuple[str, ...]


def passed(text: str, old: str, known: Callable[[], frozenset[str]]) -> Passed:
    """The text without its secrets. `old` is what the file held; `known` gives the requests that memories made before.

    Raises Refused for a text that is too long, and for a harness tag or a request to an agent that no memory held
    before: a dream reads texts of strangers, and what it was told there must not become a rule.
    """
    clean = without_surrogates(text)
    redacted = redact(clean)
    size = len(redacted.text.encode())
    if size > MOST_BYTES and size >= len(old.encode("utf-8", "replace")):
        raise Refused(f"The text has {size:,} bytes; a memory takes {MOST_BYTES:,}. Shorten it, or split it.")
    tag = harness_tag_in(redacted.text)
    if tag is not None and harness_tag_in(old) is None:
        raise Refused(f"The text holds the tag `{tag}`, which agents' own programs use. Say it in other words.")
    new_requests = requests_in(redacted.text)
    if new_requests and (unknown := set(new_requests) - known()):
        label = new_requests[min(unknown)]
        raise Refused(
            f"The text asks an agent for something that no memory asked before ({label}). A memory states what is "
            "known; leave that sentence out. A sentence that a memory already had keeps its exact words."
        )
    return Passed(redacted.text, tuple(found.kind for found in redacted.found))


def requests_in(text: str) -> dict[str, str]:
    """The requests that a memory should not make: each as its words, in one spelling, with what it asks."""
    return {" ".join(text[start:end].lower().split()): label for start, end, label in instruction_like(text)}
