"""The tools that MCP clients are offered: their schemas, what each may do, and what it does. It knows no MCP.

The agent calls them of its own accord; the door checks, the review and the holds are those of every other way in.
"""

from collections.abc import Awaitable, Callable, Mapping
from typing import Any

from noctule.agents.mcp_house import McpHouse
from noctule.capture.change import Replacement
from noctule.capture.write import Addition
from noctule.dataclass import dataclass
from noctule.errors import NotFound, Refused
from noctule.memories.memory import MEMORY_TYPES
from noctule.service.capture.writing import Target, Writer
from noctule.service.recall.turn import Turn
from noctule.service.searching import Search

_TEXT = {"type": "string"}
_MEMORY = {"type": "string", "description": "The memory: its path in the folder, such as topic.md, or its file:// URI."}
_TARGET = {
    "type": "string",
    "enum": ["project", "user", "notes"],
    "description": "project (default), user (who the person is) or notes (what holds in every project).",
}

Arguments = Mapping[str, Any]
Call = Callable[[McpHouse, Arguments], Awaitable[object]]


@dataclass(frozen=True, slots=True)
class Tool:
    """One tool: `properties` is its JSON schema's, `changes` none, adds or destroys."""

    name: str
    title: str
    description: str
    properties: Mapping[str, Mapping[str, Any]]
    required: tuple[str, ...]
    call: Call
    changes: str = "none"
    is_idempotent: bool = True

    @property
    def schema(self) -> dict[str, Any]:
        return {"type": "object", "properties": dict(self.properties), "required": list(self.required)}

    def checked(self, arguments: Arguments | None) -> Arguments:
        """The arguments that are given. Raises `Refused` where one is missing or is another thing than it should be."""
        given = {name: value for name, value in (arguments or {}).items() if value is not None}
        for name in self.required:
            if name not in given:
                raise Refused(f"`{name}` is missing.")
        for name, rule in self.properties.items():
            if name in given:
                _check(name, given[name], rule)
        return given


def _check(name: str, value: object, rule: Mapping[str, Any]) -> None:
    is_right = isinstance(value, str) if rule["type"] == "string" else type(value) is int
    if not is_right:
        raise Refused(f"`{name}` is to be {'a text' if rule['type'] == 'string' else 'a whole number'}.")
    if "enum" in rule and value not in rule["enum"]:
        raise Refused(f"`{name}` is one of {', '.join(rule['enum'])}.")


async def _recall(house: McpHouse, given: Arguments) -> object:
    answer = await house.recalled(Turn(session_id=house.session_id, query=given["query"]))
    return answer.text or "Nothing that fits, or nothing that you were not given already: memory_search finds all."


async def _search(house: McpHouse, given: Arguments) -> object:
    wanted = Search(query=given["query"], limit=given.get("limit", 5), scope=given.get("scope", "memories"))
    answer = await house.work(lambda noctule: noctule.searching.run(wanted))
    return {"hits": answer.hits, "notes": answer.notes}


async def _read(house: McpHouse, given: Arguments) -> object:
    return await house.work(lambda _: house.text_of(given["memory"]))


async def _add(house: McpHouse, given: Arguments) -> object:
    addition = Addition(
        text=given["text"],
        title=given.get("title"),
        topic=given.get("topic"),
        name=given.get("name"),
        description=given.get("description"),
        type=given.get("type", "feedback"),
        is_forced=False,
    )
    return await house.added(addition, _writer(house, given))


async def _replace(house: McpHouse, given: Arguments) -> object:
    change = Replacement(text=given["text"], old=given.get("old"), entry=given.get("entry"), is_forced=False)
    writer = _writer(house, given)
    return await house.work(lambda noctule: noctule.writing.replace(_uri(house, given, writer), change, writer))


async def _remove(house: McpHouse, given: Arguments) -> object:
    writer = _writer(house, given)
    return await house.work(
        lambda noctule: noctule.writing.remove(
            _uri(house, given, writer), given.get("entry"), given.get("item"), writer
        )
    )


