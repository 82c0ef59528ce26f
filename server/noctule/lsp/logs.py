"""The log: to stderr or a file, ids, counts, bytes and times only, never a text of the person's or the agent's."""

import logging
import os
import sys
from pathlib import Path

_FORMAT = "%(asctime)s %(levelname)s %(name)s: %(message)s"
# At INFO these log whole messages.
_LOUD = ("pygls", "httpx", "httpcore", "asyncio", "watchfiles")


def set_up_log(level: str, file: Path | None) -> None:
    """Log at `level` and above, to `file` (0600, appended to) if it can be opened; else to stderr, saying why, once."""
    handler, problem = _handler(file)
    handler.setFormatter(logging.Formatter(_FORMAT))
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(level.upper())
    for name in _LOUD:
        logging.getLogger(name).setLevel(logging.WARNING)
    # A line that cannot be written must not become a traceback on stderr.
    logging.raiseExceptions = False
    if problem:
        logging.getLogger(__name__).warning("the log file cannot be opened (%s); this is the log", problem)


def _handler(file: Path | None) -> tuple[logging.Handler, str]:
    if file is None:
        return logging.StreamHandler(sys.stderr), ""
    try:
        fd = os.open(file, os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o600)
    except OSError as error:
        return logging.StreamHandler(sys.stderr), error.strerror or type(error).__name__
    return logging.StreamHandler(os.fdopen(fd, "a", encoding="utf-8", errors="backslashreplace")), ""
