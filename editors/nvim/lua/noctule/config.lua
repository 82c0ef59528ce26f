-- Owns the options: the defaults, what a person set, and the words for what is wrong with it.
local M = {}

---@type noctule.Config
M.defaults = {
  cmd = { "noctule", "serve" },
  root = function(path)
    return vim.fs.root(path, { ".git", ".noctule" })
  end,
  settings = {},
  interactive = true,
  notify = { written = true, recalled = false, dreams = true, nudges = true },
  attach_sources = false,
  -- An agent's turn waits for this; a hard limit in CodeCompanion, whose callbacks are synchronous.
  recall = { timeout_ms = 400 },
  trusted = false,
  env = {},
  panel = { style = "split", size = 0.4 },
  log_level = vim.log.levels.WARN,
}

local TYPES = {
  cmd = "table",
  root = "function",
  settings = "table",
  interactive = "boolean",
  notify = "table",
  attach_sources = "boolean",
  recall = "table",
  trusted = "boolean",
  env = "table",
  panel = "table",
  log_level = "number",
}

---@type noctule.Config?
local current

---Replaces what was set before. What is wrong is left at its default, and named.
---@param options table?
---@return string[] problems sentences, empty if all is well
function M.set(options)
  local known, problems = M.check(options or {})
  current = vim.tbl_deep_extend("force", vim.deepcopy(M.defaults), known)
  return problems
end

---The options in force: `setup`, else `vim.g.noctule`, else the defaults.
---@return noctule.Config
function M.get()
  if current == nil then
    local problems = M.set(type(vim.g.noctule) == "table" and vim.g.noctule or nil)
    for _, problem in ipairs(problems) do
      require("noctule.log").tell(problem, vim.log.levels.WARN)
    end
  end
  return current --[[@as noctule.Config]]
end

---@param options table
---@return table known, string[] problems
function M.check(options)
  local known, problems = {}, {}
  for name, value in pairs(options) do
    local wanted = TYPES[name]
    if wanted == nil then
      table.insert(problems, ("There is no option `%s`."):format(name))
    elseif type(value) ~= wanted then
      table.insert(problems, ("The option `%s` is a %s, not a %s: the default stands."):format(name, wanted, type(value)))
    else
      known[name] = value
    end
  end
  if known.cmd and (#known.cmd == 0 or type(known.cmd[1]) ~= "string") then
    known.cmd = nil
    table.insert(problems, "The option `cmd` is a list of words, the program first: the default stands.")
  end
  if known.panel and known.panel.style and not vim.list_contains({ "split", "float" }, known.panel.style) then
    known.panel.style = nil
    table.insert(problems, "The option `panel.style` is `split` or `float`: the default stands.")
  end
  table.sort(problems)
  return known, problems
end

return M
