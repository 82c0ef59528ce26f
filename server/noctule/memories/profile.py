"""The items of a profile store: short texts between lines that hold a single `§`."""

from typing import Final

from noctule.errors import Ambiguous, NotFound, Refused
from noctule.memories.nearest import nearest, numbered
from noctule.memories.text import newline_of, split_lines, with_newline

MARK: Final = "§"


def items(text: str) -> tuple[str, ...]:
    """The items in order, without the blank lines around them; empty ones are left out."""
    found = ("".join(lines).strip("\r\n").strip() for lines in _parts(text))
    return tuple(with_newline(item, "\n") for item in found if item)


def compose_items(parts: tuple[str, ...] | list[str], newline: str = "\n") -> str:
    """The text of a store that holds these items, with a newline at its end."""
    return with_newline(f"\n{MARK}\n".join(parts) + "\n", newline) if parts else ""


def usage(text: str) -> int:
    """How many characters (code points) a store takes of its cap: its items and the marks between them."""
    return len(f"\n{MARK}\n".join(items(text)))


def within_cap(parts: tuple[str, ...], cap_chars: int) -> tuple[str, ...]:
    """The first items that fit a cap, whole ones only."""
    used = 0
    for count, item in enumerate(parts):
        used += len(item) + (len(f"\n{MARK}\n") if count else 0)
        if used > cap_chars:
            return parts[:count]
    return parts


def add_item(text: str, item: str) -> str:
    """The store with an item at its end; one that is there already changes nothing. Raises Refused for a `§` line."""
    clean = _clean(item)
    known = items(text)
    return text if clean in known else compose_items([*known, clean], newline_of(text))


def replace_item(text: str, old: str, item: str) -> str:
    """The store with the item that `old` is, or is found in, replaced; one that is there already is not doubled.

    Raises NotFound or Ambiguous.
    """
    known = list(items(text))
    place = _place(known, old)
    known[place] = _clean(item)
    if known.count(known[place]) > 1:
        del known[place]
    return compose_items(known, newline_of(text))


def remove_item(text: str, old: str) -> str:
    """The store without the item that `old` is, or is found in. Raises NotFound or Ambiguous."""
    known = list(items(text))
    del known[_place(known, old)]
    return compose_items(known, newline_of(text))


def _parts(text: str) -> list[list[str]]:
    parts: list[list[str]] = [[]]
    for line in split_lines(text):
        if line.strip() == MARK:
            parts.append([])
        else:
            parts[-1].append(line)
    return parts


def _clean(item: str) -> str:
    clean = with_newline(item, "\n").strip()
    if not clean:
        raise Refused("An item cannot be empty. Give it a text.")
    if any(line.strip() == MARK for line in clean.split("\n")):
        raise Refused(f"An item cannot hold a line of its own with `{MARK}`: it parts the items. Add them one by one.")
    return clean


def _place(known: list[str], old: str) -> int:
    wanted = with_newline(old, "\n").strip()
    places = [at for at, item in enumerate(known) if item == wanted]
    if not places and wanted:
        places = [at for at, item in enumerate(known) if wanted in item]
    if not places:
        near = nearest(known, wanted)
        hint = f" Number {numbered(near)} comes nearest." if near else ""
        raise NotFound(f"No item holds that text; the store has {len(known)} items.{hint}")
    if len(places) > 1:
        numbers = ", ".join(str(at + 1) for at in places[:10])
        raise Ambiguous(f"{len(places)} items hold that text (numbers {numbers}). Give more of it.")
    return places[0]
