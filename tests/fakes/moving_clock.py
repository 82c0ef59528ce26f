"""Real time, moved ahead as far as a test likes: files carry real times, so a made-up date would not fit them."""

from datetime import UTC, datetime, timedelta


class MovingClock:
    """Now, and what was added."""

    def __init__(self) -> None:
        self._ahead = timedelta()

    def now(self) -> datetime:
        return datetime.now(UTC) + self._ahead

    def pass_time(self, seconds: float) -> None:
        self._ahead += timedelta(seconds=seconds)
