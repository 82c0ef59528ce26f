"""What a rule reports: a secret, its kind, and where it stands."""

from typing import NamedTuple


class Found(NamedTuple):
    """A secret from `start` to `end` (code points); `kind` is a word or two with hyphens, fit for `[redacted:kind]`."""

    kind: str
    start: int
    end: int
