"""Loads our prompts: one markdown file each, shipped in the package, in a checkout beside it."""

import re
from functools import cache
from pathlib import Path

from noctule.dataclass import dataclass
from noctule.regex import regex

_SLOT = regex(r"\{\{([a-z_]+)\}\}")
_COMMENT = regex(r"\A(?:\s*<!--.*?-->\s*?\n)+", re.DOTALL)

_SHIPPED = Path(__file__).parent / "prompts"
_CHECKOUT = Path(__file__).parents[2] / "prompts"


@dataclass(frozen=True, slots=True)
class Prompt:
    """A prompt's text with `{{slots}}`."""

    name: str
    text: str

    def fill(self, **values: str) -> str:
        """The text with every slot filled. Raises `KeyError` where a slot has no value or a value no slot."""
        slots = set(_SLOT.findall(self.text))
        if slots != set(values):
            raise KeyError(f"prompt {self.name}: its slots are {sorted(slots)}, given were {sorted(values)}")
        return _SLOT.sub(lambda slot: values[slot[1]], self.text)


@cache
def load(name: str) -> Prompt:
    """The prompt in `<name>.md`, without the comments that stand before its text. Raises `FileNotFoundError`."""
    text = (_folder() / f"{name}.md").read_text(encoding="utf-8")
    return Prompt(name, _COMMENT.sub("", text).strip("\n") + "\n")


def names() -> list[str]:
    """Every prompt there is, sorted."""
    return sorted(path.stem for path in _folder().glob("*.md"))


def _folder() -> Path:
    """An editable install lacks the shipped folder: there, the checkout's own is read."""
    return _SHIPPED if _SHIPPED.is_dir() else _CHECKOUT
