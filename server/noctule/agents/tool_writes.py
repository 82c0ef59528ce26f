"""Which of an agent's tools write, and to which file: Claude Code's, VS Code's agent's and Copilot's CLI's."""

from collections.abc import Mapping
from typing import Any, Literal

from noctule.agents.hook_input import Told

# In lower case: the agents spell them each in their own way.
WRITING = frozenset(
    [
        "write",
        "edit",
        "multiedit",
        "notebookedit",
        "create_file",
        "create_new_file",
        "insert_edit_into_file",
        "replace_string_in_file",
        "multi_replace_string_in_file",
        "replace_string",
        "edit_file",
        "editfiles",
        "edit_notebook_file",
        "apply_patch",
        "create",
        "str_replace",
        "str_replace_editor",
    ]
)
SHELLS = frozenset(
    [
        "bash",
        "powershell",
        "shell",
        "run_in_terminal",
        "runinterminal",
        "execute",
        "run_command",
        "write_bash",
        "delete_file",
    ]
)

_NAMED = ("file_path", "filePath", "notebook_path", "notebookPath", "path")

# Anywhere: a shell, or a tool that names several files.
Anywhere = Literal["anywhere"]


def written_by(told: Told) -> str | Anywhere | None:
    """The absolute path that the tool wrote, `anywhere` where it may have written more, None where it wrote nothing."""
    tool = told.tool.lower()
    if tool in SHELLS:
        return "anywhere"
    if tool not in WRITING:
        return None
    named = next((told.tool_input[name] for name in _NAMED if isinstance(told.tool_input.get(name), str)), None)
    return "anywhere" if named is None or "\0" in named else told.absolute(named)


def has_failed(response: Mapping[str, Any]) -> bool:
    """Whether the agent says that its tool failed."""
    said = (response.get(name) is True for name in ("is_error", "isError", "interrupted"))
    result = response.get("result_type", response.get("resultType", "success"))
    return any(said) or response.get("success") is False or result != "success"
