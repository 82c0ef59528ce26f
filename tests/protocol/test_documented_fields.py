"""Claims about PROTOCOL.md's tables: each lists the fields of the server's own type, with type and default."""

from types import NoneType, UnionType
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

import attrs
import pytest

from fakes.markdown import Section, bare, section, sections, tables
from fakes.protocol_doc import document
from noctule.lsp import (
    params,
    params_commands,
    params_dreams,
    results,
    results_dreams,
    results_events,
    results_sessions,
)
from noctule.lsp.methods import COMMANDS, METHODS, SERVER_TELLS, TELLS
from noctule.lsp.strict import camel_case

DOCUMENT = document()
WORDS = {str: "text", int: "whole number", float: "number", bool: "true or false"}

MODULES = (params, params_commands, params_dreams, results, results_dreams, results_events, results_sessions)
SHARED = {
    kind.__name__: kind
    for module in MODULES
    for kind in vars(module).values()
    if isinstance(kind, type) and attrs.has(kind) and kind.__module__ == module.__name__
}
"""Every type of the wire by its name."""


def type_words(hint: Any) -> str:
    """A type as the tables spell it."""
    origin, args = get_origin(hint), get_args(hint)
    if hint in WORDS:
        return WORDS[hint]
    if origin is Literal:
        return "one of " + ", ".join(f"`{choice}`" for choice in args)
    if origin is list:
        return f"list of {type_words(args[0])}"
    if origin is dict:
        return "object" if args[1] is Any else f"object of {type_words(args[1])}"
    if origin in (Union, UnionType):
        (inner,) = [arg for arg in args if arg is not NoneType]
        return f"{type_words(inner)} or null"
    return f"`{hint.__name__}`"


def fields_of(kind: type) -> list[tuple[str, str]]:
    """The fields of a type of the wire, as the rows of its table begin."""
    hints = get_type_hints(kind)
    return [(camel_case(field.name), _told(hints[field.name], field.default)) for field in attrs.fields(kind)]


def _told(hint: Any, default: Any) -> str:
    told = type_words(hint)
    if default is attrs.NOTHING:
        return told
    if default is None or isinstance(default, attrs.Factory):  # type: ignore[arg-type]  # a class under a function's type
        return f"{told.removesuffix(' or null')}, optional"
    shown = str(default).lower() if isinstance(default, bool) else str(default)
    return f"{told}, default `{shown}`"


def table_under(part: Section, label: str) -> list[tuple[str, str]]:
    """The rows of the table that follows `**label**` in a section."""
    _, _, rest = part.prose.partition(f"**{label}**\n")
    first = rest.split("**")[0]
    return [(bare(row[0]), row[1]) for row in tables(first).get("field", [])]


def _result_section(method: str) -> Section:
    """The section that holds a method's result: its own, or the one that it says it is like."""
    own = section(DOCUMENT, method)
    like = [one for one in METHODS if f"**Result:** as of `{one}`." in own.prose]
    assert not like or METHODS[like[0]][1] is METHODS[method][1]
    return section(DOCUMENT, like[0]) if like else own


@pytest.mark.parametrize("method", METHODS)
def test_a_method_lists_its_params_and_its_result(method: str) -> None:
    takes, gives = METHODS[method]
    assert table_under(section(DOCUMENT, method), "Params") == fields_of(takes)
    assert table_under(_result_section(method), "Result") == fields_of(gives)


@pytest.mark.parametrize(("method", "kind"), {**TELLS, **SERVER_TELLS}.items())
def test_a_notification_lists_its_params(method: str, kind: type) -> None:
    assert table_under(section(DOCUMENT, method), "Params") == fields_of(kind)


@pytest.mark.parametrize(("command", "kind"), COMMANDS.items())
def test_a_command_lists_its_argument(command: str, kind: type) -> None:
    assert table_under(section(DOCUMENT, command), "Argument") == fields_of(kind)


def test_every_object_inside_another_has_its_table() -> None:
    tops = [kind for pair in METHODS.values() for kind in pair]
    tops += [*TELLS.values(), *SERVER_TELLS.values(), *COMMANDS.values()]
    inner = set(SHARED) - {kind.__name__ for kind in tops}
    told = {one.heading: one for one in sections(DOCUMENT) if one.heading in SHARED}
    assert set(told) == inner
    for name, part in told.items():
        rows = [(bare(row[0]), row[1]) for row in tables(part.body)["field"]]
        assert rows == fields_of(SHARED[name]), name
