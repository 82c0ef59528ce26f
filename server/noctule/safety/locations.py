"""Turns what clients send, an absolute path or a `file://` URI, into a path relative to a folder."""

import os
import re
from collections.abc import Sequence
from pathlib import PurePath
from urllib.parse import unquote_to_bytes

from noctule.errors import PathRefused
from noctule.safety.path_names import relative_names

_OUTSIDE = "That path is outside the memory folder: give one inside it, relative to the folder."
_DRIVE = re.compile(r"/?[A-Za-z]:[\\/]|\\\\")


def relative_to(roots: Sequence[PurePath], uri_or_path: str, *, windows: bool = os.name == "nt") -> str:
    """The path below one of `roots` (spellings of one folder), as it is written; PathRefused if it is not below.

    A URI is decoded once. Nothing is normalised: a path with `..` is refused even where it would lead back.
    """
    if not isinstance(uri_or_path, str):
        raise PathRefused("A path is text: give the file's path relative to the memory folder.")
    path = _path_of(uri_or_path)
    if windows and _DRIVE.match(path):
        path = path.replace("\\", "/").removeprefix("/")
    elif not path.startswith("/"):
        return "/".join(relative_names(path))
    if "\0" in path:
        raise PathRefused("The path holds a character that no file name can have.")
    below = _below(path, roots, ignore_case=windows)
    return "/".join(relative_names(below))


def _path_of(uri_or_path: str) -> str:
    if uri_or_path[:5].lower() != "file:":
        return uri_or_path
    host, slash, path = uri_or_path[5:].removeprefix("//").partition("/")
    if not uri_or_path[5:].startswith("//") or host.lower() not in ("", "localhost") or re.search("[?#]", path):
        raise PathRefused("Give a `file://` URI of this machine, with `?` and `#` encoded.")
    try:
        return slash + unquote_to_bytes(path).decode()
    except UnicodeDecodeError as error:
        raise PathRefused("The URI does not decode to UTF-8 text.") from error


def _below(path: str, roots: Sequence[PurePath], *, ignore_case: bool) -> str:
    for root in roots:
        head = root.as_posix().rstrip("/") + "/"
        if path.startswith(head) or (ignore_case and path.lower().startswith(head.lower())):
            return path[len(head) :]
    return _below_other_spelling(path, {str(root) for root in roots})


def _below_other_spelling(path: str, roots: set[str]) -> str:
    """For a path that reaches the folder by a link above it: the shortest head that leads to the folder counts."""
    parts = path.split("/")
    if ".." in parts or len(path) > 4096:
        raise PathRefused(_OUTSIDE)
    for end in range(2, len(parts)):
        head = "/".join(parts[:end])
        if os.path.realpath(head) in roots:
            return "/".join(parts[end:])
    raise PathRefused(_OUTSIDE)
