-- The panel of changes: who changed what, with its diff, and the way back.
local M = {}

local methods = require("noctule.methods")
local panel = require("noctule.panel")
local shared = require("noctule.commands.shared")
local text = require("noctule.text")
local window = require("noctule.panel.window")

---@param change table a row of `memory/history`
---@return noctule.Line[]
local function lines_of(change)
  local head = ("%-8s %s  %s"):format(text.line(change.by, 8), text.minute(change.at), text.line(change.reason, 120))
  local lines = { { head, hl = "NoctuleHeading", mark = 8, id = change.change, data = { change = change } } }
  for _, file in ipairs(change.files or {}) do
    local name = vim.fs.basename(vim.uri_to_fname(file.memoryUri))
    local line = ("    %-12s %s"):format(text.line(file.action, 12), text.line(name, 100))
    table.insert(lines, {
      line,
      hl = "NoctuleFaint",
      mark = 16,
      id = change.change .. file.memoryUri,
      data = { change = change, uri = file.memoryUri },
    })
  end
  return lines
end

---@param changes table[] the newest first
---@return noctule.Line[]
function M.lines(changes)
  local lines = {}
  for _, change in ipairs(changes) do
    vim.list_extend(lines, lines_of(change))
  end
  return #lines > 0 and lines or { { "Nothing was changed yet.", hl = "NoctuleFaint" } }
end

---@param root string
---@param at { change: table, uri?: string }
local function diff(root, at)
  shared.ask(root, methods.asks.history_diff, { change = at.change.change }, function(result)
    require("noctule.panel.diff").open(result.files, at.uri)
  end)
end

---@param root string
function M.open(root)
  local buffer
  local function refresh()
    shared.ask(root, methods.asks.history, { limit = 100 }, function(result)
      panel.render(buffer, M.lines(result.changes))
    end)
  end
  local function on_change(run)
    return function(at)
      if at then
        run(at)
      end
    end
  end
  buffer = panel.open("noctule://history", root, {
    ["<CR>"] = {
      desc = "on a file: open it; else its diff",
      run = on_change(function(at)
        if not at.uri or vim.fn.filereadable(vim.uri_to_fname(at.uri)) ~= 1 then
          return diff(root, at)
        end
        window.leave()
        shared.open(at.uri)
      end),
    },
    d = {
      desc = "diff",
      run = on_change(function(at)
        diff(root, at)
      end),
    },
    u = {
      desc = "take the change back",
      run = on_change(function(at)
        shared.run(root, "undo", { change = at.change.change }, refresh)
      end),
    },
    r = { desc = "refresh", run = refresh },
  })
  panel.follow(buffer, root, { "NoctuleWritten", "NoctuleDreamOutcome" }, refresh)
  panel.render(buffer, { { "…" } })
  refresh()
end

return M
