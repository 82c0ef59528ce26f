"""What a text must pass before a dream may write it into a memory."""

from collections.abc import Callable, Iterable

from noctule.dataclass import dataclass
from noctule.errors import Refused
from noctule.memories.text import without_surrogates
from noctule.safety.instructions import instruction_like
from noctule.safety.redact import redact_in_parts
from noctule.safety.tags import harness_tag_in

MOST_BYTES = 64 * 1024
LARGEST_TEXT = 1024 * 1024


@dataclass(frozen=True, slots=True)
class Passed:
    """The text as it may be written, and the kinds of the secrets that were taken out of it."""

    text: str
    secrets: tuple[str, ...]


def passed(text: str, old: str, known: Callable[[], Iterable[str]]) -> Passed:
    """The text without its secrets. `old` is what the file held; `known` gives the memories' texts as they were before.

    Raises Refused for a text that is too long, and for a harness tag or a request to an agent that no memory held
    before: a dream reads texts of strangers, and what it was told there must not become a rule.
    """
    if len(text) > LARGEST_TEXT:
        raise Refused(f"The text has {len(text):,} characters; a memory takes {MOST_BYTES:,} bytes. Split it.")
    redacted = redact_in_parts(without_surrogates(text))
    size = len(redacted.text.encode())
    if size > MOST_BYTES and size >= len(old.encode("utf-8", "replace")):
        raise Refused(f"The text has {size:,} bytes; a memory takes {MOST_BYTES:,}. Shorten it, or split it.")
    tag = harness_tag_in(redacted.text)
    if tag is not None and harness_tag_in(old) is None:
        raise Refused(f"The text holds the tag `{tag}`, which agents' own programs use. Say it in other words.")
    label = _new_request(redacted.text, known)
    if label is not None:
        raise Refused(
            f"The text asks an agent for something that no memory asked before ({label}). A memory states what is "
            "known; leave that sentence out. A sentence that a memory already had keeps its exact words."
        )
    return Passed(redacted.text, tuple(found.kind for found in redacted.found))


def _new_request(text: str, known: Callable[[], Iterable[str]]) -> str | None:
    """What the text asks for that no known text asks in the same words."""
    requests = _requests_in(text)
    for memory in known() if requests else ():
        flat = _flat(memory)
        if any(words in flat for words in requests):
            # It has the words; it may also say the opposite.
            requests = {words: label for words, label in requests.items() if words not in _requests_in(memory)}
    return next(iter(requests.values()), None)


def _requests_in(text: str) -> dict[str, str]:
    """The requests that a memory should not make: each as its words, in one spelling, with what it asks."""
    return {_flat(text[start:end]): label for start, end, label in instruction_like(text)}


def _flat(text: str) -> str:
    return " ".join(text.lower().split())
