"""Writes a bug into the log under a short reference, which is all that a client or person is told."""

import logging
import secrets
import traceback


def log_failure(logger: logging.Logger, error: BaseException, doing: str) -> str:
    """Log where `error` came from and give its reference, such as `3f9a`. `doing` is a name of ours, no client's."""
    ref = secrets.token_hex(2)
    logger.error("bug %s in %s: %s", ref, doing, describe(error))
    return ref


def describe(error: BaseException) -> str:
    """The types and the places of an error and of what led to it, outermost first.

    Their messages are left out: a message may quote a memory, and logs hold none.
    """
    parts = []
    seen: set[int] = set()
    cause: BaseException | None = error
    while cause is not None and id(cause) not in seen:
        seen.add(id(cause))
        parts.append(f"{type(cause).__qualname__}\n{''.join(traceback.format_tb(cause.__traceback__))}")
        cause = cause.__cause__ or cause.__context__
    return "caused by ".join(parts)
