-- Panels: scratch buffers in a split or a float, with lines that know what they stand for.
local M = {}

local server = require("noctule.server")
local window = require("noctule.panel.window")

local SPACE = vim.api.nvim_create_namespace("noctule")
-- Events come in bursts, as when a dream lands.
local GATHER_MS = 100

---@type table<integer, noctule.Line[]> by buffer
local lines_of = {}

---@param name string
---@param root string?
---@return integer buffer
local function buffer_named(name, root)
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
  vim.b[buffer].noctule_root = root
  return buffer
end

---Where the cursor of each window is, by what the line stands for.
---@param buffer integer
---@return table<integer, string?> by window
local function places(buffer)
  local lines, found = lines_of[buffer] or {}, {}
  for _, shown in ipairs(vim.fn.win_findbuf(buffer)) do
    local line = lines[vim.api.nvim_win_get_cursor(shown)[1]]
    found[shown] = line and line.id
  end
  return found
end

---Lines may have moved: the cursor goes with what it stood on, so that a key means what was seen.
---@param lines noctule.Line[]
---@param kept table<integer, string?>
local function restore(lines, kept)
  for shown, id in pairs(kept) do
    for number, line in ipairs(lines) do
      if line.id == id then
        vim.api.nvim_win_set_cursor(shown, { number, 0 })
        break
      end
    end
  end
end

---Puts lines into a panel's buffer; does nothing where it was closed meanwhile.
---@param buffer integer
---@param lines noctule.Line[]
function M.render(buffer, lines)
  if not vim.api.nvim_buf_is_valid(buffer) then
    return
  end
  local kept = places(buffer)
  local shown = vim.tbl_map(function(line)
    return line[1]
  end, lines)
  vim.bo[buffer].modifiable = true
  vim.api.nvim_buf_set_lines(buffer, 0, -1, false, shown)
  vim.bo[buffer].modifiable = false
  vim.api.nvim_buf_clear_namespace(buffer, SPACE, 0, -1)
  for number, line in ipairs(lines) do
    if line.hl then
      local last = math.min(line.mark or #line[1], #line[1])
      vim.api.nvim_buf_set_extmark(buffer, SPACE, number - 1, 0, { end_col = last, hl_group = line.hl })
    end
  end
  lines_of[buffer] = lines
  restore(lines, kept)
end

---What the line under the cursor stands for.
---@return table?
local function at_cursor()
  local lines = lines_of[vim.api.nvim_get_current_buf()] or {}
  local line = lines[vim.api.nvim_win_get_cursor(0)[1]]
  return line and line.data
end

---@param buffer integer
---@param keys table<string, noctule.Key>
local function map(buffer, keys)
  for key, action in pairs(keys) do
    vim.keymap.set("n", key, function()
      action.run(at_cursor())
    end, { buffer = buffer, nowait = true, desc = "Noctule: " .. action.desc })
  end
end

---Has a panel follow what happens, until it is closed. A server that is not there is not started for it.
---@param buffer integer
---@param root string
---@param patterns string[] of `User` autocommands
---@param refresh fun()
function M.follow(buffer, root, patterns, refresh)
  local is_due = false
  local group = vim.api.nvim_create_augroup("noctule.panel." .. buffer, {})
  vim.api.nvim_create_autocmd("User", {
    group = group,
    pattern = patterns,
    desc = "Noctule: an open panel shows what is so now",
    callback = function()
      if is_due then
        return
      end
      is_due = true
      vim.defer_fn(function()
        is_due = false
        if vim.api.nvim_buf_is_valid(buffer) and server.running(root) then
          refresh()
        end
      end, GATHER_MS)
    end,
  })
  vim.api.nvim_create_autocmd("BufWipeout", {
    group = group,
    buffer = buffer,
    callback = function()
      vim.schedule(function()
        pcall(vim.api.nvim_del_augroup_by_id, group)
      end)
    end,
  })
end

---Opens a panel.
---@param name string
---@param root string? the project it is about
---@param keys table<string, noctule.Key>
---@return integer buffer
function M.open(name, root, keys)
  M.define_highlights()
  -- One of each project: several may be open.
  local buffer = buffer_named(name .. (root or ""), root)
  window.show(buffer)
  keys.q = { desc = "close", run = window.close }
  keys["g?"] = {
    desc = "this help",
    run = function()
      M.help(keys)
    end,
  }
  map(buffer, keys)
  vim.api.nvim_create_autocmd("BufWipeout", {
    buffer = buffer,
    once = true,
    callback = function()
      lines_of[buffer] = nil
    end,
  })
  return buffer
end

---@param keys table<string, noctule.Key>
function M.help(keys)
  local lines = {}
  for key, action in pairs(keys) do
    table.insert(lines, ("%-6s %s"):format(key, action.desc))
  end
  table.sort(lines)
  window.float(lines)
end

---Shows safe lines in a panel that only closes.
---@param name string
---@param root string?
---@param lines string[]
---@return integer buffer
function M.text(name, root, lines)
  local buffer = M.open(name, root, {})
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
    NoctuleFaint = "Comment",
    NoctuleHeading = "Title",
  }
  for name, target in pairs(links) do
    vim.api.nvim_set_hl(0, name, { link = target, default = true })
  end
end

return M
