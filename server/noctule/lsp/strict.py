"""The converter between JSON and typed values: it takes a value of the right type or says where it is wrong."""

from collections.abc import Callable, Iterator, Sequence
from typing import Any, Literal, TypeVar, cast, get_args, get_origin

import attrs
import cattrs
from cattrs.gen import make_dict_structure_fn, override
from lsprotocol.converters import get_converter

T = TypeVar("T")

_NAMES = {str: "text", int: "a whole number", bool: "true or false", float: "a number"}


class BadParams(Exception):
    """Params that are not what the method takes; `path` is such as `params.context.openUris[2]`."""

    def __init__(self, path: str, reason: str) -> None:
        super().__init__(f"{path} {reason}")
        self.path = path


def strict_converter() -> cattrs.Converter:
    """lsprotocol's converter, which camel-cases names, with exact text, numbers, lists and objects.

    cattrs as it comes takes `"false"` for True and null for the text "None".
    """
    converter = get_converter()
    converter.register_structure_hook(str, _exact_text)
    converter.register_structure_hook(int, _exact_int)
    converter.register_structure_hook(bool, _exact_bool)
    converter.register_structure_hook(float, _exact_float)
    converter.register_structure_hook(int | str, _exact_id)
    converter.register_structure_hook(int | str | None, _exact_id_or_none)
    converter.register_structure_hook_func(_is_choice, _exact_choice)
    converter.register_structure_hook_factory(_is_list, _list_hook)
    converter.register_structure_hook_factory(attrs.has, _object_hook)
    return converter


def structure(converter: cattrs.Converter, value: Any, cls: type[T], *, root: str = "params") -> T:
    """`value` as a `cls`; raises BadParams with the path of the first field that is wrong."""
    try:
        return converter.structure(value, cls)
    except RecursionError:
        raise BadParams(root, "nested too deeply") from None
    except Exception as error:
        path, reason = next(_leaves(error, root))
        raise BadParams(path, reason) from None


def camel_case(name: str) -> str:
    """`memory_uri` -> `memoryUri`; a trailing underscore, which avoids a Python keyword, goes."""
    first, *rest = name.removesuffix("_").split("_")
    return first + "".join(part.title() for part in rest)


class _WrongType(ValueError):
    """A value of the wrong type; the text names the right one."""


def _exact_text(value: Any, _: Any) -> str:
    if type(value) is not str:
        raise _WrongType(f"must be {_NAMES[str]}")
    try:
        value.encode()
    except UnicodeEncodeError:
        # Editors cut texts between the halves of a character; such a half can be neither stored nor sent on.
        return value.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
    return value


def _exact_int(value: Any, _: Any) -> int:
    if type(value) is not int:
        raise _WrongType(f"must be {_NAMES[int]}")
    return value


def _exact_bool(value: Any, _: Any) -> bool:
    if type(value) is not bool:
        raise _WrongType(f"must be {_NAMES[bool]}")
    return value


def _exact_float(value: Any, _: Any) -> float:
    if type(value) not in (int, float):
        raise _WrongType(f"must be {_NAMES[float]}")
    return float(value)


def _exact_id(value: Any, _: Any) -> int | str:
    """Ids and progress tokens. True would be found under 1."""
    if type(value) not in (int, str):
        raise _WrongType("must be a whole number or text")
    return cast("int | str", value)


def _exact_id_or_none(value: Any, cls: Any) -> int | str | None:
    return None if value is None else _exact_id(value, cls)


def _is_choice(cls: Any) -> bool:
    return get_origin(cls) is Literal


def _exact_choice(value: Any, cls: Any) -> Any:
    choices = get_args(cls)
    if type(value) is not str or value not in choices:
        raise _WrongType(f"must be one of {', '.join(choices)}")
    return value


def _is_list(cls: Any) -> bool:
    return get_origin(cls) in (list, Sequence)


def _list_hook(cls: Any, converter: cattrs.BaseConverter) -> Callable[[Any, Any], list[Any]]:
    (item_type,) = get_args(cls)

    def structure_list(value: Any, _: Any) -> list[Any]:
        if type(value) is not list:
            raise _WrongType("must be a list")
        hook = converter.get_structure_hook(item_type)
        return [_structure_item(hook, item, item_type, index) for index, item in enumerate(value)]

    return structure_list


def _structure_item(hook: Callable[[Any, Any], Any], item: Any, item_type: Any, index: int) -> Any:
    try:
        return hook(item, item_type)
    except Exception as error:
        error.add_note(cattrs.IterableValidationNote(f"item {index}", index, item_type))
        raise


def _object_hook(cls: Any, converter: cattrs.Converter) -> Callable[[Any, Any], Any]:
    renames = {field.name: override(rename=camel_case(field.name)) for field in attrs.fields(cls)}
    structure_fields = make_dict_structure_fn(cls, converter, **renames)  # type: ignore[arg-type]  # no ** of overrides

    def structure_object(value: Any, _: Any) -> Any:
        if value == []:
            # Lua has one empty table; some Neovims send it as a list.
            value = {}
        if type(value) is not dict:
            raise _WrongType("must be an object")
        return structure_fields(value, cls)

    return structure_object


def _leaves(error: BaseException, path: str) -> Iterator[tuple[str, str]]:
    """Every innermost error with its path, in the order of the fields."""
    for note in reversed(getattr(error, "__notes__", [])):
        if isinstance(note, cattrs.AttributeValidationNote):
            path += "." + camel_case(note.name)
        elif isinstance(note, cattrs.IterableValidationNote):
            path += f"[{note.index}]"
    if isinstance(error, BaseExceptionGroup):
        for inner in error.exceptions:
            yield from _leaves(inner, path)
    elif isinstance(error, KeyError):
        yield f"{path}.{error.args[0]}" if not path.endswith(f".{error.args[0]}") else path, "is missing"
    elif isinstance(error, _WrongType):
        yield path, str(error)
    else:
        yield path, "is not a value that is known here"
