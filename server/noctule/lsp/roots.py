"""The client's folders that are folders of this machine: a remote or virtual one has no memory here."""

import logging
from collections.abc import Iterable

from noctule.errors import PathRefused
from noctule.service.uris import path_of

logger = logging.getLogger(__name__)


def readable(uris: Iterable[str]) -> tuple[str, ...]:
    """Those of `uris` that name a path here, in their order."""
    return tuple(uri for uri in uris if _is_readable(uri))


def _is_readable(uri: str) -> bool:
    try:
        path_of(uri)
    except PathRefused:
        logger.warning("a folder of the client lies on no path of this machine")
        return False
    return True
