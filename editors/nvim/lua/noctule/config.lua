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

-- What has names of its own choosing is only looked at from outside.
local FREE = { cmd = true, settings = true, env = true }

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
---@param defaults table
---@param prefix string
---@param problems string[] gains what is wrong
---@return table known
local function check(options, defaults, prefix, problems)
  local known = {}
  for name, value in pairs(options) do
    local default = defaults[name]
    if default == nil then
      table.insert(problems, ("There is no option `%s%s`."):format(prefix, name))
    elseif type(value) ~= type(default) then
      local said = "The option `%s%s` is a %s, not a %s: the default stands."
      table.insert(problems, said:format(prefix, name, type(default), type(value)))
    elseif type(default) == "table" and not FREE[name] then
      known[name] = check(value, default, prefix .. name .. ".", problems)
    else
      known[name] = value
    end
  end
  return known
end

---@param options table
---@return table known, string[] problems
function M.check(options)
  local problems = {}
  local known = check(options, M.defaults, "", problems)
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
