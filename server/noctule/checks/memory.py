"""Checks one memory by itself: its form (encoding, frontmatter, description, type and size), and what it says."""

from typing import Final

from noctule.checks.finding import Finding, Fix, Severity, insert_lines, remove_lines, rewrite
from noctule.checks.heads import says_nothing, unknown_keys
from noctule.memories.block import find_block
from noctule.memories.frontmatter import change, misread_values
from noctule.memories.memory import MEMORY_TYPES, Memory
from noctule.memories.text import Problem, cut, newline_of

# What recall puts into a turn of one memory at most, by default.
RECALLED_BYTES: Final = 4_096

_SHOWN: Final = 80


def check_memory(memory: Memory) -> list[Finding]:
    """The findings about one memory, top to bottom."""
    from noctule.checks.saying import check_saying  # late: its rules take a tenth of a second to load

    return sorted([*check_form(memory), *check_saying(memory)], key=lambda finding: finding.start)


def check_form(memory: Memory) -> list[Finding]:
    """The findings about a memory's form alone, top to bottom: these cost next to nothing."""
    lines = memory.text.split("\n", 2_000)
    found = [_of_problem(memory, problem, lines) for problem in memory.problems]
    has_block_problem = any(problem.code.startswith("frontmatter-") for problem in memory.problems)
    if not memory.front.present and not has_block_problem:
        found.append(_missing(memory, lines))
    found += _of_description(memory, lines) if memory.front.present else []
    found += unknown_keys(memory, lines)
    if memory.type is None and memory.type_text:
        found.append(_unknown_type(memory, lines))
    size = len(memory.text.encode("utf-8", "replace"))
    if size > RECALLED_BYTES:
        found.append(_too_long(memory, size))
    return sorted(found, key=lambda finding: finding.start)


def _of_problem(memory: Memory, problem: Problem, lines: list[str]) -> Finding:
    return _at(memory, problem.code, "warning", problem.line, lines, problem.message, _fix_of(memory, problem))


def _missing(memory: Memory, lines: list[str]) -> Finding:
    message = f"“{cut(memory.name, _SHOWN)}” has no frontmatter. Give it a name, a description and a type."
    return _at(memory, "frontmatter-missing", "hint", 0, lines, message)


def _of_description(memory: Memory, lines: list[str]) -> list[Finding]:
    place = memory.front.lines.get(memory.front.place_of("description"), memory.front.lines.get("name", 0))
    if not memory.description:
        message = (
            "The description is empty. Say in one line what the memory is about, in words that a question would use."
        )
        return [_at(memory, "description-empty", "warning", place, lines, message)]
    if says_nothing(memory.description):
        message = "No question would be asked in these words. Say what the memory is about."
        return [_at(memory, "description-vague", "information", place, lines, message)]
    return []


def _unknown_type(memory: Memory, lines: list[str]) -> Finding:
    key = memory.front.place_of("type")
    types = ", ".join(MEMORY_TYPES[:-1]) + f" or {MEMORY_TYPES[-1]}"
    message = f"The type “{cut(memory.type_text, _SHOWN)}” is unknown. Make it {types}."
    return _at(memory, "type-unknown", "warning", memory.front.lines.get(key, 0), lines, message)


def _too_long(memory: Memory, size: int) -> Finding:
    line, character = _place_of_byte(memory.text, RECALLED_BYTES)
    message = f"The memory has {size:,} bytes; recall shows the first {RECALLED_BYTES:,}. Shorten or split it."
    return Finding(memory.path, "memory-too-long", "information", (line, character), (line, character), message)


def _place_of_byte(text: str, offset: int) -> tuple[int, int]:
    head = text[:offset].encode("utf-8", "replace")[:offset].decode("utf-8", "ignore")
    return head.count("\n"), len(head) - head.rfind("\n") - 1


def _at(
    memory: Memory,
    code: str,
    severity: Severity,
    line: int,
    lines: list[str],
    message: str,
    fix: Fix | None = None,
) -> Finding:
    length = len(lines[line].rstrip("\r")) if line < len(lines) else 0
    return Finding(memory.path, code, severity, (line, 0), (line, length), message, fix)


def _fix_of(memory: Memory, problem: Problem) -> Fix | None:
    text = memory.text
    if problem.code == "frontmatter-broken" and problem.key in (values := misread_values(text)):
        after = change(text, {problem.key: values[problem.key]})
        return rewrite(memory.path, f"Put the value of `{problem.key}` in quotes", text, after)
    if problem.code == "frontmatter-unclosed":
        block = find_block(text)
        fence = "---" + newline_of(text)
        return insert_lines(memory.path, "Close the frontmatter", text, block.first_line + len(block.lines), fence)
    if problem.code == "frontmatter-duplicate-key":
        return _drop_earlier(memory, problem)
    return None


def _drop_earlier(memory: Memory, problem: Problem) -> Fix | None:
    """Removes the pair that does not count; only at the top level, where its lines are known for sure."""
    block = find_block(memory.text)
    pair = next((pair for pair in block.pairs if block.first_line + pair.first == problem.line), None)
    if pair is None:
        return None
    first, end = block.first_line + pair.first, block.first_line + pair.end
    return remove_lines(memory.path, f"Remove the `{problem.key}` that does not count", memory.text, first, end)
