"""Checks a store of the profile: what lies past its cap, and items that stand twice."""

from noctule.checks.finding import Finding, Place, rewrite
from noctule.memories.profile import MARK, compose_items, items, usage, within_cap
from noctule.memories.text import cut, newline_of

_SHOWN = 60


def check_store(file: str, text: str, cap_chars: int) -> list[Finding]:
    """The findings about a store, top to bottom; `file` is its name in the profile's folder."""
    found = [*_over_cap(file, text, cap_chars), *_doubled(file, text)]
    return sorted(found, key=lambda finding: finding.start)


def _over_cap(file: str, text: str, cap_chars: int) -> list[Finding]:
    known = items(text)
    shown = within_cap(known, cap_chars)
    if len(shown) == len(known):
        return []
    start, end = _place_of(text, len(shown))
    left_out = len(known) - len(shown)
    message = (
        f"The store holds {usage(text):,} characters, over its cap of {cap_chars:,}: from here on "
        f"{left_out} of {len(known)} items are shown to no agent. Merge or remove some."
    )
    return [Finding(file, "profile-over-cap", "warning", start, end, message)]


def _doubled(file: str, text: str) -> list[Finding]:
    known = items(text)
    once = list(dict.fromkeys(known))
    if len(once) == len(known):
        return []
    fix = rewrite(file, "Keep each item once", text, compose_items(once, newline_of(text)))
    found = []
    for number, item in enumerate(known):
        if item in known[:number]:
            start, end = _place_of(text, number)
            message = f"“{cut(item, _SHOWN)}” stands here a second time. Keep one of the two."
            found.append(Finding(file, "profile-item-twice", "information", start, end, message, fix))
    return found


def _place_of(text: str, number: int) -> tuple[Place, Place]:
    """The first line of an item: items stand in their order, parted by lines with the mark alone."""
    seen = -1
    is_between = True
    for line, raw in enumerate(text.split("\n")):
        if raw.strip() == MARK:
            is_between = True
        elif raw.strip() and is_between:
            seen += 1
            is_between = False
            if seen == number:
                return (line, 0), (line, len(raw.rstrip("\r")))
    return (0, 0), (0, 0)
