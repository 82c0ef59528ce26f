"""A person's word on a held proposal: which choice it is, and what is written for it."""

from noctule.capture.choices import choices, target_of
from noctule.capture.write import Addition
from noctule.dataclass import dataclass
from noctule.errors import Refused
from noctule.service.capture.questions import named
from noctule.service.capture.writing import Target
from noctule.store.proposals import Proposal


@dataclass(frozen=True, slots=True)
class Decision:
    """A person's word on a held proposal. `how` None is what is recommended; `text` stands in for the proposed one."""

    how: str | None = None
    text: str | None = None


def decided(proposal: Proposal, decision: Decision) -> tuple[str, str]:
    """How, and which text. Raises `Refused`."""
    options = [one for one in choices(proposal) if one != "discard"]
    if decision.text is not None and target_of(proposal) is not None:
        options = list(dict.fromkeys([*options, "merge"]))
    how = decision.how or options[0]
    if how not in options:
        raise Refused(f"`{how[:20]}` is no choice for {proposal.id}: it is {named(options)}, or discard it.")
    proposed = proposal.merged if how == "merge" else proposal.text
    return how, decision.text if decision.text is not None else proposed or ""


def addition_of(proposal: Proposal, text: str) -> Addition:
    return Addition(
        text=text,
        title=proposal.title,
        topic=proposal.topic,
        name=proposal.name,
        description=proposal.description if text == proposal.text else None,
        type=proposal.type,
        is_forced=proposal.is_forced,
    )


def target_named(target: str) -> Target:
    return "user" if target == "user" else "notes" if target == "notes" else "project"
