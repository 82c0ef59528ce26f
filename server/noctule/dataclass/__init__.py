"""The `dataclass` that all of Noctule's values are made with.

To a type checker, and to a reader, it is the standard library's. What runs is our own, which does the same for
classes with slots: importing the standard one takes longer than Python's own start, and each class then as long again
as reading one from disk; an agent waits for both on every turn.
"""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from dataclasses import MISSING, Field, asdict, dataclass, field, fields, is_dataclass, replace
else:
    from noctule.dataclass.build import MISSING, Field, asdict, dataclass, field, fields, is_dataclass, replace

__all__ = ["MISSING", "Field", "asdict", "dataclass", "field", "fields", "is_dataclass", "replace"]