async def _status(house: McpHouse, _: Arguments) -> object:
    status = await house.status()
    return {
        "enabled": status.enabled,
        "folder": status.folder_uri,
        "memories": status.files.files if status.files is not None else 0,
        "health": status.health,
        "message": status.message,
        "problems": status.problems,
    }


def _writer(house: McpHouse, given: Arguments) -> Writer:
    target: Target = given.get("target", "project")
    return Writer(target=target, session_id=house.session_id)


def _uri(house: McpHouse, given: Arguments, writer: Writer) -> str | None:
    """The memory's URI; held ones are no agent's to change."""
    if writer.target != "project":
        return None
    if "memory" not in given:
        raise NotFound("No memory is named: give `memory`, or a `target` of user or notes.")
    return house.uri_of(given["memory"])


TOOLS = {
    tool.name: tool
    for tool in (
        Tool(
            "memory_recall",
            "Recall memories",
            "The few memories that matter for a task or a question, as the person would put it. Call it when a task "
            "begins. What this session was given before is not given again, unless it changed.",
            {"query": _TEXT | {"description": "The task or the question, in words."}},
            ("query",),
            _recall,
            is_idempotent=False,
        ),
        Tool(
            "memory_search",
            "Search memories",
            "All memories that match some words, or places in past conversations with any agent.",
            {
                "query": _TEXT | {"description": "What to look for."},
                "limit": {"type": "integer", "minimum": 1, "maximum": 100, "description": "At most so many (5)."},
                "scope": {
                    "type": "string",
                    "enum": ["memories", "transcripts", "all"],
                    "description": "memories (default), transcripts (past conversations) or all.",
                },
            },
            ("query",),
            _search,
        ),
        Tool(
            "memory_read", "Read a memory", "One memory, or MEMORY.md, whole.", {"memory": _MEMORY}, ("memory",), _read
        ),
        Tool(
            "memory_add",
            "Add a memory",
            "Remember something for later conversations: a fact, a decision, how the person wants things done. One "
            "matter each, with its reason, and dates as dates. It may come back as held: then it waits for the person.",
            {
                "text": _TEXT | {"description": "What is to be remembered, in markdown."},
                "target": _TARGET,
                "name": _TEXT | {"description": "A short name."},
                "description": _TEXT | {"description": "One line that says when it matters."},
                "type": {"type": "string", "enum": list(MEMORY_TYPES), "description": "Default: feedback."},
                "topic": _TEXT | {"description": "A topic's file that it becomes an entry of."},
                "title": _TEXT | {"description": "The entry's title."},
            },
            ("text",),
            _add,
            changes="adds",
        ),
        Tool(
            "memory_replace",
            "Replace in a memory",
            "Correct a memory: the text `old` in it, the entry titled `entry`, or without either its whole body.",
            {
                "memory": _MEMORY,
                "target": _TARGET,
                "text": _TEXT | {"description": "The new text."},
                "old": _TEXT | {"description": "The text that it takes the place of, as it stands."},
                "entry": _TEXT | {"description": "The title of the entry that it takes the place of."},
            },
            ("text",),
            _replace,
            changes="destroys",
            is_idempotent=False,
        ),
        Tool(
            "memory_remove",
            "Remove a memory",
            "Remove a memory that is wrong or of no use, or one entry of it. The person can undo it.",
            {
                "memory": _MEMORY,
                "target": _TARGET,
                "entry": _TEXT | {"description": "The title of the entry to remove."},
                "item": _TEXT | {"description": "A text in the item to remove, for a target of user or notes."},
            },
            (),
            _remove,
            changes="destroys",
            is_idempotent=False,
        ),
        Tool("memory_status", "Memory status", "Whether memory is on here, where it lies, how much.", {}, (), _status),
    )
}
