"""One spelling for each path, so that every client and every system name a project by the same key. Pure."""

import posixpath
import re
import unicodedata
from urllib.parse import unquote

from noctule.hashing import sha256
from noctule.regex import regex

_KEY_NAME_LENGTH = 40
_KEY_HASH_LENGTH = 12

_DRIVE = regex(r"^([A-Za-z]):(?=[\\/]|$)")
_UNC = regex(r"^[\\/]{2}(?![.?][\\/])([^\\/]+)[\\/]+([^\\/]+)")
_VERBATIM = regex(r"^[\\/]{2}[.?][\\/](UNC[\\/])?", re.IGNORECASE)


def normalise_path(text: str) -> str:
    """The one spelling of an absolute path, whatever client or system named it; the same again when given back.

    Takes POSIX paths, Windows paths (`c:/a`, `C:\\a\\`, `\\\\?\\C:\\a`), UNC paths and `file:` URIs of each. A drive
    letter becomes upper case, a server's name lower case; `.`, `..`, doubled and trailing separators go. Links are
    not resolved, and nothing is read.
    """
    path = _path_of_uri(text) if text[:5].lower() == "file:" else text
    verbatim = _VERBATIM.match(path)
    if verbatim:
        path = ("\\\\" if verbatim.group(1) else "") + path[verbatim.end() :]
    if _DRIVE.match(path):
        return f"{path[0].upper()}:\\{_windows_rest(path[2:])}"
    share = _UNC.match(path) if path.startswith("\\") else None
    if share:
        rest = _windows_rest(path[share.end() :])
        return f"\\\\{share.group(1).lower()}\\{share.group(2)}" + (f"\\{rest}" if rest else "")
    # POSIX lets two leading slashes mean something else; no system we run on does.
    return posixpath.normpath(re.sub("^//+", "/", path)) if path else path


def project_key(real_path: str) -> str:
    """The folder name of a project: `<name>-<12 hex>`, the name for people, the hash of the NFC path for identity."""
    path = unicodedata.normalize("NFC", normalise_path(real_path))
    digest = sha256(path.encode("utf-8", "surrogatepass")).hexdigest()[:_KEY_HASH_LENGTH]
    return f"{_key_name(path)}-{digest}"


def last_name(path: str) -> str:
    """The last part of a path of any system, empty for a root."""
    return re.split(r"[\\/]" if _is_windows(path) else "/", path.rstrip("\\/" if _is_windows(path) else "/"))[-1]


def _path_of_uri(uri: str) -> str:
    rest = unquote(uri[5:].split("#", 1)[0].split("?", 1)[0], errors="surrogateescape")
    if not rest.startswith("//"):
        return rest
    host, slash, path = rest[2:].partition("/")
    if host and host.lower() != "localhost":
        return f"\\\\{host}\\{path}"
    path = slash + path
    return path[1:] if _DRIVE.match(path[1:]) else path


def _windows_rest(rest: str) -> str:
    kept: list[str] = []
    for part in re.split(r"[\\/]+", rest):
        if part == "..":
            del kept[-1:]
        elif part not in ("", "."):
            kept.append(part)
    return "\\".join(kept)


def _is_windows(path: str) -> bool:
    return bool(_DRIVE.match(path)) or path.startswith("\\\\")


def _key_name(path: str) -> str:
    folded = unicodedata.normalize("NFKD", last_name(path).lower())
    plain = "".join(letter for letter in folded if not unicodedata.combining(letter))
    name = re.sub("[^a-z0-9]+", "-", plain).strip("-")[:_KEY_NAME_LENGTH].strip("-")
    return "project" if _is_drive_only(path) or not name else name


def _is_drive_only(path: str) -> bool:
    return bool(re.fullmatch(r"[A-Za-z]:\\?", path))
