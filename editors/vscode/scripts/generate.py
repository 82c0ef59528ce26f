"""Writes what the extension shares with the server: `src/wire.ts`, and the server's settings in `package.json`.

.venv/bin/python editors/vscode/scripts/generate.py            # writes both
.venv/bin/python editors/vscode/scripts/generate.py --check    # ends with 1 where one is out of date
"""

import json
import sys
import types
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

import attrs

from noctule import __version__
from noctule.lsp.methods import COMMANDS, METHODS, PROTOCOL_VERSION, SERVER_ASKS, SERVER_TELLS, TELLS
from noctule.settings.declaration import EDITOR, Declared, Rule, camel, declared

EXTENSION = Path(__file__).parents[1]
SECTION = "noctule"

_PLAIN = {str: "string", bool: "boolean", int: "number", float: "number", type(None): "null", Any: "unknown"}
_JSON_TYPES = {"flag": "boolean", "whole": "integer", "number": "number", "text": "string", "choice": "string"}


def wire_ts() -> str:
    """The wire's names and types, as TypeScript."""
    found: dict[str, type] = {}
    for kind in [*_of_pairs(METHODS.values()), *TELLS.values(), *SERVER_TELLS.values(), *COMMANDS.values()]:
        _collect(kind, found)
    given = {name for _, result in METHODS.values() for name in _names_within(result)}
    given |= {name for kind in SERVER_TELLS.values() for name in _names_within(kind)}
    parts = [
        "// Generated from the server's tables by scripts/generate.py. Do not edit.",
        f"export const PROTOCOL_VERSION = {PROTOCOL_VERSION};",
        *(_interface(kind, is_given=name in given) for name, kind in found.items()),
        _table("Asks", {name: f"{{ params: {a.__name__}; result: {b.__name__} }}" for name, (a, b) in METHODS.items()}),
        _table("Tells", {name: kind.__name__ for name, kind in TELLS.items()}),
        _table("Told", {name: kind.__name__ for name, kind in SERVER_TELLS.items()}),
        _table("ServerCommands", {name: kind.__name__ for name, kind in COMMANDS.items()}),
        _list("TOLD", "readonly (keyof Told)[]", SERVER_TELLS),
        _list("SERVER_ASKS", "readonly string[]", SERVER_ASKS),
        _list("SETTINGS", "readonly string[]", declared()),
    ]
    return "\n\n".join(parts) + "\n"


def settings() -> dict[str, dict[str, object]]:
    """The server's settings as `contributes.configuration` takes them, by their full names."""
    return {f"{SECTION}.{name}": _setting(one) for name, one in declared().items()}


def package(text: str) -> str:
    """`package.json` with the server's settings, version and restricted settings put in; the rest stands."""
    told = json.loads(text)
    told["version"] = __version__
    ours = settings()
    for group in told["contributes"]["configuration"]:
        if group["title"] == "Server":
            group["properties"] = ours
    restricted = [name for name, one in ours.items() if one["scope"] == "window"]
    told["capabilities"]["untrustedWorkspaces"]["restrictedConfigurations"] = restricted
    return json.dumps(told, indent=2, ensure_ascii=False) + "\n"


def _of_pairs(pairs: Any) -> Iterator[type]:
    for pair in pairs:
        yield from pair


def _collect(kind: type, found: dict[str, type]) -> None:
    """`kind` after the wire types that it is made of."""
    if kind.__name__ in found:
        return
    for hint in get_type_hints(kind).values():
        for inner in _classes(hint):
            _collect(inner, found)
    found[kind.__name__] = kind


def _classes(hint: Any) -> Iterator[type]:
    if attrs.has(hint):
        yield hint
    for inner in get_args(hint):
        yield from _classes(inner)


def _names_within(kind: type) -> set[str]:
    found: dict[str, type] = {}
    _collect(kind, found)
    return set(found)


def _interface(kind: type, *, is_given: bool) -> str:
    hints = get_type_hints(kind)
    lines = []
    for one in attrs.fields(kind):
        may_lack = not is_given and one.default is not attrs.NOTHING
        lines.append(f"  {camel(one.name.rstrip('_'))}{'?' if may_lack else ''}: {_ts(hints[one.name])};")
    return f"export interface {kind.__name__} {{\n" + "\n".join(lines) + "\n}"


def _ts(hint: Any) -> str:
    if hint in _PLAIN:
        return _PLAIN[hint]
    if attrs.has(hint):
        return str(hint.__name__)
    origin, args = get_origin(hint), get_args(hint)
    if origin is Literal:
        return " | ".join(json.dumps(value) for value in args)
    if origin in (Union, types.UnionType):
        return " | ".join(_ts(one) for one in args)
    if origin in (list, tuple, Sequence):
        return f"readonly ({_ts(args[0])})[]" if " | " in _ts(args[0]) else f"readonly {_ts(args[0])}[]"
    if origin in (dict, Mapping):
        return f"Readonly<Record<string, {_ts(args[1])}>>"
    raise TypeError(f"no TypeScript for {hint}")


def _table(name: str, rows: Mapping[str, str]) -> str:
    lines = (f'  "{key}": {value};' for key, value in rows.items())
    return f"export interface {name} {{\n" + "\n".join(lines) + "\n}"


def _list(name: str, kind: str, values: Any) -> str:
    lines = (f'  "{value}",' for value in values)
    return f"export const {name}: {kind} = [\n" + "\n".join(lines) + "\n];"


def _setting(one: Declared) -> dict[str, object]:
    told: dict[str, object] = {"description": one.rule.doc.replace("`", ""), **_shape(one.rule)}
    told["default"] = list(one.default) if isinstance(one.default, tuple) else one.default
    told["scope"] = _scope(one)
    return told


def _scope(one: Declared) -> str:
    """A workspace's own settings may only switch off what is on by itself; all else is the person's to say."""
    may = one.rule.kind == "flag" and one.default is True and one.rule.project == "switchOff"
    return "window" if may else "machine"


def _shape(rule: Rule) -> dict[str, object]:
    if rule.kind == "table":
        return {"type": "object", "additionalProperties": {"type": "object"}}
    if rule.kind == "words":
        items = {"type": "string", **({"enum": list(rule.choices)} if rule.choices else {})}
        return {"type": "array", "items": items, **({"uniqueItems": True} if rule.choices else {})}
    if rule.kind == "model":
        return {"type": "array", "items": {"type": "string", "pattern": f"^([^/]+/.+|{EDITOR})$"}}
    shape: dict[str, object] = {"type": _JSON_TYPES[rule.kind]}
    if rule.choices:
        shape["enum"] = list(rule.choices)
    if rule.at_least is not None:
        shape |= {"minimum": rule.at_least, "maximum": rule.at_most}
    return shape


def main(arguments: Sequence[str]) -> int:
    manifest = EXTENSION / "package.json"
    wanted = {
        EXTENSION / "src" / "wire.ts": wire_ts(),
        manifest: package(manifest.read_text(encoding="utf-8")),
    }
    stale = [path for path, text in wanted.items() if not path.exists() or path.read_text(encoding="utf-8") != text]
    if "--check" in arguments:
        sys.stderr.writelines(f"{path.name} is out of date: run {Path(__file__).name}\n" for path in stale)
        return 1 if stale else 0
    for path in stale:
        path.write_text(wanted[path], encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
