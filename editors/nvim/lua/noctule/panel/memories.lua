-- The panel of memories, by type, with age and recalls.
local M = {}

local methods = require("noctule.methods")
local panel = require("noctule.panel")
local shared = require("noctule.commands.shared")
local text = require("noctule.text")

local TYPES = { "user", "feedback", "project", "reference", "" }

---@param row table
---@return noctule.Line
local function line_of(row)
  local findings = #(row.findings or {})
  local marks = (row.pinned and "pinned  " or "")
    .. ((type(row.held) == "string") and "held  " or "")
    .. (findings > 0 and (findings .. (findings == 1 and " finding  " or " findings  ")) or "")
  local recalls = (row.recalls or 0) > 0 and ("  (recalled %d×)"):format(row.recalls) or ""
  local shown = ("  %s  %s%s%s"):format(text.line(row.name, 60), marks, text.line(row.description, 100), recalls)
  return { shown, hl = type(row.held) == "string" and "NoctuleHeld" or nil, data = row }
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
      vim.list_extend(lines, vim.tbl_map(line_of, of_kind))
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
function M.open(root)
  local buffer
  local function refresh()
    shared.ask(root, methods.asks.list, {}, function(result)
      panel.render(buffer, M.lines(result.memories))
    end)
  end
  local function on_row(run)
    return function(row)
      if row then
        run(row)
      end
    end
  end
  buffer = panel.open("noctule://memories", {
    ["<CR>"] = {
      desc = "open the memory",
      run = on_row(function(row)
        vim.cmd.wincmd("p")
        shared.open(row.memoryUri)
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
  })
  panel.render(buffer, { { "…" } })
  refresh()
end

return M
