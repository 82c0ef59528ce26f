"""Makes what was said fit for a prompt: without secrets, even one that several messages hold together, and neutral."""

from collections.abc import Sequence

from noctule.memories.text import without_surrogates
from noctule.safety.redact import secrets_in
from noctule.safety.redaction.found import Found
from noctule.safety.sanitize import neutralise
from noctule.transcripts.seams import parted_secrets

# A pasted file of megabytes: of its middle nothing is shown, so that it need not be looked through.
_MOST_CHARS = 400_000

_LONGEST_MARK = 60

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
    joined = _BETWEEN.join(texts)
    whole = secrets_in(joined)
    found = [*whole, *parted_secrets(joined, whole)]
    return [_without(text, spans) for text, spans in zip(texts, _spans(texts, found), strict=True)]


def shortened(text: str, most_chars: int) -> str:
    """The text, or its head and tail with a mark that says how much is left out between them."""
    if len(text) <= most_chars:
        return text
    half = most_chars // 2
    end, start = _before_mark(text, half), _before_mark(text, len(text) - half)
    return f"{text[:end]}\n[{start - end:,} characters left out]\n{text[start:]}"


def _before_mark(text: str, at: int) -> int:
    """The place, or the beginning of the mark of a secret that it would cut."""
    begins = text.rfind("[redacted:", max(0, at - _LONGEST_MARK), at)
    return at if begins < 0 or text.find("]", begins, at) >= 0 else begins


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


def _spans(texts: Sequence[str], found: Sequence[Found]) -> list[list[Found]]:
    """For each text what of the secrets in all of them lies in it, in its own offsets."""
    ordered = sorted(found, key=lambda one: (one.start, -one.end))
    spans: list[list[Found]] = []
    start = 0
    for text in texts:
        end = start + len(text)
        inside = [one for one in ordered if one.start < end and one.end > start]
        spans.append([Found(one.kind, max(one.start, start) - start, min(one.end, end) - start) for one in inside])
        start = end + len(_BETWEEN)
    return spans


def _without(text: str, found: Sequence[Found]) -> str:
    pieces: list[str] = []
    done = 0
    for kind, start, end in found:
        if start >= done:
            pieces += (text[done:start], f"[redacted:{kind}]")
        done = max(done, end)
    return "".join([*pieces, text[done:]])
