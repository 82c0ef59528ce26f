-- The panel of memories, by type; a row opens to its description, age, recalls and findings.
local M = {}

local methods = require("noctule.methods")
local panel = require("noctule.panel")
local shared = require("noctule.commands.shared")
local text = require("noctule.text")
local window = require("noctule.panel.window")

local TYPES = { "user", "feedback", "project", "reference", "" }

---@type table<string, boolean> by the memory's URI
local expanded = {}

---@param row table a row of `memory/list`
---@return string[]
local function details(row)
  local modified = type(row.modified) == "string" and text.minute(row.modified) or "unknown"
  local lines = {
    ("file      %s, %d bytes"):format(text.line(row.path, 100), row.bytes),
    "changed   " .. modified,
    ("recalled  %d×"):format(row.recalls)
      .. (type(row.lastRecalled) == "string" and ", last " .. text.minute(row.lastRecalled) or ""),
  }
  if type(row.held) == "string" then
    table.insert(lines, "held      " .. text.line(row.held, 200))
  end
  for _, finding in ipairs(row.findings or {}) do
    table.insert(lines, ("%-9s %s"):format(text.line(finding.severity, 9), text.line(finding.message, 200)))
  end
  return lines
end

---@param row table
---@return noctule.Line[]
local function lines_of(row)
  local findings = #(row.findings or {})
  local is_held = type(row.held) == "string"
  local marks = (row.pinned and "pinned  " or "")
    .. (is_held and "held  " or "")
    .. (findings > 0 and (findings .. (findings == 1 and " finding  " or " findings  ")) or "")
  local recalls = row.recalls > 0 and ("  (recalled %d×)"):format(row.recalls) or ""
  local shown = ("  %s  %s%s%s"):format(text.line(row.name, 60), marks, text.line(row.description, 100), recalls)
  local lines = { { shown, hl = is_held and "NoctuleHeld" or nil, id = row.memoryUri, data = row } }
  if expanded[row.memoryUri] then
    for _, line in ipairs(details(row)) do
      table.insert(lines, { "      " .. line, hl = "NoctuleFaint", data = row })
    end
  end
  return lines
end

---@param rows table[]
---@return noctule.Line[]
function M.lines(rows)
  local lines = {}
  for _, kind in ipairs(TYPES) do
    local of_kind = vim.tbl_filter(function(row)
      local named = type(row.type) == "string" and vim.list_contains(TYPES, row.type) and row.type or ""
      return named == kind
    end, rows)
    if #of_kind > 0 then
      table.insert(lines, { ("%s (%d)"):format(kind == "" and "no type" or kind, #of_kind), hl = "NoctuleHeading" })
      for _, row in ipairs(of_kind) do
        vim.list_extend(lines, lines_of(row))
      end
    end
  end
  if #lines == 0 then
    lines = {
      { "There are no memories yet.", hl = "NoctuleFaint" },
      { "`:Noctule new` begins one, `:Noctule import` brings in those of other tools.", hl = "NoctuleFaint" },
    }
  end
  return lines
end

---@param root string
---@param redraw fun()
---@param refresh fun()
---@return table<string, noctule.Key>
local function keys_of(root, redraw, refresh)
  local function on_row(run)
    return function(row)
      if row then
        run(row)
      end
    end
  end
  return {
    ["<CR>"] = {
      desc = "open the memory",
      run = on_row(function(row)
        window.leave()
        shared.open(row.memoryUri)
      end),
    },
    ["<Tab>"] = {
      desc = "show or hide its details",
      run = on_row(function(row)
        expanded[row.memoryUri] = not expanded[row.memoryUri]
        redraw()
      end),
    },
    p = {
      desc = "pin or unpin",
      run = on_row(function(row)
        shared.run(root, "pin", { memoryUri = row.memoryUri, pinned = not row.pinned }, refresh)
      end),
    },
    a = {
      desc = "accept one that is held",
      run = on_row(function(row)
        shared.run(root, "accept", { memoryUri = row.memoryUri }, refresh)
      end),
    },
    u = {
      desc = "undo the last change",
      run = function()
        shared.run(root, "undo", {}, refresh)
      end,
    },
    r = { desc = "refresh", run = refresh },
  }
end

---@param root string
function M.open(root)
  local buffer
  local rows = {}
  local function draw()
    panel.render(buffer, M.lines(rows))
  end
  local function refresh()
    shared.ask(root, methods.asks.list, {}, function(result)
      rows = result.memories
      draw()
    end)
  end
  buffer = panel.open("noctule://memories", root, keys_of(root, draw, refresh))
  panel.follow(buffer, root, { "NoctuleWritten", "NoctuleRecalled", "NoctuleDreamOutcome" }, refresh)
  panel.render(buffer, { { "…" } })
  refresh()
end

return M
