"""Makes a class of values out of its annotations: what `dataclasses.dataclass(slots=True)` does, at little cost.

Source is written and compiled for `__init__` alone, and only of a class of which many values are made; all else is
done by the same few functions for every class. There is no `__post_init__`, no `InitVar`, and an annotation as a
`ClassVar` is taken for a field.
"""

from collections.abc import Callable, Iterator, Mapping
from operator import attrgetter
from typing import Any

MISSING: Any = object()

# Compiling an `__init__` takes as long as making so many values without one.
_FEW = 20


class Field:
    """One field of a class: what it was declared with. `metadata` is the declarer's own."""

    __slots__ = ("compare", "default", "default_factory", "kw_only", "metadata", "name")

    def __init__(self, default: Any, default_factory: Any, compare: bool, metadata: Mapping[str, Any]) -> None:
        self.name = ""
        self.kw_only = False
        self.default = default
        self.default_factory = default_factory
        self.compare = compare
        self.metadata = metadata


def field(
    *,
    default: Any = MISSING,
    default_factory: Any = MISSING,
    compare: bool = True,
    metadata: Mapping[str, Any] | None = None,
) -> Any:
    """Stands in a class's body as the default of a field that needs more said."""
    return Field(default, default_factory, compare, metadata or {})


def dataclass(kind: type | None = None, /, *, frozen: bool = False, slots: bool = False, kw_only: bool = False) -> Any:
    """Decorates a class. All have slots, so it is to be said; a frozen one's values also have a hash."""
    if not slots:
        raise TypeError("a class of values has slots: dataclass(slots=True)")

    def make(kind: type) -> type:
        return _made(kind, frozen=frozen, kw_only=kw_only)

    return make if kind is None else make(kind)


def fields(kind: Any) -> tuple[Field, ...]:
    """The fields of a class, or of a value's class, in the order of their declaration."""
    found: tuple[Field, ...] = kind.__fields__
    return found


def replace(value: Any, /, **changes: Any) -> Any:
    """Another value of the same class, with some fields changed."""
    same = {one.name: getattr(value, one.name) for one in fields(value) if one.name not in changes}
    return type(value)(**same, **changes)


def is_dataclass(value: object) -> bool:
    """Whether it is such a class, or a value of one."""
    return hasattr(value, "__fields__")


def asdict(value: Any) -> dict[str, Any]:
    """A value as plain data, with the values within it, in lists, tuples and dicts too."""
    return {one.name: _plain(getattr(value, one.name)) for one in fields(value)}


def _plain(value: Any) -> Any:
    if is_dataclass(value):
        return asdict(value)
    if isinstance(value, list | tuple):
        return type(value)(_plain(one) for one in value)
    return {name: _plain(one) for name, one in value.items()} if isinstance(value, dict) else value


def _made(kind: type, *, frozen: bool, kw_only: bool) -> type:
    """The class once more, with slots: they can only be given to a class as it is made."""
    inherited = {one.name: one for base in reversed(kind.__mro__) for one in base.__dict__.get("__fields__", ())}
    own = {one.name: one for one in _declared(kind, kw_only=kw_only)}
    known = tuple((inherited | own).values())
    written = {name: value for name, value in kind.__dict__.items() if name not in own and name not in _OF_NO_SLOTS}
    body = {
        "__init__": _init_of_few(lambda: made),
        **_methods(known, frozen=frozen),
        **written,
        "__qualname__": kind.__qualname__,
        "__slots__": tuple(name for name in own if name not in inherited),
        "__fields__": known,
        "__match_args__": tuple(one.name for one in known if not one.kw_only),
        "__dataclass_fields__": _StandardFields(),
    }
    made = type(kind)(kind.__name__, kind.__bases__, body)
    return made


_OF_NO_SLOTS = frozenset({"__dict__", "__weakref__"})


def _declared(kind: type, *, kw_only: bool) -> Iterator[Field]:
    for name in kind.__annotations__:
        said = kind.__dict__.get(name, MISSING)
        one = said if isinstance(said, Field) else Field(said, MISSING, compare=True, metadata={})
        if type(one.default).__hash__ is None:
            raise ValueError(f"{kind.__name__}.{name}: its values would share one {type(one.default).__name__}")
        one.name, one.kw_only = name, kw_only
        yield one


