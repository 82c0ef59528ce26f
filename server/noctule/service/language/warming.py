"""Loads what the first finding of a session would wait for: the rules take a fifth of a second to be made ready."""


def load_rules() -> None:
    """Looks at a text once as at any memory's; the patterns stay."""
    from noctule.checks.memory import check_memory
    from noctule.memories.memory import parse_memory

    check_memory(parse_memory("warm.md", "---\nname: Warm\ndescription: nothing\ntype: project\n---\n\nYesterday.\n"))
