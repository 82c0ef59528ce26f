"""What one command may take: time, and bytes read and passed on."""

import time

from noctule.dataclass import dataclass, field
from noctule.safety.shell.refused import CommandRefused

SECONDS = 2.0
MOST_BYTES = 8 * 1024 * 1024
LARGEST_OUTPUT = 64 * 1024

_EVERY = 256
# The time is looked at between pieces of work, each far shorter than this.
_MARGIN = 0.25


@dataclass(slots=True)
class Limits:
    """The time left until `deadline` (`time.monotonic`) and the bytes that were read so far."""

    deadline: float
    read: int = 0
    _asked: int = field(default=0)

    def check(self) -> None:
        """Raises CommandRefused once the time is over."""
        if time.monotonic() > self.deadline:
            raise CommandRefused(f"The command took more than {SECONDS:g} seconds: search fewer files, or more simply.")

    def tick(self) -> None:
        """`check`, now and then: for the inside of a loop."""
        self._asked += 1
        if self._asked % _EVERY == 0:
            self.check()

    def spend(self, text: str) -> str:
        """Counts a text that was read, and gives it back."""
        self.read += len(text)
        self.fit(self.read)
        return text

    def fit(self, size: int) -> None:
        """Raises CommandRefused where a text of this size is too much for one command, or the time is over."""
        if size > MOST_BYTES:
            raise CommandRefused(f"That is more than {MOST_BYTES // 1024 // 1024} MiB of text: ask for less.")
        self.check()


def starting_now() -> Limits:
    """The limits of a command that begins now."""
    return Limits(time.monotonic() + SECONDS - _MARGIN)