def _methods(known: tuple[Field, ...], *, frozen: bool) -> dict[str, Any]:
    """What every value does by its fields: it equals one of its class that holds the same, and says what it holds."""
    compared = _getter(tuple(one.name for one in known if one.compare))

    def __eq__(self: Any, other: object) -> Any:
        return compared(self) == compared(other) if type(other) is type(self) else NotImplemented

    def __hash__(self: Any) -> int:
        return hash(compared(self))

    if not frozen:
        return {"__eq__": __eq__, "__hash__": None, "__repr__": _repr}
    return {"__eq__": __eq__, "__hash__": __hash__, "__repr__": _repr, "__setattr__": _refuse, "__delattr__": _refuse}


def _getter(names: tuple[str, ...]) -> Callable[[Any], Any]:
    """Reads the fields of a value, as a tuple."""
    if len(names) > 1:
        return attrgetter(*names)
    return lambda value: tuple(getattr(value, name) for name in names)


def _repr(self: Any) -> str:
    held = ", ".join(f"{one.name}={getattr(self, one.name)!r}" for one in fields(self))
    return f"{type(self).__qualname__}({held})"


def _refuse(self: Any, name: str, *_: object) -> None:
    raise AttributeError(f"a {type(self).__name__} does not change: {name}")


def _init_of_few(kind: Callable[[], Any]) -> Callable[..., None]:
    """The `__init__` of the first values; of most classes a hook makes no more."""
    left = _FEW

    def __init__(self: Any, *values: Any, **named: Any) -> None:
        nonlocal left
        left -= 1
        if left >= 0 and _filled(self, values, named):
            return
        # It also says best what is wrong with arguments that do not fit.
        made = kind()
        made.__init__ = _compiled_init(made)
        made.__init__(self, *values, **named)

    return __init__


def _filled(value: Any, values: tuple[Any, ...], named: dict[str, Any]) -> bool:
    """Sets the fields of a new value, or says that the arguments are not what they are set from."""
    places = [one.name for one in fields(value) if not one.kw_only]
    given = dict(zip(places, values, strict=False)) | named
    if len(given) < len(values) + len(named):
        return False
    for one in fields(value):
        if one.name in given:
            held = given.pop(one.name)
        elif one.default is not MISSING:
            held = one.default
        elif one.default_factory is not MISSING:
            held = one.default_factory()
        else:
            return False
        object.__setattr__(value, one.name, held)
    return not given


def _compiled_init(made: Any) -> Callable[..., None]:
    """`def __init__(self, name, size=default_size): put_name(self, name); put_size(self, size)`."""
    names: dict[str, Any] = {"MISSING": MISSING}
    parameters: list[str] = ["self"]
    lines: list[str] = []
    for one in sorted(fields(made), key=lambda one: one.kw_only):
        if one.kw_only and "*" not in parameters:
            parameters.append("*")
        value = one.name
        names[f"put_{one.name}"] = getattr(made, one.name).__set__
        if one.default_factory is not MISSING:
            names[f"make_{one.name}"] = one.default_factory
            value = f"make_{one.name}() if {one.name} is MISSING else {one.name}"
        if one.default is not MISSING or one.default_factory is not MISSING:
            names[f"default_{one.name}"] = one.default
            parameters.append(f"{one.name}=default_{one.name}")
        else:
            parameters.append(one.name)
        lines.append(f"put_{one.name}(self, {value})")
    body = "; ".join(lines) or "pass"
    # Of names that stand in a class of ours; the standard library does the same.
    exec(f"def __init__({', '.join(parameters)}): {body}", names)  # noqa: S102
    init: Callable[..., None] = names["__init__"]
    init.__qualname__ = f"{made.__qualname__}.__init__"
    return init


class _StandardFields:
    """What the standard library's functions on dataclasses, and pytest, ask a class for: made when they ask."""

    def __get__(self, value: object, made: Any) -> dict[str, Any]:
        import dataclasses

        declared = [(one.name, made.__annotations__.get(one.name, Any), _standard(one)) for one in fields(made)]
        standard: Any = dataclasses.make_dataclass(made.__name__, declared)
        found: dict[str, Any] = standard.__dataclass_fields__
        made.__dataclass_fields__ = found
        return found


def _standard(one: Field) -> Any:
    import dataclasses

    said = {"default": one.default, "default_factory": one.default_factory}
    given = {name: value for name, value in said.items() if value is not MISSING}
    return dataclasses.field(**given, compare=one.compare, metadata=one.metadata, kw_only=one.kw_only)
