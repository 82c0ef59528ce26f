"""The JSON schema of a settings file, made from the declaration and shipped as `settings.schema.json`."""

from noctule.settings.declaration import EDITOR, Declared, Rule, declared

_TYPES = {"flag": "boolean", "whole": "integer", "number": "number", "text": "string", "choice": "string"}


def schema() -> dict[str, object]:
    """A JSON Schema (draft 2020-12) of the file's one key, `memory`, with every setting nested under it."""
    root: dict[str, object] = {"type": "object", "additionalProperties": False, "properties": {}}
    for setting in declared().values():
        _place(root, setting.name.split("."), setting)
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "Noctule settings",
        "type": "object",
        "properties": {"memory": root},
    }


def _place(node: dict[str, object], path: list[str], setting: Declared) -> None:
    properties = node["properties"]
    assert isinstance(properties, dict)
    if len(path) == 1:
        properties[path[0]] = _leaf(setting)
        return
    section = properties.setdefault(path[0], {"type": "object", "additionalProperties": False, "properties": {}})
    _place(section, path[1:], setting)


def _leaf(setting: Declared) -> dict[str, object]:
    leaf: dict[str, object] = {"description": setting.rule.doc, "default": _plain(setting.default)}
    leaf.update(_shape(setting.rule))
    return leaf


def _shape(rule: Rule) -> dict[str, object]:
    if rule.kind == "table":
        return {"type": "object", "additionalProperties": {"type": "object"}}
    if rule.kind == "words":
        members: dict[str, object] = {"type": "string", "minLength": 1}
        return {"type": "array", "items": members | ({"enum": list(rule.choices)} if rule.choices else {})}
    if rule.kind == "model":
        name = {"type": "string", "pattern": f"^([^/]+/.+|{EDITOR})$"}
        return {"anyOf": [name, {"enum": ["none", "", None]}, {"type": "array", "items": name}]}
    shape: dict[str, object] = {"type": _TYPES[rule.kind]}
    if rule.choices:
        shape["enum"] = list(rule.choices)
    if rule.at_least is not None:
        shape |= {"minimum": rule.at_least, "maximum": rule.at_most}
    return shape


def _plain(value: object) -> object:
    return list(value) if isinstance(value, tuple) else value
