"""Claims about what may be a moment old: it is looked up once in a while, and at once after it was cleared."""

from functools import partial

from noctule.lsp.language.recent import Recent


def test_what_was_looked_up_a_moment_ago_is_not_looked_up_again() -> None:
    recent: Recent[str, int] = Recent(3600)
    assert [recent.get("a", iter((1, 2)).__next__) for _ in range(2)] == [1, 1]
    assert recent.get("b", lambda: 3) == 3


def test_what_is_too_old_or_was_cleared_is_looked_up_again() -> None:
    old: Recent[str, int] = Recent(-1)
    assert [old.get("a", partial(int, number)) for number in (1, 2)] == [1, 2]
    recent: Recent[str, int] = Recent(3600)
    recent.get("a", lambda: 1)
    recent.clear()
    assert recent.get("a", lambda: 2) == 2


def test_nothing_found_is_kept_too() -> None:
    recent: Recent[str, int | None] = Recent(3600)
    assert recent.get("a", lambda: None) is None
    assert recent.get("a", lambda: 1) is None
