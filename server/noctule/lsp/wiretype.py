"""How a wire type is declared: fields in snake case, which the converter writes in camel case."""

from typing import TypeVar, dataclass_transform

import attrs

T = TypeVar("T")


@dataclass_transform(kw_only_default=True, eq_default=False, field_specifiers=(attrs.field,))
def wire(cls: type[T]) -> type[T]:
    """Make `cls` an attrs class with slots and keywords only; without comparison and repr, for a quick start.

    A field of params with a default may be left out by the client. A field of a result has no default: one equal to its
    default would be left off the wire.
    """
    return attrs.define(cls, eq=False, repr=False, kw_only=True)
