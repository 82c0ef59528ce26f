-- Shows what a dream or a change did to a file: before and after, side by side in a tab of its own.
local M = {}

local text = require("noctule.text")

---@param file table
---@return string
local function name_of(file)
  return vim.fs.basename(vim.uri_to_fname(file.memoryUri))
end

---@param title string
---@param content string?
---@return integer buffer
local function side(title, content)
  local buffer = vim.api.nvim_create_buf(false, true)
  vim.bo[buffer].modeline = false
  vim.api.nvim_buf_set_lines(buffer, 0, -1, false, text.lines(type(content) == "string" and content or ""))
  vim.bo[buffer].bufhidden = "wipe"
  vim.bo[buffer].modifiable = false
  vim.bo[buffer].filetype = "markdown"
  pcall(vim.api.nvim_buf_set_name, buffer, ("noctule://%s/%d"):format(text.line(title), buffer))
  return buffer
end

---@param file table with `memoryUri`, `before`, `after`
local function show(file)
  vim.cmd.tabnew()
  local empty = vim.api.nvim_get_current_buf()
  local before = side("before/" .. name_of(file), file.before)
  local after = side("after/" .. name_of(file), file.after)
  local left = vim.api.nvim_get_current_win()
  vim.api.nvim_win_set_buf(left, before)
  pcall(vim.api.nvim_buf_delete, empty, {})
  local right = vim.api.nvim_open_win(after, true, { split = "right" })
  for window, buffer in pairs({ [left] = before, [right] = after }) do
    vim.api.nvim_win_call(window, vim.cmd.diffthis)
    vim.wo[window][0].conceallevel = 0
    vim.keymap.set("n", "q", function()
      pcall(vim.cmd.tabclose)
    end, { buffer = buffer, nowait = true, desc = "Noctule: close" })
  end
end

---Shows the file of that URI, or the one that the person chooses.
---@param files table[] of `memory/dreamDiff` or `memory/historyDiff`
---@param uri string?
function M.open(files, uri)
  if #files == 1 then
    return show(files[1])
  end
  for _, file in ipairs(files) do
    if file.memoryUri == uri then
      return show(file)
    end
  end
  require("noctule.picker").choose(files, "Which file?", function(file)
    return ("%-8s %s"):format(text.line(file.action, 8), text.line(name_of(file), 80))
  end, show)
end

return M
