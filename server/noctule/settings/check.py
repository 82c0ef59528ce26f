"""Is this value what the setting takes? Says in a sentence what is wrong where it is not."""

from collections.abc import Mapping

from noctule.settings.declaration import EDITOR, Declared, Rule


class BadValue(ValueError):
    """The value is not what the setting takes; the message says what it takes, and holds no value."""


def checked(setting: Declared, value: object) -> object:
    """The value in the form `Settings` holds it (lists as tuples). Raises `BadValue`."""
    return _CHECKS[setting.rule.kind](setting.rule, value)


def _flag(_: Rule, value: object) -> bool:
    if isinstance(value, bool):
        return value
    raise BadValue("takes true or false")


def _whole(rule: Rule, value: object) -> int:
    if isinstance(value, bool) or not isinstance(value, int):
        raise BadValue(f"takes a whole number{_bounds(rule)}")
    return int(_bounded(rule, value))


def _number(rule: Rule, value: object) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise BadValue(f"takes a number{_bounds(rule)}")
    try:
        return _bounded(rule, float(value))
    except OverflowError:
        raise BadValue(f"takes a number{_bounds(rule)}") from None


def _text(_: Rule, value: object) -> str:
    if value is None:
        return ""
    if isinstance(value, str) and "\0" not in value:
        return value
    raise BadValue("takes a text")


def _choice(rule: Rule, value: object) -> str:
    if isinstance(value, str) and value in rule.choices:
        return value
    raise BadValue(f"takes one of {', '.join(rule.choices)}")


def _words(rule: Rule, value: object) -> tuple[str, ...]:
    if not isinstance(value, list | tuple) or not all(isinstance(one, str) and one for one in value):
        raise BadValue("takes a list of texts")
    strange = [one for one in value if rule.choices and one not in rule.choices]
    if strange:
        raise BadValue(f"takes members out of {', '.join(rule.choices)}")
    return tuple(value)


def _model(_: Rule, value: object) -> tuple[str, ...]:
    if value in (None, "", "none"):
        return ()
    names = [value] if isinstance(value, str) else value
    if not isinstance(names, list | tuple) or not all(isinstance(one, str) and _is_model(one) for one in names):
        raise BadValue("takes `provider/id`, `editor`, a list of these, or none")
    return tuple(names)


def _table(_: Rule, value: object) -> Mapping[str, object]:
    if isinstance(value, Mapping) and all(isinstance(one, Mapping) for one in value.values()):
        return value
    raise BadValue("takes an object of objects")


def _is_model(name: str) -> bool:
    """`provider/id`; the editor lends the model it has, with or without an id."""
    provider, _, model = name.partition("/")
    return bool(provider and model) or name == EDITOR


def _bounded(rule: Rule, value: float) -> float:
    low = rule.at_least is None or value >= rule.at_least
    high = rule.at_most is None or value <= rule.at_most
    if low and high:
        return value
    raise BadValue(f"takes a number{_bounds(rule)}")


def _bounds(rule: Rule) -> str:
    return f" from {rule.at_least:g} to {rule.at_most:,g}" if rule.at_most is not None else ""


_CHECKS = {
    "flag": _flag,
    "whole": _whole,
    "number": _number,
    "text": _text,
    "choice": _choice,
    "words": _words,
    "model": _model,
    "table": _table,
}
