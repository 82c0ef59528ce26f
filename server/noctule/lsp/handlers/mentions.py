"""`noctule.server.showMentions`: the memories that mention a source file, shown where the editor can."""

import asyncio
from typing import Any, Final

from noctule.lsp import params_commands
from noctule.lsp.asks import AskFailed
from noctule.lsp.desk import Desk

# A person chooses among so many by a message box; more are only listed.
_MOST_CHOICES: Final = 8
_CHOICE_S: Final = 600.0
_SHOW_S: Final = 10.0
_INFO: Final = 3


async def show_mentions(desk: Desk, argument: params_commands.ShowMentionsParams) -> dict[str, Any]:
    languages = await desk.language.loaded()
    title, found = await asyncio.to_thread(languages.mentions, argument.uri)
    if found and languages.can_show:
        # The person may take their time; the command does not wait for them.
        desk.run_task(_show(desk, title, found[:_MOST_CHOICES]), "showing mentions")
    return {"message": title + ".", "memories": found}


async def _show(desk: Desk, title: str, found: list[dict[str, str]]) -> None:
    try:
        uri = found[0]["memoryUri"] if len(found) == 1 else await _chosen(desk, title, found)
        if uri is not None:
            await desk.line.ask("window/showDocument", {"uri": uri, "takeFocus": True}, _SHOW_S)
    except AskFailed:
        return


async def _chosen(desk: Desk, title: str, found: list[dict[str, str]]) -> str | None:
    actions = [{"title": one["name"]} for one in found]
    asked = {"type": _INFO, "message": f"{title}.", "actions": actions}
    answer = await desk.line.ask("window/showMessageRequest", asked, _CHOICE_S)
    chosen = answer.get("title") if isinstance(answer, dict) else None
    return next((one["memoryUri"] for one in found if one["name"] == chosen), None)
