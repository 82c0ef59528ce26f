"""Reads `--since`: a day, a time, or so long ago."""

import re
from argparse import ArgumentTypeError
from datetime import datetime, timedelta

HELP = "a day (2026-03-05), a time (2026-03-05T09:30), or how long ago: 90m, 12h, 7d, 2w"

_AGO = re.compile(r"(\d{1,6})([mhdw])")
_UNITS = {"m": "minutes", "h": "hours", "d": "days", "w": "weeks"}


def since(text: str) -> datetime:
    """The moment that a person names, in their own time zone where they name none. For argparse."""
    ago = _AGO.fullmatch(text.strip())
    try:
        if ago:
            return datetime.now().astimezone() - timedelta(**{_UNITS[ago[2]]: int(ago[1])})
        return datetime.fromisoformat(text.strip()).astimezone()
    except (ValueError, OverflowError):
        raise ArgumentTypeError(f"{text!r} is no time: name {HELP}") from None
