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


class StillClock(MovingClock):
    """As above, but real time stands still from when this was made: what is done twice has the same dates."""

    def __init__(self) -> None:
        super().__init__()
        self._start = datetime.now(UTC)

    def now(self) -> datetime:
        return self._start + self._ahead
