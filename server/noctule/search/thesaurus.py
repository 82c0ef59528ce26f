"""Words that people who build software use for one another."""

from functools import cache

from noctule.search.stem import stem


def synonyms(term: str) -> tuple[str, ...]:
    """The stems that may stand for the stem `term`, in the order of the table."""
    return _table().get(term, ())


@cache
def _table() -> dict[str, tuple[str, ...]]:
    table: dict[str, dict[str, None]] = {}
    for group in _GROUPS.strip().splitlines():
        stems = list(dict.fromkeys(stem(word, "english") for word in group.split()))
        for word in stems:
            table.setdefault(word, {}).update(dict.fromkeys(other for other in stems if other != word))
    return {word: tuple(others) for word, others in table.items()}


_GROUPS = """
    database db postgres mysql sqlite
    auth authentication login signin authorization
    deploy release rollout ship
    kubernetes k8s cluster
    environment env
    production prod live
"""
