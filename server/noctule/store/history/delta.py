"""A content as its difference from another, in the form that git's packs hold: copies and spelled-out bytes. Pure."""

from collections.abc import Iterator, Mapping, Sequence

# The most bytes that one step may copy or spell out, by the format.
_MOST_COPIED = 0xFFFFFF
_MOST_SPELLED = 127


def delta(base: Sequence[bytes], target: Sequence[bytes]) -> bytes:
    """What makes `target` of `base`, each given in pieces: pieces of the base are copied, all else is spelled out."""
    places: dict[bytes, int] = {}
    starts = [0]
    for number, piece in enumerate(base):
        places.setdefault(piece, number)
        starts.append(starts[-1] + len(piece))
    steps: list[bytes] = []
    for at, run in _runs(base, target, places):
        if at is None:
            steps += _spelled(b"".join(run))
        else:
            steps += _copies(starts[at], sum(map(len, run)))
    return b"".join([_size(starts[-1]), _size(sum(map(len, target))), *steps])


def lines_of(data: bytes) -> list[bytes]:
    """The pieces of a text."""
    return data.splitlines(keepends=True)


def entries_of(tree: bytes) -> list[bytes]:
    """The pieces of a git tree: `mode name`, a zero byte, and twenty bytes of a name."""
    pieces: list[bytes] = []
    at = 0
    while at < len(tree):
        end = tree.index(b"\0", at) + 21
        pieces.append(tree[at:end])
        at = end
    return pieces


def _runs(
    base: Sequence[bytes], target: Sequence[bytes], places: Mapping[bytes, int]
) -> Iterator[tuple[int | None, list[bytes]]]:
    """The target as runs of pieces: those that follow each other in the base as well, from which one on; and others."""
    begin: int | None = None
    run: list[bytes] = []
    for piece in target:
        following = None if begin is None else begin + len(run)
        if following is not None and following < len(base) and base[following] == piece:
            run.append(piece)
            continue
        place = places.get(piece)
        if run and (begin is not None or place is not None):
            yield begin, run
            run = []
        begin = place
        run.append(piece)
    if run:
        yield begin, run


def _size(count: int) -> bytes:
    """Seven bits a byte, the lowest first, the eighth for `more follows`."""
    digits = bytearray()
    while count > 0x7F:
        digits.append(count & 0x7F | 0x80)
        count >>= 7
    digits.append(count)
    return bytes(digits)


def _copies(start: int, length: int) -> Iterator[bytes]:
    while length:
        count = min(length, _MOST_COPIED)
        yield _copy(start, count)
        start, length = start + count, length - count


def _copy(start: int, count: int) -> bytes:
    """A copy names only the bytes of its two numbers that are not zero, each by a bit of the first byte."""
    code, digits = 0x80, bytearray()
    for bit, number in enumerate([*start.to_bytes(4, "little"), *count.to_bytes(3, "little")]):
        if number:
            code |= 1 << bit
            digits.append(number)
    return bytes([code]) + digits


def _spelled(data: bytes) -> Iterator[bytes]:
    for start in range(0, len(data), _MOST_SPELLED):
        piece = data[start : start + _MOST_SPELLED]
        yield bytes([len(piece)]) + piece
