"""Which handler serves which method, notification and command.

A plain one is called in a thread with the service; a coroutine on the loop, with the desk.
"""

from collections.abc import Callable
from typing import Any

from noctule.lsp.handlers import (
    commands,
    doctor,
    dreams,
    held,
    history,
    hooks,
    importing,
    mentions,
    reading,
    recall,
    sessions,
    writing,
)

REQUESTS: dict[str, Callable[..., Any]] = {
    "memory/status": reading.status,
    "memory/list": reading.list_memories,
    "memory/read": reading.read,
    "memory/check": reading.check,
    "memory/search": reading.search,
    "memory/add": writing.add,
    "memory/replace": writing.replace,
    "memory/remove": writing.remove,
    "memory/batch": writing.batch,
    "memory/startSession": sessions.start_session,
    "memory/indexSnapshot": sessions.index_snapshot,
    "memory/compactSession": sessions.compact_session,
    "memory/recall": recall.recall,
    "memory/explainRecall": recall.explain_recall,
    "memory/sessions": reading.sessions,
    "memory/ledger": reading.ledger,
    "memory/held": held.held,
    "memory/history": history.history,
    "memory/historyDiff": history.history_diff,
    "memory/dreamLog": dreams.dream_log,
    "memory/dreamDiff": dreams.dream_diff,
}

TELLS: dict[str, Callable[..., Any]] = {
    "memory/didWrite": sessions.did_write,
    "memory/didEndTurn": sessions.did_end_turn,
    "memory/didActivity": sessions.did_activity,
    "memory/didEndSession": sessions.did_end_session,
    "memory/didChangeTrust": sessions.did_change_trust,
}

COMMANDS: dict[str, Callable[..., Any]] = {
    "noctule.server.pause": commands.pause,
    "noctule.server.resume": commands.resume,
    "noctule.server.enable": commands.enable,
    "noctule.server.disable": commands.disable,
    "noctule.server.remember": held.remember,
    "noctule.server.accept": held.accept,
    "noctule.server.discard": held.discard,
    "noctule.server.promote": held.promote,
    "noctule.server.import": importing.run_import,
    "noctule.server.adopt": importing.adopt,
    "noctule.server.pin": writing.pin,
    "noctule.server.doctor": doctor.doctor,
    "noctule.server.hooks": hooks.hooks,
    "noctule.server.installHooks": hooks.install,
    "noctule.server.removeHooks": hooks.remove,
    "noctule.server.undo": history.undo,
    "noctule.server.dream": dreams.dream,
    "noctule.server.tidy": dreams.tidy,
    "noctule.server.cancelDream": dreams.cancel_dream,
    "noctule.server.applyDream": dreams.apply_dream,
    "noctule.server.discardDream": dreams.discard_dream,
    "noctule.server.dreamAuto": dreams.dream_auto,
    "noctule.server.forget": history.forget,
    "noctule.server.showMentions": mentions.show_mentions,
}
