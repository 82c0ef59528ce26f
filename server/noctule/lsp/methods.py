"""Every method of the memory protocol, with the types that it takes and gives: the one table that all else follows."""

from noctule.lsp import (
    params,
    params_commands,
    params_dreams,
    results,
    results_dreams,
    results_events,
    results_sessions,
)
from noctule.lsp.frames import MAX_BODY_BYTES

PROTOCOL_VERSION = 1

METHODS: dict[str, tuple[type, type]] = {
    "memory/status": (params.WorkspaceParams, results.StatusResult),
    "memory/list": (params.ListParams, results.ListResult),
    "memory/read": (params.ReadParams, results.ReadResult),
    "memory/check": (params.CheckParams, results.CheckResult),
    "memory/search": (params.SearchParams, results.SearchResult),
    "memory/add": (params.AddParams, results.WriteResult),
    "memory/replace": (params.ReplaceParams, results.WriteResult),
    "memory/remove": (params.RemoveParams, results.WriteResult),
    "memory/batch": (params.BatchParams, results.BatchResult),
    "memory/startSession": (params.StartSessionParams, results_sessions.SessionResult),
    "memory/indexSnapshot": (params.SessionParams, results_sessions.SessionResult),
    "memory/compactSession": (params.SessionParams, results_sessions.SessionResult),
    "memory/recall": (params.RecallParams, results_sessions.RecallResult),
    "memory/explainRecall": (params.ExplainRecallParams, results_sessions.ExplainResult),
    "memory/sessions": (params.WorkspaceParams, results_sessions.SessionsResult),
    "memory/ledger": (params.SessionParams, results_sessions.LedgerResult),
    "memory/held": (params.WorkspaceParams, results.HeldResult),
    "memory/history": (params.HistoryParams, results.HistoryResult),
    "memory/historyDiff": (params.HistoryDiffParams, results.HistoryDiffResult),
    "memory/dreamLog": (params_dreams.DreamLogParams, results_dreams.DreamLogResult),
    "memory/dreamDiff": (params_dreams.DreamDiffParams, results_dreams.DreamDiffResult),
}
"""What the client asks: name -> (params, result)."""

TELLS: dict[str, type] = {
    "memory/didWrite": params.DidWriteParams,
    "memory/didEndTurn": params.DidEndTurnParams,
    "memory/didActivity": params.SessionParams,
    "memory/didEndSession": params.SessionParams,
    "memory/didChangeTrust": params.DidChangeTrustParams,
}
"""What the client tells: name -> params. Nothing is ever answered."""

SERVER_TELLS: dict[str, type] = {
    "memory/serverStatus": results_events.ServerStatus,
    "memory/written": results_events.Written,
    "memory/recalled": results_events.Recalled,
    "memory/nudge": results_events.Nudge,
    "memory/dreamStatus": results_dreams.DreamStatus,
    "memory/dreamOutcome": results_dreams.DreamOutcome,
}
"""What the server tells, and only to a client that declared it: name -> params."""

SERVER_ASKS = ("memory/completeChat",)
"""What the server asks of a client that lends its model."""

COMMANDS: dict[str, type] = {
    "noctule.server.pause": params_commands.SessionCommandParams,
    "noctule.server.resume": params_commands.SessionCommandParams,
    "noctule.server.enable": params_commands.WorkspaceCommandParams,
    "noctule.server.disable": params_commands.WorkspaceCommandParams,
    "noctule.server.remember": params_commands.RememberParams,
    "noctule.server.accept": params_commands.AcceptParams,
    "noctule.server.discard": params_commands.DiscardParams,
    "noctule.server.promote": params_commands.PromoteParams,
    "noctule.server.import": params_commands.ImportParams,
    "noctule.server.adopt": params_commands.AdoptParams,
    "noctule.server.pin": params_commands.PinParams,
    "noctule.server.doctor": params_commands.DoctorParams,
    "noctule.server.hooks": params_commands.HooksParams,
    "noctule.server.installHooks": params_commands.ChangeHooksParams,
    "noctule.server.removeHooks": params_commands.ChangeHooksParams,
    "noctule.server.undo": params_commands.UndoParams,
    "noctule.server.dream": params_dreams.DreamParams,
    "noctule.server.tidy": params_dreams.TidyParams,
    "noctule.server.cancelDream": params_dreams.CancelDreamParams,
    "noctule.server.applyDream": params_dreams.ApplyDreamParams,
    "noctule.server.discardDream": params_dreams.DiscardDreamParams,
    "noctule.server.dreamAuto": params_dreams.DreamAutoParams,
    "noctule.server.forget": params_commands.ForgetParams,
    "noctule.server.showMentions": params_commands.ShowMentionsParams,
}
"""`workspace/executeCommand`: name -> its one object argument. The answer is an object with `ok` and `message`."""

LIMITS: dict[str, int] = {
    "messageBytes": MAX_BODY_BYTES,
    "writeBytes": 64 * 1024,
    "batchOperations": 100,
    "batchBytes": 1_000_000,
    "indexLines": 200,
    "indexChars": 25_000,
}
"""What the server takes at most, as `initialize` answers it."""
