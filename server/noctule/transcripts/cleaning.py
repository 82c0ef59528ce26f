"""Makes what was said fit for a prompt: without secrets, even one that several messages hold together, and neutral."""

from collections.abc import Iterator, Sequence
from itertools import accumulate

from noctule.memories.text import without_surrogates
from noctule.safety.redact import secrets_in
from noctule.safety.redaction.found import Found
from noctule.safety.redaction.shapes import shaped_secrets
from noctule.safety.sanitize import neutralise

# A pasted file of megabytes: of its middle nothing is shown, so that it need not be looked through.
_MOST_CHARS = 400_000

_BETWEEN = "\n"


def cleaned(texts: Sequence[str], most_chars: Sequence[int]) -> list[str]:
    """The texts without secrets, neutral, each about as long as its limit at most: its head, a mark and its tail.

    They are redacted together and before they are cut, so that no cut lets half a secret through.
    """
    bounded = [_bounded(without_surrogates(text)) for text in texts]
    whole = redacted_together(bounded)
    return [shortened(neutralise(text), most) for text, most in zip(whole, most_chars, strict=True)]


def redacted_together(texts: Sequence[str]) -> list[str]:
    """Texts that follow each other, each without the secrets in it, or the part of one that it holds."""
    joined = _spans(texts, _BETWEEN, secrets_in(_BETWEEN.join(texts)))
    split = _spans(texts, "", _across_seams(texts, joined))
    return [_without(text, [*joined[at], *split[at]]) for at, text in enumerate(texts)]


def shortened(text: str, most_chars: int) -> str:
    """The text, or its head and tail with a mark that says how much is left out between them."""
    if len(text) <= most_chars:
        return text
    half = most_chars // 2
    return f"{text[:half]}\n[{len(text) - 2 * half:,} characters left out]\n{text[len(text) - half :]}"


def _bounded(text: str) -> str:
    if len(text) <= _MOST_CHARS:
        return text
    half = _MOST_CHARS // 2
    # At blanks, so that neither side holds a part of a token.
    head, tail = text[:half], text[-half:]
    return f"{head[: _last_blank(head)]}\n[…]\n{tail[_first_blank(tail) :]}"


def _last_blank(text: str) -> int:
    return max(text.rfind(blank) for blank in " \n") + 1


def _first_blank(text: str) -> int:
    found = [at for blank in " \n" if (at := text.find(blank)) >= 0]
    return min(found, default=len(text))


def _across_seams(texts: Sequence[str], known: Sequence[Sequence[Found]]) -> list[Found]:
    """Tokens that are whole only where texts stand without anything between them.

    One that is whole before the seam already is none: what follows it is a word.
    """
    seams = list(accumulate(map(len, texts)))
    closed = {
        seam
        for seam, text, found in zip(seams, texts, known, strict=True)
        if any(one.end == len(text) for one in found)
    }
    return [
        found
        for found in shaped_secrets("".join(texts))
        if any(found.start < seam < found.end and seam not in closed for seam in seams)
    ]


def _spans(texts: Sequence[str], between: str, found: Sequence[Found]) -> list[list[Found]]:
    """For each text what of the secrets lies in it, in its own offsets."""
    spans: list[list[Found]] = []
    start = 0
    for text in texts:
        end = start + len(text)
        spans.append(
            [
                Found(kind, max(first, start) - start, min(last, end) - start)
                for kind, first, last in found
                if first < end and last > start
            ]
        )
        start = end + len(between)
    return spans


def _without(text: str, found: Sequence[Found]) -> str:
    return "".join(_pieces(text, sorted(found, key=lambda one: (one.start, -one.end))))


def _pieces(text: str, found: Sequence[Found]) -> Iterator[str]:
    done = 0
    for kind, start, end in found:
        if start >= done:
            yield text[done:start]
            yield f"[redacted:{kind}]"
        done = max(done, end)
    yield text[done:]
