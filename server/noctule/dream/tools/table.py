"""The table of a dream's tools: what each is for, what it takes, and what it does at the desk.

One description serves every provider; the room of models puts it into each wire format.
"""

from collections.abc import Callable, Mapping
from typing import Any

from noctule.dataclass import dataclass
from noctule.dream.tools.arguments import Arguments
from noctule.dream.tools.desk import Desk
from noctule.models.chat import Tool

_PATH = {"type": "string", "description": "A file, relative to the memory folder, such as `topic.md`."}
_PATHS = {"type": "array", "items": {"type": "string"}}


@dataclass(frozen=True, slots=True)
class DreamTool:
    """A tool as the model sees it, and what it does with its arguments."""

    tool: Tool
    act: Callable[[Desk, Arguments], str]


def _tool(
    name: str,
    description: str,
    act: Callable[[Desk, Arguments], str],
    properties: Mapping[str, Any],
    required: tuple[str, ...] = (),
) -> DreamTool:
    schema = {
        "type": "object",
        "properties": dict(properties),
        "required": list(required),
        "additionalProperties": False,
    }
    return DreamTool(Tool(name, description, schema), act)


_TOOLS = (
    _tool(
        "read",
        "Shows a memory, the index `MEMORY.md`, or the digest of past sessions as `@digest`. Long files come in pages: "
        "read on with `firstLine`.",
        lambda desk, given: desk.read(given.text("path"), given.count("firstLine", 1), given.count_or_none("lines")),
        {
            "path": _PATH,
            "firstLine": {"type": "integer", "minimum": 1, "description": "The line to begin with; 1 if left out."},
            "lines": {"type": "integer", "minimum": 1, "description": "How many lines; all that fit if left out."},
        },
        ("path",),
    ),
    _tool(
        "list",
        "Lists every memory with its type, name, description, size and day of its last change.",
        lambda desk, _given: desk.overview(),
        {},
    ),
    _tool(
        "search",
        "Finds the lines that hold a text, in any case, in all memories or in the digest.",
        lambda desk, given: desk.search(given.text("text"), in_digest=given.flag("inDigest")),
        {
            "text": {"type": "string", "description": "Words as they stand in one line."},
            "inDigest": {"type": "boolean", "description": "Search the digest of past sessions instead."},
        },
        ("text",),
    ),
    _tool(
        "write",
        "Writes a memory whole, frontmatter and body, or the index. A file that is there must have been read before. "
        "Name in `replaces` the memories whose facts this one now holds, then remove them.",
        lambda desk, given: desk.write(given.text("path"), given.text("text"), given.texts("replaces")),
        {
            "path": _PATH,
            "text": {"type": "string", "description": "The whole new text of the file."},
            "replaces": {**_PATHS, "description": "Memories that this one replaces."},
        },
        ("path", "text"),
    ),
    _tool(
        "edit",
        "Puts one text in the place of another in a file that was read before. The old text must stand there once.",
        lambda desk, given: desk.edit(given.text("path"), given.text("oldText"), given.text("newText")),
        {
            "path": _PATH,
            "oldText": {"type": "string", "description": "What stands there now, exactly."},
            "newText": {"type": "string", "description": "What is to stand there; empty to take it out."},
        },
        ("path", "oldText", "newText"),
    ),
    _tool(
        "remove",
        "Removes a memory that is wrong, over, or merged into another. Its index line is then yours to remove.",
        lambda desk, given: desk.remove(given.text("path"), given.texts("replacedBy") or given.texts("replaces")),
        {
            "path": _PATH,
            "replacedBy": {**_PATHS, "description": "Memories in which its facts live on; needed after a merge."},
            "replaces": {**_PATHS, "description": "The same as `replacedBy`."},
        },
        ("path",),
    ),
    _tool(
        "bash",
        "Runs one command over the memory folder: looking, searching, counting and comparing, joined by `|`, or "
        "`rm -f NAME.md`. It is no real shell: nothing is written to files, there are no variables, loops or scripts.",
        lambda desk, given: desk.bash(given.text("command")),
        {"command": {"type": "string", "description": "One line, such as `grep -n deploy *.md | head -20`."}},
        ("command",),
    ),
)

TOOLS: Mapping[str, DreamTool] = {one.tool.name: one for one in _TOOLS}
SCHEMAS: tuple[Tool, ...] = tuple(one.tool for one in _TOOLS)
