"""Finds the characters that no reader can see, and shows them or takes them out.

Hidden are control, bidirectional, zero-width, tag and filler characters, variation selectors and halves of surrogate
pairs. Where a script needs one it is at home and stays: joiners in Persian, Hindi and emoji, the selector after an
emoji, direction marks beside Arabic or Hebrew letters, the three flags that are spelt with tag characters.
"""

import re
import unicodedata
from collections.abc import Iterator
from functools import cache

from noctule.regex import regex

LINE_BREAK = regex("\r\n|[\n\r\x0b\x0c\x1c-\x1e\x85\u2028\u2029]")

# A run longer than this says how many more there are; 3,000 bells are one fact, not 12,000 characters of a prompt.
_SHOWN_IN_A_RUN = 8
# Vietnamese and pointed Hebrew stack two or three marks on a letter; more is a picture, not a word.
_MARKS_ON_A_LETTER = 4

_HIDDEN = (
    "\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\xad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e"
    "\u2060-\u206f\u3164\ud800-\udfff\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufffb\ufffe\uffff"
    "\U0001d173-\U0001d17a\U000e0000-\U000e0fff"
)
_MARKS = "\u0300-\u034e\u0350-\u036f\u0483-\u0489\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f"
_EMOJI = (
    "\u00a9\u00ae\u203c\u2049\u2122\u2139\u2194-\u21aa\u231a-\u23ff\u24c2\u25aa-\u25fe\u2600-\u27bf\u2934\u2935"
    "\u2b05-\u2b55\u3030\u303d\u3297\u3299\U0001f000-\U0001faff"
)
_JOINING = "\u0600-\u08ff\u0900-\u0dff\u0f00-\u109f\u1780-\u18af\ua840-\ua87f\ufb50-\ufdff\ufe70-\ufefc"
_RIGHT_TO_LEFT = "\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc"
_IDEOGRAPHS = "\u3400-\u9fff\uf900-\ufaff\U00020000-\U0003ffff"
_FLAG_TAGS = "|".join(
    "".join(chr(0xE0000 + ord(c)) for c in name) + "\U000e007f" for name in ("gbeng", "gbsct", "gbwls")
)

# What neither hides nor commands: most texts are all of it, and the patterns for the others take long to make.
_PLAIN = regex("[\t\n\r\x20-\x7e]*")


@cache
def _character() -> re.Pattern[str]:
    return re.compile(
        "(?P<home>"
        f"(?<=[{_JOINING}])[\u200c\u200d](?=[{_JOINING}])"
        f"|(?<=[{_EMOJI}\ufe0f])\u200d(?=[{_EMOJI}])"
        f"|(?<=[{_EMOJI}])[\ufe0e\ufe0f]"
        "|(?<=[#*0-9])\ufe0f(?=\u20e3)"
        f"|(?<=[{_IDEOGRAPHS}])[\ufe00-\ufe0e\U000e0100-\U000e01ef]"
        "|(?<=[\u1800-\u18aa])[\u180b-\u180d\u180f]"
        f"|(?<=\U0001f3f4)(?:{_FLAG_TAGS})"
        ")"
        f"|(?P<direction>(?<=[{_RIGHT_TO_LEFT}])[\u061c\u200e\u200f]|[\u061c\u200e\u200f](?=[{_RIGHT_TO_LEFT}]))"
        f"|(?P<marks>(?<=[{_MARKS}]{{{_MARKS_ON_A_LETTER}}})[{_MARKS}]+)"
        f"|(?P<hidden>[{_HIDDEN}]+)"
    )


@cache
def _one_hidden() -> re.Pattern[str]:
    return re.compile(f"[{_HIDDEN}{_MARKS}]")


# CSI, OSC and the other string commands, then the two-character escapes; bounded, since an end may never come.
ANSI = regex(
    "(?:\x1b\\[|\x9b)[0-?]{0,64}[ -/]{0,8}[@-~]"
    "|(?:\x1b[\\]PX^_]|[\x90\x98\x9d-\x9f])[^\x07\x1b\x9c]{0,512}(?:\x07|\x1b\\\\|\x9c)"
    "|\x1b[ -/]{0,4}[0-~]"
)
_PRIVATE = regex("[\ue000-\uf8ff\U000f0000-\U0010ffff\ufdd0-\ufdef]+")


def hidden_characters(text: str) -> list[tuple[int, str]]:
    """Each run of hidden characters: its offset in code points, and what its first one is."""
    return [(start, label) for start, _, label in hidden_spans(text)]


def hidden_spans(text: str) -> list[tuple[int, int, str]]:
    """As `hidden_characters`, with where each run ends."""
    return [(start, end, _label(text[start])) for start, end in _hidden_runs(text)]


def show_hidden(text: str) -> str:
    r"""The text with hidden characters written out (`\u200b`): nothing is lost, and nothing hides."""
    return text if _PLAIN.fullmatch(text) else _character().sub(_shown, text)


def strip_hidden(text: str) -> str:
    """The text without terminal commands and hidden characters, for names, logs and UI; line breaks stay."""
    plain = LINE_BREAK.sub("\n", ANSI.sub("", text))
    return _PRIVATE.sub("\ufffd", _character().sub(_kept, plain))


def is_hidden(character: str) -> bool:
    """Whether a character is invisible where it is not at home."""
    return _one_hidden().match(character) is not None


def _hidden_runs(text: str) -> Iterator[tuple[int, int]]:
    for match in _character().finditer(text):
        if match["hidden"] or match["marks"]:
            yield match.span()


def _shown(match: re.Match[str]) -> str:
    if match["home"] or match["direction"]:
        return match[0]
    run = match[0]
    more = len(run) - _SHOWN_IN_A_RUN
    return "".join(map(_escape, run[:_SHOWN_IN_A_RUN])) + (f"[{more} more such characters]" if more > 0 else "")


def _kept(match: re.Match[str]) -> str:
    if match["home"]:
        return match[0]
    return "\ufffd" if _is_half(match[0][0]) else ""


def _escape(character: str) -> str:
    point = ord(character)
    if point < 0x100:
        return f"\\x{point:02x}"
    return f"\\u{point:04x}" if point < 0x10000 else f"\\U{point:08x}"


def _is_half(character: str) -> bool:
    return 0xD800 <= ord(character) <= 0xDFFF


def _label(character: str) -> str:
    point = ord(character)
    if _is_half(character):
        kind = "half of a surrogate pair"
    elif 0xE0000 <= point < 0xE0080:
        kind = "tag character"
    elif unicodedata.category(character) == "Cc":
        kind = "control character"
    elif unicodedata.combining(character):
        kind = "stack of combining marks"
    else:
        kind = unicodedata.name(character, "invisible character").lower()
    return f"{kind} (U+{point:04X})"
