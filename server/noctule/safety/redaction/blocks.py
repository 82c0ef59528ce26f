"""Finds private keys that span lines: PEM and PGP blocks whole, cut, escaped or on one line, and PuTTY's keys."""

import re
from collections.abc import Iterator

from noctule.safety.redaction.found import Found

_BEGIN = re.compile(r"-----BEGIN (?:[A-Z0-9]{1,16} ){0,4}PRIVATE KEY(?: BLOCK)?-----")
_END = re.compile(r"-----END (?:[A-Z0-9]{1,16} ){0,4}PRIVATE KEY(?: BLOCK)?-----")
# Longer than any key: an RSA key of 16,384 bits takes 12,700 characters.
_LONGEST = 40_000
_LONGEST_LINE = 4200
# Fewer characters between the dashes are no key.
_SHORTEST = 24
_BREAK = r"(?:\r?\n|(?:\\){1,4}r(?:\\){1,4}n|(?:\\){1,4}n|(?:\\){1,4}u000a)"
_MARGIN = r"-?[ \t>|+\"',#*/]{0,24}"
_HEADER = r"(?:Proc-Type|DEK-Info|Version|Comment|Hash|Charset|MessageID|X-[A-Za-z-]{1,30}): ?[^\n\\]{0,120}"
_BASE64 = r"[A-Za-z0-9+/=]"
# A line of a block; short ones only where an end, a break or nothing at all follows, so that prose after a cut stays.
_LINE = re.compile(
    rf"{_MARGIN}(?:{_HEADER}|{_BASE64}{{24,{_LONGEST}}}|{_BASE64}{{1,23}}={{1,2}}(?![A-Za-z0-9])"
    rf"|)[ \t\"',;+\\]{{0,8}}(?:{_BREAK}|\Z)"
)
_BREAKS_AT_END = re.compile(rf"(?:[ \t]|{_BREAK}){{1,32}}\Z")
_FIRST_BREAK = re.compile(rf"[ \t\"',\\]{{0,4}}{_BREAK}")
_LAST_LINE = re.compile(rf"{_MARGIN}{_BASE64}{{1,{_LONGEST}}}={{0,2}}(?=\s*\Z|[\"'`\\)}}\]])")
_INSIDE = re.compile(rf"(?:[A-Za-z0-9+/=\s\\\"',:;.()<>@|*#-]|{_BREAK}){{0,{_LONGEST}}}")
_WHOLE_LINE = re.compile(rf"{_MARGIN}(?P<body>{_BASE64}{{1,4096}})[ \t\"',+]{{0,8}}(?:{_BREAK})?{_MARGIN}")
_PUTTY = re.compile(r"Private-Lines: \d{1,4}\s{1,4}(?P<secret>(?:[A-Za-z0-9+/=]{1,100}\s{1,4}){1,400})")


def private_keys(text: str) -> Iterator[Found]:
    """Blocks with a private key in them, from the first dash to the last, or as far as they go."""
    done = 0
    at = text.find("PRIVATE KEY")
    while at >= 0:
        found = _block_at(text, at, done)
        if found:
            yield found
            done = found.end
        at = text.find("PRIVATE KEY", max(done, at + 1))
    for match in _PUTTY.finditer(text) if "Private-Lines:" in text else ():
        yield Found("private-key", *match.span("secret"))


def _block_at(text: str, at: int, done: int) -> Found | None:
    """The block whose begin or, if that was cut off, whose end has its words at `at`."""
    dashes = text.rfind("-----", max(done, at - 48), at)
    if dashes < 0:
        return None
    begin = _BEGIN.match(text, dashes)
    if begin:
        block_end = _end_of_block(text, begin.end())
        # A header alone is a constant in code.
        is_empty = not re.search(r"[A-Za-z0-9+/]{16}", text[begin.end() : block_end])
        return None if is_empty else Found("private-key", dashes, block_end)
    end = _END.match(text, dashes)
    start = _start_of_block(text, dashes, done) if end else dashes
    return Found("private-key", start, end.end()) if end and start < dashes else None


def _end_of_block(text: str, start: int) -> int:
    end_at = text.find("-----", start, start + _LONGEST)
    if 0 <= end_at < start + _SHORTEST:
        return start
    end = _END.match(text, end_at) if end_at >= 0 else None
    if end and _INSIDE.fullmatch(text, start, end_at):
        return end.end()
    return _end_of_lines(text, start)


def _end_of_lines(text: str, start: int) -> int:
    """Where a block without its end stops: with the last line that can be a part of one."""
    first = _FIRST_BREAK.match(text, start)
    at = end = first.end() if first else start
    while at < len(text):
        line = _LINE.match(text, at)
        if line is None or line.end() == at:
            break
        at = line.end()
        if line[0].strip():
            end = at
    last = _LAST_LINE.match(text, at)
    if last:
        return last.end()
    breaks = _BREAKS_AT_END.search(text, max(start, end - 64), end)
    return breaks.start() if breaks else end


def _start_of_block(text: str, end_at: int, done: int) -> int:
    """Where a block whose begin was cut off starts: with the first of the lines of base64 before its end."""
    start = end_at
    while start > done:
        floor = max(done, start - _LONGEST_LINE)
        line_start = max(text.rfind("\n", floor, start - 1), text.rfind("\\n", floor, start - 2) + 1, floor - 1) + 1
        line = _WHOLE_LINE.fullmatch(text, line_start, start)
        if line is None or (len(line["body"]) < _SHORTEST and start != end_at):
            break
        start = line_start
    return start
