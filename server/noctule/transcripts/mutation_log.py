"""Plays back VS Code's log of a chat: a state, then what was set, pushed and deleted in it, line by line.

A line is `{kind, k, v, i}`: 0 is the whole state, 1 sets the value at the path `k`, 2 cuts the list there to `i` items
and adds those of `v`, 3 deletes the value. Of the state only what a caller keeps is held.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, TypeGuard

_STATE, _SET, _PUSH, _DELETE = range(4)

# A path that goes deeper, or a list that is longer, is damage.
_DEEPEST = 32
_LONGEST = 100_000

# Gives what is kept of a value that is put at a path, and None to pass it over.
Keep = Callable[[Sequence[object], Any], Any]


def played_back(lines: Iterable[Mapping[str, Any]], keep: Keep) -> dict[str, Any]:
    """The state after the last line. What does not fit the state as it is then is passed over."""
    state: dict[str, Any] = {}
    for line in lines:
        path = line.get("k", [])
        if not isinstance(path, list) or len(path) > _DEEPEST:
            continue
        kind, value = line.get("kind"), keep(path, line.get("v"))
        if kind == _STATE or (kind == _SET and not path):
            state = value if isinstance(value, dict) else {}
        elif path and (kind == _DELETE or value is not None):
            _change(state, path, kind, value, line.get("i"))
    return state


def _change(state: dict[str, Any], path: list[Any], kind: object, value: Any, cut_to: object) -> None:
    holder: Any = state
    for step in path[:-1]:
        holder = _at(holder, step)
    last = path[-1]
    if kind == _PUSH:
        _push(holder, last, value, cut_to)
    elif isinstance(holder, dict) and isinstance(last, str):
        _set_key(holder, last, kind, value)
    elif isinstance(holder, list) and _is_index(last):
        _set_item(holder, last, kind, value)


def _push(holder: Any, last: object, items: Any, cut_to: object) -> None:
    found = _at(holder, last)
    if found is None and isinstance(holder, dict) and isinstance(last, str):
        found = holder[last] = []
    if not isinstance(found, list):
        return
    if isinstance(cut_to, int) and cut_to >= 0:
        del found[cut_to:]
    if isinstance(items, list) and len(found) + len(items) <= _LONGEST:
        found.extend(items)


def _set_key(holder: dict[str, Any], key: str, kind: object, value: Any) -> None:
    if kind == _SET:
        holder[key] = value
    elif kind == _DELETE:
        holder.pop(key, None)


def _set_item(holder: list[Any], at: int, kind: object, value: Any) -> None:
    if kind == _SET and at < len(holder):
        holder[at] = value
    elif kind == _SET and at == len(holder) and at < _LONGEST:
        holder.append(value)
    elif kind == _DELETE and at < len(holder):
        del holder[at]


def _at(holder: Any, step: object) -> Any:
    if isinstance(holder, dict) and isinstance(step, str):
        return holder.get(step)
    if isinstance(holder, list) and _is_index(step) and step < len(holder):
        return holder[step]
    return None


def _is_index(step: object) -> TypeGuard[int]:
    return isinstance(step, int) and not isinstance(step, bool) and step >= 0
