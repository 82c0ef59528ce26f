-- Panels: scratch buffers in a split or a float, with lines that know what they stand for.
local M = {}

local config = require("noctule.config")
local SPACE = vim.api.nvim_create_namespace("noctule")

---@class (exact) noctule.Line
---@field [1] string already safe to show
---@field hl string? the highlight group of the line's first `mark` bytes, or of all of it
---@field mark integer?
---@field data table? what the line stands for

---@param name string
---@return integer buffer
local function buffer_named(name)
  local buffer = vim.fn.bufnr("^" .. vim.fn.escape(name, "[]^$.*\\~") .. "$")
  if buffer == -1 then
    buffer = vim.api.nvim_create_buf(false, true)
    vim.api.nvim_buf_set_name(buffer, name)
  end
  vim.bo[buffer].buftype = "nofile"
  vim.bo[buffer].bufhidden = "wipe"
  vim.bo[buffer].swapfile = false
  vim.bo[buffer].modeline = false
  vim.bo[buffer].filetype = "noctule"
  return buffer
end

---@param buffer integer
---@return integer window
local function show(buffer)
  for _, window in ipairs(vim.api.nvim_tabpage_list_wins(0)) do
    if vim.api.nvim_win_get_buf(window) == buffer then
      vim.api.nvim_set_current_win(window)
      return window
    end
  end
  local set = config.get().panel
  local share = function(whole)
    return math.max(1, set.size < 1 and math.floor(whole * set.size) or math.floor(set.size))
  end
  local window
  if set.style == "float" then
    local width, height = math.floor(vim.o.columns * 0.8), math.floor(vim.o.lines * 0.7)
    window = vim.api.nvim_open_win(buffer, true, {
      relative = "editor",
      width = width,
      height = height,
      col = math.floor((vim.o.columns - width) / 2),
      row = math.floor((vim.o.lines - height) / 2) - 1,
      border = "rounded",
      title = " Noctule ",
    })
  else
    window = vim.api.nvim_open_win(buffer, true, { split = "below", height = share(vim.o.lines) })
  end
  vim.wo[window].number = false
  vim.wo[window].relativenumber = false
  vim.wo[window].signcolumn = "no"
  vim.wo[window].wrap = false
  vim.wo[window].cursorline = true
  return window
end

---Puts lines into a panel's buffer.
---@param buffer integer
---@param lines noctule.Line[]
function M.render(buffer, lines)
  if not vim.api.nvim_buf_is_valid(buffer) then
    return
  end
  vim.bo[buffer].modifiable = true
  vim.api.nvim_buf_set_lines(
    buffer,
    0,
    -1,
    false,
    vim.tbl_map(function(line)
      return line[1]
    end, lines)
  )
  vim.bo[buffer].modifiable = false
  vim.api.nvim_buf_clear_namespace(buffer, SPACE, 0, -1)
  for number, line in ipairs(lines) do
    if line.hl then
      vim.api.nvim_buf_set_extmark(buffer, SPACE, number - 1, 0, {
        end_col = math.min(line.mark or #line[1], #line[1]),
        hl_group = line.hl,
      })
    end
  end
  vim.b[buffer].noctule_lines = nil
  M.lines_of[buffer] = lines
end

---@type table<integer, noctule.Line[]>
M.lines_of = {}

---What the line under the cursor stands for.
---@return table?
function M.at_cursor()
  local lines = M.lines_of[vim.api.nvim_get_current_buf()] or {}
  local line = lines[vim.api.nvim_win_get_cursor(0)[1]]
  return line and line.data
end

---Opens a panel.
---@param name string
---@param keys table<string, { desc: string, run: fun(data: table?) }>
---@return integer buffer
function M.open(name, keys)
  M.define_highlights()
  local buffer = buffer_named(name)
  show(buffer)
  keys.q = keys.q or {
    desc = "close",
    run = function()
      vim.api.nvim_win_close(0, false)
    end,
  }
  keys["g?"] = {
    desc = "this help",
    run = function()
      M.help(keys)
    end,
  }
  for key, action in pairs(keys) do
    vim.keymap.set("n", key, function()
      action.run(M.at_cursor())
    end, { buffer = buffer, nowait = true, desc = "Noctule: " .. action.desc })
  end
  vim.api.nvim_create_autocmd("BufWipeout", {
    buffer = buffer,
    once = true,
    callback = function()
      M.lines_of[buffer] = nil
    end,
  })
  return buffer
end

---@param keys table<string, { desc: string }>
function M.help(keys)
  local lines = {}
  for key, action in pairs(keys) do
    table.insert(lines, ("%-6s %s"):format(key, action.desc))
  end
  table.sort(lines)
  local buffer = vim.api.nvim_create_buf(false, true)
  vim.api.nvim_buf_set_lines(buffer, 0, -1, false, lines)
  vim.bo[buffer].bufhidden = "wipe"
  local window = vim.api.nvim_open_win(buffer, true, {
    relative = "cursor",
    row = 1,
    col = 0,
    width = 40,
    height = #lines,
    style = "minimal",
    border = "rounded",
  })
  for _, key in ipairs({ "q", "<Esc>", "g?" }) do
    vim.keymap.set("n", key, function()
      vim.api.nvim_win_close(window, true)
    end, { buffer = buffer, nowait = true })
  end
end

---Shows safe lines in a panel that only closes.
---@param name string
---@param lines string[]
---@return integer buffer
function M.text(name, lines)
  local buffer = M.open(name, {})
  M.render(
    buffer,
    vim.tbl_map(function(line)
      return { line }
    end, lines)
  )
  return buffer
end

function M.define_highlights()
  local links = {
    NoctuleCompleted = "DiagnosticOk",
    NoctuleHeld = "DiagnosticWarn",
    NoctuleFailed = "DiagnosticError",
    NoctuleSkipped = "Comment",
    NoctuleType = "Type",
    NoctuleFaint = "Comment",
    NoctuleHeading = "Title",
  }
  for name, target in pairs(links) do
    vim.api.nvim_set_hl(0, name, { link = target, default = true })
  end
end

return M
