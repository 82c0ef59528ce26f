"""Patterns of file names: `*`, `?` and `[...]`, where a backslash takes a character as it is; linear in the name."""

from functools import lru_cache

from noctule.safety.shell.refused import CommandRefused

_LONGEST = 512

# What a token is (`*`, `?`, `=` a character, `[` a class, `!` a class turned round), and the ranges it takes.
_Token = tuple[str, tuple[tuple[str, str], ...]]


def name_matches(glob: str, name: str) -> bool:
    """Whether the whole of a name fits the pattern. Time grows with the product of both lengths, no more."""
    tokens = _tokens(glob)
    at = here = 0
    star, resume = -1, 0
    while here < len(name):
        if at < len(tokens) and tokens[at][0] == "*":
            star, resume = at, here
            at += 1
        elif at < len(tokens) and _fits(tokens[at], name[here]):
            at, here = at + 1, here + 1
        elif star >= 0:
            resume += 1
            at, here = star + 1, resume
        else:
            return False
    return all(token[0] == "*" for token in tokens[at:])


def has_active(glob: str) -> bool:
    """Whether anything in the text is a pattern."""
    return any(token[0] != "=" for token in _tokens(glob))


def literal(glob: str) -> str:
    """A pattern without its backslashes."""
    result, escaped = [], False
    for character in glob:
        if character == "\\" and not escaped:
            escaped = True
            continue
        result.append(character)
        escaped = False
    return "".join(result)


@lru_cache(maxsize=256)
def _tokens(glob: str) -> tuple[_Token, ...]:
    if len(glob) > _LONGEST:
        raise CommandRefused("That pattern of names is too long: write a shorter one.")
    tokens: list[_Token] = []
    at = 0
    while at < len(glob):
        character = glob[at]
        if character == "\\" and at + 1 < len(glob):
            tokens.append(("=", ((glob[at + 1], glob[at + 1]),)))
            at += 2
            continue
        at += 1
        if character == "[" and (found := _char_class(glob, at)) is not None:
            token, at = found
            tokens.append(token)
        elif character in "*?":
            tokens.append((character, ()))
        else:
            tokens.append(("=", ((character, character),)))
    return tuple(tokens)


def _char_class(glob: str, at: int) -> tuple[_Token, int] | None:
    """The class whose `[` stands before `at`, and where it ends; None where it is never closed."""
    kind = "!" if glob[at : at + 1] in ("!", "^") else "["
    at += kind == "!"
    members: list[tuple[str, bool]] = []
    while at < len(glob) and (glob[at] != "]" or not members):
        escaped = glob[at] == "\\" and at + 1 < len(glob)
        at += escaped
        members.append((glob[at], escaped))
        at += 1
    if at >= len(glob):
        return None
    return (kind, _ranges(members)), at + 1


def _ranges(members: list[tuple[str, bool]]) -> tuple[tuple[str, str], ...]:
    ranges, at = [], 0
    while at < len(members):
        first = members[at][0]
        if at + 2 < len(members) and members[at + 1] == ("-", False):
            ranges.append((first, members[at + 2][0]))
            at += 3
        else:
            ranges.append((first, first))
            at += 1
    return tuple(ranges)


def _fits(token: _Token, character: str) -> bool:
    kind, members = token
    if kind == "?":
        return True
    return any(low <= character <= high for low, high in members) == (kind != "!")
