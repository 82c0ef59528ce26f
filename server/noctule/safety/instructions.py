"""Recognises text that asks an agent for something no memory should ask."""


def instruction_like(text: str) -> list[tuple[int, int, str]]:
    """Each such request: where it starts and ends in code points, and which rule it met."""
    del text
    return []
