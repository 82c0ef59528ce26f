-- Every name of the wire that this plugin speaks; a test checks them against the server's own table.
local M = {}

M.asks = {
  status = "memory/status",
  list = "memory/list",
  search = "memory/search",
  add = "memory/add",
  start_session = "memory/startSession",
  compact_session = "memory/compactSession",
  recall = "memory/recall",
  explain = "memory/explainRecall",
  sessions = "memory/sessions",
  ledger = "memory/ledger",
  held = "memory/held",
  history = "memory/history",
  history_diff = "memory/historyDiff",
  dream_log = "memory/dreamLog",
  dream_diff = "memory/dreamDiff",
}

M.tells = {
  did_write = "memory/didWrite",
  did_end_turn = "memory/didEndTurn",
  did_activity = "memory/didActivity",
  did_end_session = "memory/didEndSession",
}

M.told = {
  status = "memory/serverStatus",
  written = "memory/written",
  recalled = "memory/recalled",
  nudge = "memory/nudge",
  dream_status = "memory/dreamStatus",
  dream_outcome = "memory/dreamOutcome",
}

M.lent = "memory/completeChat"

---The command of the server with this name.
---@param name string
---@return string
function M.command(name)
  return "noctule.server." .. name
end

return M
