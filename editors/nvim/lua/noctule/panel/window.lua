-- Owns the windows of panels: a split or a float to show one, and the way from it to a file.
local M = {}

local config = require("noctule.config")

---@param window integer
local function is_float(window)
  return vim.api.nvim_win_get_config(window).relative ~= ""
end

---@param buffer integer
---@return integer window
local function open(buffer)
  local set = config.get().panel
  local height = math.floor(set.size < 1 and vim.o.lines * set.size or set.size)
  height = math.max(1, math.min(height, vim.o.lines - 4))
  if set.style == "split" then
    return vim.api.nvim_open_win(buffer, true, { split = "below", height = height })
  end
  local width = math.max(1, math.floor(vim.o.columns * 0.8))
  return vim.api.nvim_open_win(buffer, true, {
    relative = "editor",
    width = width,
    height = height,
    col = math.floor((vim.o.columns - width) / 2),
    row = math.max(0, math.floor((vim.o.lines - height) / 2) - 1),
    border = "rounded",
    title = " Noctule ",
  })
end

---Goes to the window of this tab that shows the buffer, or opens one.
---@param buffer integer
function M.show(buffer)
  for _, window in ipairs(vim.api.nvim_tabpage_list_wins(0)) do
    if vim.api.nvim_win_get_buf(window) == buffer then
      return vim.api.nvim_set_current_win(window)
    end
  end
  -- Local to this buffer: a file that is opened in the window later has the person's own options.
  local set = vim.wo[open(buffer)][0]
  set.number, set.relativenumber, set.signcolumn = false, false, "no"
  set.wrap, set.cursorline, set.conceallevel, set.spell = false, true, 0, false
end

---Closes the current window; the last one of all shows an empty buffer instead.
function M.close()
  if not pcall(vim.api.nvim_win_close, 0, false) then
    vim.cmd.enew()
  end
end

---Leaves the panel for a window that is fit for a file: the one before it, another, or a new one.
function M.leave()
  local panel = vim.api.nvim_get_current_win()
  local before = vim.fn.win_getid(vim.fn.winnr("#"))
  local windows = vim.list_extend({ before }, vim.api.nvim_tabpage_list_wins(0))
  for _, window in ipairs(windows) do
    local is_fit = window ~= 0 and window ~= panel and not is_float(window)
    if is_fit and vim.bo[vim.api.nvim_win_get_buf(window)].filetype ~= "noctule" then
      vim.api.nvim_set_current_win(window)
      if is_float(panel) then
        vim.api.nvim_win_close(panel, true)
      end
      return
    end
  end
  vim.api.nvim_open_win(vim.api.nvim_create_buf(true, false), true, { split = "above", win = panel })
end

---Shows a few lines at the cursor, until a key closes them.
---@param lines string[]
function M.float(lines)
  local buffer = vim.api.nvim_create_buf(false, true)
  vim.api.nvim_buf_set_lines(buffer, 0, -1, false, lines)
  vim.bo[buffer].bufhidden = "wipe"
  vim.bo[buffer].modifiable = false
  local window = vim.api.nvim_open_win(buffer, true, {
    relative = "cursor",
    row = 1,
    col = 0,
    width = math.min(50, math.max(1, vim.o.columns - 4)),
    height = math.max(1, #lines),
    style = "minimal",
    border = "rounded",
    title = " Keys ",
  })
  for _, key in ipairs({ "q", "<Esc>", "g?" }) do
    vim.keymap.set("n", key, function()
      vim.api.nvim_win_close(window, true)
    end, { buffer = buffer, nowait = true })
  end
end

return M
