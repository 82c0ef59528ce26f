-- Commands on sessions, and on memory as a whole.
local methods = require("noctule.methods")
local shared = require("noctule.commands.shared")
local text = require("noctule.text")

---@type table<string, noctule.Command>
local M = {}

---The session that a person means: the only one that is open, or the one chosen.
---@param root string
---@param wants_paused boolean
---@param done fun(session: string)
local function with_session(root, wants_paused, done)
  shared.ask(root, methods.asks.sessions, {}, function(result)
    local open = vim.tbl_filter(function(one)
      return (one.endedAt == nil or one.endedAt == vim.NIL) and one.paused == wants_paused
    end, result.sessions)
    if #open == 1 then
      return done(open[1].sessionId)
    end
    require("noctule.picker").choose(open, "Which session?", function(one)
      return ("%s  %s  %s"):format(one.kind, text.line(one.sessionId, 60), text.line(one.startedAt, 19))
    end, function(one)
      done(one.sessionId)
    end)
  end)
end

M.sessions = {
  desc = "The sessions of agents, in a panel, and what each was shown.",
  run = function(root)
    require("noctule.panel.sessions").open(root)
  end,
}

M.pause = {
  desc = "Give a session no memories until it ends or is resumed.",
  run = function(root)
    with_session(root, false, function(session)
      shared.run(root, "pause", { sessionId = session })
    end)
  end,
}

M.resume = {
  desc = "Give a paused session memories again.",
  run = function(root)
    with_session(root, true, function(session)
      shared.run(root, "resume", { sessionId = session })
    end)
  end,
}

M.enable = {
  desc = "Switch memory on for this project.",
  run = function(root)
    shared.run(root, "enable", {})
  end,
}

M.disable = {
  desc = "Switch memory off for this project; nothing is removed.",
  run = function(root)
    shared.run(root, "disable", {})
  end,
}

return M
