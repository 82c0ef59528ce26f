-- Choosing through vim.ui.select, so that any picker takes over; with a preview where the picker shows one.
local M = {}

local text = require("noctule.text")

---@param memory table a row of `memory/list`
---@return string
function M.memory_line(memory)
  local marks = (memory.pinned and "*" or "") .. (memory.held ~= vim.NIL and memory.held and "!" or "")
  local about = memory.description ~= "" and "  " .. text.line(memory.description, 100) or ""
  local kind = type(memory.type) == "string" and memory.type or "memory"
  return ("%-9s %s%s%s"):format(kind, marks, text.line(memory.name, 80), about)
end

---@param rows table[]
---@param prompt string
---@param show fun(row: table): string
---@param done fun(row: table)
function M.choose(rows, prompt, show, done)
  if #rows == 0 then
    return require("noctule.log").tell("There is nothing to choose from.")
  end
  vim.ui.select(rows, {
    prompt = prompt,
    kind = "noctule",
    format_item = show,
    -- fzf-lua and snacks read this where they are asked to preview an item.
    preview_item = function(row)
      return row.memoryUri and { path = vim.uri_to_fname(row.memoryUri) } or nil
    end,
  }, function(row)
    if row then
      done(row)
    end
  end)
end

---@param root string
---@param prompt string
---@param done fun(row: table)
---@param keep? fun(row: table): boolean
function M.memory(root, prompt, done, keep)
  local shared = require("noctule.commands.shared")
  shared.ask(root, require("noctule.methods").asks.list, {}, function(result)
    local rows = keep and vim.tbl_filter(keep, result.memories) or result.memories
    M.choose(rows, prompt, M.memory_line, done)
  end)
end

return M
