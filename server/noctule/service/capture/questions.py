"""The words in which a person is asked about a held proposal, on one small box of their editor."""

from collections.abc import Sequence

from noctule.capture.choices import Choice, choices, target_of
from noctule.safety.sanitize import one_line
from noctule.store.proposals import Proposal

_TEXT_CHARS = 400
_CONCERN_CHARS = 200
_MOST_CONCERNS = 3

_TITLES: dict[Choice, str] = {
    "merge": "Merge",
    "replace": "Replace",
    "add": "Add anyway",
    "discard": "Discard",
}
_RELATIONS = {"duplicate": "says it already", "near": "says part of it", "contradicts": "says otherwise"}
_WHERE = {"project": "this project's memory", "user": "your profile", "notes": "your notes for all projects"}


def titles(proposal: Proposal) -> dict[str, Choice]:
    """The buttons, the recommended first, and what each stands for."""
    names = dict(_TITLES)
    if proposal.verdict == "new":
        names["add"] = "Save"
    return {names[one]: one for one in choices(proposal)}


def question(proposal: Proposal) -> str:
    """What is held, why, what is known of it, and the merged text, each as one harmless line."""
    about = "A memory is proposed" if proposal.verdict == "new" else "A new memory is held"
    lines = [f"{about} for {_WHERE[proposal.target]}: “{one_line(proposal.text, _TEXT_CHARS)}”"]
    if proposal.reason:
        lines.append(one_line(proposal.reason))
    lines += [told_concern(proposal, at) for at in range(min(len(proposal.concerns), _MOST_CONCERNS))]
    if proposal.merged and target_of(proposal) is not None:
        lines.append(f"Merged: “{one_line(proposal.merged, _TEXT_CHARS)}”")
    return "\n".join(lines)


def told_concern(proposal: Proposal, at: int) -> str:
    """`ports.md, Tide service, says otherwise: “…”`."""
    concern = proposal.concerns[at]
    names = [concern.path, *([concern.part] if concern.kind == "memory" and concern.part else [])]
    said = one_line(concern.text, _CONCERN_CHARS)
    return f"{one_line(', '.join(names), 200)} {_RELATIONS[concern.relation]}: “{said}”"


def named(options: Sequence[Choice]) -> str:
    """`merge, replace or add`."""
    return options[0] if len(options) == 1 else f"{', '.join(options[:-1])} or {options[-1]}"
