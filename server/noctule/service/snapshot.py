"""The prompt text a session begins with: instructions, index, profile, and the newest memories if asked for."""

from collections.abc import Sequence

from noctule.dataclass import dataclass
from noctule.memories.index_cut import MOST_CHARACTERS, truncate
from noctule.memories.names import INDEX_NAME
from noctule.prompts import load
from noctule.safety.sanitize import neutralise


@dataclass(frozen=True, slots=True)
class IndexPart:
    """The index as it is to be shown. `text` is null where there is none; `is_made` where it was made from memories.

    `has_memories`: whether the folder holds any, which an empty index does not say.
    """

    text: str | None
    is_made: bool = False
    has_memories: bool = False
    error: str | None = None


@dataclass(frozen=True, slots=True)
class ProfilePart:
    """One store of the profile: its items as text within the cap, and whether some did not fit."""

    text: str
    was_cut: bool = False
    error: str | None = None


@dataclass(frozen=True, slots=True)
class Composed:
    """A composed snapshot, and what of the index it shows."""

    text: str
    exists: bool
    error: str | None
    lines: int
    chars: int
    shown_lines: int
    truncated: bool
    hidden: tuple[str, ...]


def variant_of(setting: str, model: str | None, lean_models: Sequence[str]) -> str:
    """`full` or `terse`: as set, or by model: terse where the id holds one of `lean_models`, `*-x` at its end."""
    if setting != "auto":
        return setting
    spelled = _spelled(model or "")
    return "terse" if any(_matches(spelled, _spelled(lean)) for lean in lean_models) else "full"


def compose(
    variant: str,
    folder: str,
    index: IndexPart,
    user: ProfilePart,
    notes: ProfilePart,
    newest: str | None,
    index_chars: int = MOST_CHARACTERS,
) -> Composed:
    """The snapshot's text and what of the index it shows, `index_chars` of it at most.

    `folder` ends in a separator; `newest` are recall blocks.
    """
    cut = truncate(index.text or "", index_chars)
    parts = [
        load(f"instructions-{variant}").fill(folder=folder).strip(),
        f"## The index, {folder}{INDEX_NAME}\n\n{_index_text(index, neutralise(cut.text))}",
        _profile_text("## Who the person is (profile, every project)", user),
        _profile_text("## Notes that hold in every project (profile)", notes),
        f"## The newest memories\n\n{newest}" if newest else "",
    ]
    text = "\n\n".join(part for part in parts if part) + "\n"
    hidden = tuple(line.target or line.raw for line in cut.hidden)
    exists = index.error is not None or (index.text is not None and not index.is_made)
    return Composed(text, exists, index.error, cut.lines, cut.chars, cut.shown_lines, cut.truncated, hidden)


def _spelled(model: str) -> str:
    return model.lower().replace(".", "-").replace("_", "-")


def _matches(model: str, lean: str) -> bool:
    return model.endswith(lean[1:]) if lean.startswith("*") else lean in model


def _index_text(index: IndexPart, shown: str) -> str:
    if index.error:
        return f"The index cannot be read: {index.error} The memories may still be there: list the folder."
    if not shown.strip() and index.has_memories:
        return "The index is empty, and the folder holds memories all the same: list it to see them."
    if not shown.strip():
        return "The index is empty: nothing has been remembered here yet."
    return shown.rstrip("\r\n")


def _profile_text(heading: str, part: ProfilePart) -> str:
    if part.error:
        return f"{heading}\n\nThis store cannot be read: {part.error}"
    if not part.text.strip() and not part.was_cut:
        return ""
    said = "> More is stored than the cap allows; the rest is left out here." if part.was_cut else ""
    return "\n\n".join(filter(None, (heading, neutralise(part.text).strip(), said)))
