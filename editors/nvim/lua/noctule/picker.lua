-- Choosing through vim.ui.select, so that any picker takes over; with a preview where the picker shows one.
local M = {}

local text = require("noctule.text")

---@param memory table a row of `memory/list`
---@return string
function M.memory_line(memory)
  local marks = (memory.pinned and "*" or "") .. (type(memory.held) == "string" and "!" or "")
  local about = memory.description ~= "" and "  " .. text.line(memory.description, 100) or ""
  local kind = type(memory.type) == "string" and memory.type or "memory"
  return ("%-9s %s%s%s"):format(kind, marks, text.line(memory.name, 80), about)
end

---A buffer to look at, in the form that Neovim documents for `preview_item`: the memory, else what the row says itself.
---@param row table
---@return { buf: integer }
local function preview(row)
  local lines = text.lines(row.text or row.reason)
  if type(row.memoryUri) == "string" then
    local ok, read = pcall(vim.fn.readfile, vim.uri_to_fname(row.memoryUri))
    lines = ok and vim.tbl_map(text.line, read) or lines
  end
  local buffer = vim.api.nvim_create_buf(false, true)
  vim.bo[buffer].modeline = false
  vim.bo[buffer].bufhidden = "wipe"
  vim.api.nvim_buf_set_lines(buffer, 0, -1, false, lines)
  vim.bo[buffer].filetype = "markdown"
  return { buf = buffer }
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
    preview_item = preview,
  }, function(row)
    if row then
      done(row)
    end
  end)
end

---@param root string
---@param prompt string
---@param done fun(row: table)
function M.memory(root, prompt, done)
  local shared = require("noctule.commands.shared")
  shared.ask(root, require("noctule.methods").asks.list, {}, function(result)
    M.choose(result.memories, prompt, M.memory_line, done)
  end)
end

return M
