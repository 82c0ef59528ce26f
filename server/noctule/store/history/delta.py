"""A content as its difference from another, in the form that git's packs hold: copies and spelled-out bytes. Pure."""

from collections.abc import Iterator

# The most bytes that one step may copy or spell out, by the format.
_MOST_COPIED = 0xFFFFFF
_MOST_SPELLED = 127


def delta(base: bytes, target: bytes) -> bytes:
    """What makes `target` of `base`: what both begin and end with is copied, the rest is spelled out."""
    head = common_head(base, target)
    tail = min(common_head(base[::-1], target[::-1]), len(base) - head, len(target) - head)
    steps = [
        *_copies(0, head),
        *_spelled(target[head : len(target) - tail]),
        *_copies(len(base) - tail, tail),
    ]
    return b"".join([_size(len(base)), _size(len(target)), *steps])


def common_head(one: bytes, other: bytes) -> int:
    """How many bytes both begin with."""
    low, high = 0, min(len(one), len(other))
    while low < high:
        middle = (low + high + 1) // 2
        if one[low:middle] == other[low:middle]:
            low = middle
        else:
            high = middle - 1
    return low


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
