-- The panel of dreams: each attempt with its outcome, its files, and what can be done with it.
local M = {}

local methods = require("noctule.methods")
local panel = require("noctule.panel")
local shared = require("noctule.commands.shared")
local text = require("noctule.text")
local window = require("noctule.panel.window")

local COLOURS = {
  completed = "NoctuleCompleted",
  applied = "NoctuleCompleted",
  discarded = "NoctuleSkipped",
  undone = "NoctuleSkipped",
  aborted = "NoctuleHeld",
  failed = "NoctuleFailed",
  skipped = "NoctuleSkipped",
}

---@type table<string, boolean> by dream id
local expanded = {}

-- What a dream that waits would change: the log has the files of those that landed only.
---@type table<string, table[]> by dream id
local waiting_files = {}

---The rows of those that wait for a person's word. The log says what was so then; a newer row of the same dream says
---what became of it.
---@param dreams table[] the newest first
---@return table<table, boolean>
local function waiting(dreams)
  local waits, is_decided = {}, {}
  for _, dream in ipairs(dreams) do
    waits[dream] = dream.held and not is_decided[dream.dreamId]
    is_decided[dream.dreamId] = true
  end
  return waits
end

---@param dream table a line of the log
---@param is_held boolean whether it waits still
---@return string status, string? hl
local function standing(dream, is_held)
  if is_held then
    return "held", "NoctuleHeld"
  elseif dream.held then
    return "was held", "NoctuleSkipped"
  end
  return dream.status, COLOURS[dream.status]
end

---@param dream table a line of the log
---@param is_held boolean whether it waits still
---@return noctule.Line[]
local function lines_of(dream, is_held)
  local status, hl = standing(dream, is_held)
  local head = ("%-9s  %s  %s"):format(status, text.minute(dream.at), text.line(dream.headline or dream.reason, 120))
  -- Applied or undone, a dream has a line of its own in the log.
  local id = dream.dreamId .. dream.status
  local lines = { { head, hl = hl, mark = 9, id = id, data = { dream = dream } } }
  if not expanded[dream.dreamId] then
    return lines
  end
  for _, line in ipairs(text.lines(dream.summary or "")) do
    table.insert(lines, { "    " .. line, hl = "NoctuleFaint", data = { dream = dream } })
  end
  for _, action in ipairs({ "created", "edited", "removed", "conflicts" }) do
    for _, file in ipairs(dream[action] or {}) do
      -- What conflicted is named by its path in the folder only.
      local uri = type(file) == "table" and file.memoryUri or nil
      local name = uri and vim.fs.basename(vim.uri_to_fname(uri)) or file
      local shown = ("    %-9s %s"):format(action, text.line(name))
      table.insert(lines, { shown, id = id .. name, data = { dream = dream, uri = uri } })
    end
  end
  for _, file in ipairs(is_held and waiting_files[dream.dreamId] or {}) do
    local name = vim.fs.basename(vim.uri_to_fname(file.memoryUri))
    local shown = ("    %-9s %s"):format(text.line(file.action, 9), text.line(name))
    table.insert(lines, { shown, id = id .. name, data = { dream = dream, uri = file.memoryUri } })
  end
  return lines
end

---@param dreams table[] the newest first
---@return noctule.Line[]
function M.lines(dreams)
  local lines, waits = {}, waiting(dreams)
  for _, dream in ipairs(dreams) do
    vim.list_extend(lines, lines_of(dream, waits[dream]))
  end
  if #lines == 0 then
    lines = { { "Nothing was dreamt yet. `:Noctule dream` begins one.", hl = "NoctuleFaint" } }
  end
  return lines
end

---Asks for the files of those that wait and are expanded, once each.
---@param root string
---@param dreams table[]
---@param redraw fun()
local function look_at_waiting(root, dreams, redraw)
  local waits = waiting(dreams)
  for _, dream in ipairs(dreams) do
    local id = dream.dreamId
    if waits[dream] and expanded[id] and not waiting_files[id] then
      waiting_files[id] = {}
      shared.ask(root, methods.asks.dream_diff, { dreamId = id }, function(result)
        waiting_files[id] = result.files
        redraw()
      end)
    end
  end
