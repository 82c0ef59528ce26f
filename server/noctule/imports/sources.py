"""The tools whose memories can be imported, by their ids."""

from collections.abc import Mapping

from noctule.errors import Refused
from noctule.imports import basic_memory, claude_code, pi, pi_profile, pi_topics, plain, serena
from noctule.imports.source import Source

SOURCES: Mapping[str, Source] = {
    source.id: source
    for source in (
        claude_code.SOURCE,
        pi.PI,
        pi.ARMORY,
        pi_topics.SOURCE,
        pi_profile.SOURCE,
        serena.SOURCE,
        basic_memory.SOURCE,
        plain.SOURCE,
    )
}


def source_named(name: str) -> Source:
    """Raises `Refused` for what is no source, with those there are."""
    found = SOURCES.get(name.strip().lower())
    if found is None:
        raise Refused(f"There is no source `{name[:40]}`: it is one of {', '.join(SOURCES)}.")
    return found
