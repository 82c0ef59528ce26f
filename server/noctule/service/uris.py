"""File URIs and paths: `%` decoded exactly once, Windows drives in any case, nothing normalised away."""

import os
from pathlib import Path
from urllib.parse import quote, unquote_to_bytes, urlsplit

from noctule.errors import PathRefused

_UNRESERVED = "/:@!$&'()*+,;=~-._"


def uri_of(path: Path | str) -> str:
    """The `file://` URI of an absolute path; a `%` in a name becomes `%25`, other signs that URIs reserve likewise."""
    raw = os.fsencode(str(path)).replace(b"\\", b"/") if os.name == "nt" else os.fsencode(str(path))
    lead = "" if raw.startswith(b"/") else "/"
    return "file://" + lead + quote(raw, safe=_UNRESERVED)


def path_of(uri: str) -> Path:
    """The path of a `file://` URI, or of an absolute path given plainly. Raises `PathRefused` for any other thing."""
    if uri[:5].lower() == "file:":
        return Path(_path_text(uri))
    if Path(uri).is_absolute() and "\0" not in uri:
        return Path(uri)
    raise PathRefused("Only file:// URIs and absolute paths name a file here.")


def real(path: Path) -> Path:
    """The path with links followed, as far as they lead anywhere; never raises, where `Path.resolve` may."""
    return Path(os.path.realpath(path))


def _path_text(uri: str) -> str:
    try:
        parts = urlsplit(uri)
    except ValueError:
        raise PathRefused("This file:// URI cannot be read.") from None
    if parts.netloc not in ("", "localhost"):
        text = f"//{parts.netloc}{_decoded(parts.path)}"
    else:
        text = _decoded(parts.path)
    if not text.startswith("/") or "\0" in text:
        raise PathRefused("This file:// URI names no absolute path.")
    is_drive = len(text) > 2 and text[1].isalpha() and text[2] == ":"
    return text[1:] if is_drive and os.name == "nt" else text


def _decoded(path: str) -> str:
    return os.fsdecode(unquote_to_bytes(path))