end

---Shows one file of a dream before and after.
---@param root string
---@param dream string
---@param uri string?
function M.diff(root, dream, uri)
  shared.ask(root, methods.asks.dream_diff, { dreamId = dream }, function(result)
    require("noctule.panel.diff").open(result.files, uri)
  end)
end

---Offers a dream that waits for a person's word.
---@param root string
---@param outcome table
function M.offer(root, outcome)
  local choices = { "look at it", "apply", "discard", "later" }
  vim.ui.select(choices, { prompt = text.line(outcome.headline, 200) }, function(choice)
    if choice == "apply" then
      shared.run(root, "applyDream", { dreamId = outcome.dreamId })
    elseif choice == "discard" then
      shared.run(root, "discardDream", { dreamId = outcome.dreamId })
    elseif choice == "look at it" then
      expanded[outcome.dreamId] = true
      M.open(root)
    end
  end)
end

---@param root string
---@param done fun(dream: string)
function M.choose_held(root, done)
  shared.ask(root, methods.asks.held, {}, function(result)
    local dreams = vim.tbl_filter(function(row)
      return row.kind == "dream"
    end, result.held)
    if #dreams == 0 then
      return require("noctule.log").tell("No dream is held.")
    elseif #dreams == 1 then
      return done(dreams[1].held)
    end
    require("noctule.picker").choose(dreams, "Which dream?", function(row)
      return text.line(row.reason, 120)
    end, function(row)
      done(row.held)
    end)
  end)
end

---@param root string
---@param redraw fun()
---@param refresh fun()
---@return table<string, noctule.Key>
local function keys_of(root, redraw, refresh)
  local function on_dream(run)
    return function(at)
      if at then
        run(at)
      end
    end
  end
  local function act(command)
    return on_dream(function(at)
      shared.run(root, command, { dreamId = at.dream.dreamId }, refresh)
    end)
  end
  local toggle = on_dream(function(at)
    expanded[at.dream.dreamId] = not expanded[at.dream.dreamId]
    redraw()
  end)
  return {
    ["<CR>"] = {
      desc = "show its files; on a file: open it",
      run = on_dream(function(at)
        if not at.uri then
          return toggle(at)
        end
        window.leave()
        shared.open(at.uri)
      end),
    },
    ["<Tab>"] = { desc = "show or hide its summary and files", run = toggle },
    d = {
      desc = "diff",
      run = on_dream(function(at)
        M.diff(root, at.dream.dreamId, at.uri)
      end),
    },
    a = { desc = "apply a held dream", run = act("applyDream") },
    x = { desc = "discard a held dream", run = act("discardDream") },
    u = { desc = "undo an applied dream", run = act("undo") },
    r = { desc = "refresh", run = refresh },
  }
end

---@param root string
function M.open(root)
  local buffer
  local dreams = {}
  local draw
  draw = function()
    panel.render(buffer, M.lines(dreams))
    look_at_waiting(root, dreams, draw)
  end
  local function refresh()
    shared.ask(root, methods.asks.dream_log, { limit = 50 }, function(result)
      dreams = result.dreams
      draw()
    end)
  end
  local keys = keys_of(root, draw, refresh)
  keys.zR = {
    desc = "show all files",
    run = function()
      for _, dream in ipairs(dreams) do
        expanded[dream.dreamId] = true
      end
      draw()
    end,
  }
  keys.zM = {
    desc = "hide all files",
    run = function()
      expanded = {}
      draw()
    end,
  }
  buffer = panel.open("noctule://dreams", root, keys)
  panel.follow(buffer, root, { "NoctuleDreamOutcome", "NoctuleDreamStatus", "NoctuleWritten" }, refresh)
  panel.render(buffer, { { "…" } })
  refresh()
end

return M
