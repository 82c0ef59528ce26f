-- The panel of sessions: which agents have a memory here, and what each was shown.
local M = {}

local methods = require("noctule.methods")
local panel = require("noctule.panel")
local shared = require("noctule.commands.shared")
local text = require("noctule.text")
local window = require("noctule.panel.window")

---@param session table a row of `memory/sessions`
---@return string
local function state_of(session)
  if type(session.endedAt) == "string" then
    return "ended"
  end
  return session.paused and "paused" or "open"
end

---@param session table
---@param shown table[]? rows of `memory/ledger`; nil where they are not looked at
---@return noctule.Line[]
local function lines_of(session, shown)
  local state = state_of(session)
  local head = ("%-7s %s  %-8s %s  %d bytes shown"):format(
    state,
    text.minute(session.startedAt),
    text.line(session.kind, 8),
    text.line(session.sessionId, 60),
    session.bytesShown
  )
  local hl = state == "open" and "NoctuleCompleted" or "NoctuleSkipped"
  local lines = { { head, hl = hl, mark = 7, id = session.sessionId, data = { session = session } } }
  for _, row in ipairs(shown or {}) do
    local name = vim.fs.basename(vim.uri_to_fname(row.memoryUri))
    local line = ("        %s  %s, %d bytes"):format(text.minute(row.at), text.line(name, 80), row.bytes)
    table.insert(lines, { line, data = { session = session, uri = row.memoryUri } })
  end
  if shown and #shown == 0 then
    table.insert(lines, { "        nothing but the index", hl = "NoctuleFaint", data = { session = session } })
  end
  return lines
end

---@param sessions table[]
---@param ledgers table<string, table[]> by session
---@return noctule.Line[]
function M.lines(sessions, ledgers)
  local lines = {}
  for _, session in ipairs(sessions) do
    vim.list_extend(lines, lines_of(session, ledgers[session.sessionId]))
  end
  return #lines > 0 and lines or { { "No agent has had a session here yet.", hl = "NoctuleFaint" } }
end

---@param root string
function M.open(root)
  local buffer
  local sessions, ledgers = {}, {}
  local function draw()
    panel.render(buffer, M.lines(sessions, ledgers))
  end
  local function look(id)
    shared.ask(root, methods.asks.ledger, { sessionId = id }, function(result)
      ledgers[id] = result.memories
      draw()
    end)
  end
  local function refresh()
    shared.ask(root, methods.asks.sessions, {}, function(result)
      sessions = result.sessions
      draw()
      vim.iter(vim.tbl_keys(ledgers)):each(look)
    end)
  end
  local function toggle(at)
    local id = at and at.session.sessionId
    if id and ledgers[id] then
      ledgers[id] = nil
      draw()
    elseif id then
      look(id)
    end
  end
  buffer = panel.open("noctule://sessions", root, {
    ["<CR>"] = {
      desc = "show what it was shown; on a memory: open it",
      run = function(at)
        if not at or not at.uri then
          return toggle(at)
        end
        window.leave()
        shared.open(at.uri)
      end,
    },
    ["<Tab>"] = { desc = "show or hide what it was shown", run = toggle },
    p = {
      desc = "pause or resume",
      run = function(at)
        if at then
          shared.run(root, at.session.paused and "resume" or "pause", { sessionId = at.session.sessionId }, refresh)
        end
      end,
    },
    r = { desc = "refresh", run = refresh },
  })
  panel.follow(buffer, root, { "NoctuleRecalled", "NoctuleStatus" }, refresh)
  panel.render(buffer, { { "…" } })
  refresh()
end

return M
