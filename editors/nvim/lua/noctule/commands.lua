-- The command `:Noctule`: reads the words, finds the subcommand, completes.
local M = {}

local GROUPS = { "dreams", "held", "memories", "sessions", "server" }

---Opens the help; makes its tags first where no plugin manager has done so.
local function open_help()
  if not pcall(vim.cmd.help, "noctule") then
    local doc = vim.api.nvim_get_runtime_file("doc/noctule.txt", false)[1]
    if doc and pcall(vim.cmd.helptags, { args = { vim.fs.dirname(doc) } }) and pcall(vim.cmd.help, "noctule") then
      return
    end
    -- Where the plugin lies read-only, the text itself is opened.
    vim.cmd.view({ args = { doc or "" }, magic = { file = false, bar = false } })
    vim.bo.filetype = "help"
  end
end

---Every subcommand by its word.
---@return table<string, noctule.Command>
function M.all()
  local all = {}
  for _, group in ipairs(GROUPS) do
    for name, command in pairs(require("noctule.commands." .. group)) do
      all[name] = command
    end
  end
  all.help = {
    desc = "Open the help.",
    run = open_help,
  }
  return all
end

---@param call table as nvim_create_user_command gives it
function M.run(call)
  local log = require("noctule.log")
  local word = call.fargs[1] or "status"
  local command = M.all()[word]
  if not command then
    local said = "There is no `:Noctule %s`. <Tab> after `:Noctule ` shows what there is."
    return log.tell(said:format(word), vim.log.levels.ERROR)
  end
  local root = require("noctule.roots").of()
  if not root and word ~= "help" then
    local said = "This is your home folder, not a project: open a file of one, or `:cd` into it."
    return log.tell(said, vim.log.levels.WARN)
  end
  command.run(root, vim.list_slice(call.fargs, 2), call.bang)
end

---@param lead string
---@param line string
---@return string[]
function M.complete(lead, line)
  -- What stands before the command, as in `:tab Noctule`, is none of its words.
  local words = vim.split(vim.trim(line:match("%f[%w]Noctule.*$") or line), "%s+")
  local is_first = #words == 1 or (#words == 2 and lead ~= "")
  local offered = {}
  if is_first then
    offered = vim.tbl_keys(M.all())
  else
    local command = M.all()[words[2]]
    local root = require("noctule.roots").of()
    offered = command and command.complete and root and command.complete(root, lead) or {}
  end
  table.sort(offered)
  return vim.tbl_filter(function(word)
    return vim.startswith(word, lead)
  end, offered)
end

return M
