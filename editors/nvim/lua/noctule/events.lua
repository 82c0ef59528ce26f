-- Owns who listens: the `User` autocommands of Noctule and functions that plugins gave.
local M = {}

---@type table<string, table<integer, fun(data: table)>>
local listeners = {}
local next_id = 0

-- What a plugin listens to -> the autocommand that a person may listen to.
M.patterns = {
  status = "NoctuleStatus",
  dream = "NoctuleDreamStatus",
  dream_outcome = "NoctuleDreamOutcome",
  written = "NoctuleWritten",
  recalled = "NoctuleRecalled",
  nudge = "NoctuleNudge",
}

---@param name string a key of `patterns`
---@param listener fun(data: table)
---@return fun() stop
function M.on(name, listener)
  if M.patterns[name] == nil then
    error(("noctule: there is no event `%s`"):format(name), 2)
  end
  next_id = next_id + 1
  local id = next_id
  listeners[name] = listeners[name] or {}
  listeners[name][id] = listener
  return function()
    listeners[name][id] = nil
  end
end

---Tells everyone, outside of the fast loop. A listener that fails is logged, and keeps no other from hearing.
---@param name string
---@param data table
function M.emit(name, data)
  vim.schedule(function()
    for _, listener in pairs(listeners[name] or {}) do
      local ok, problem = pcall(listener, data)
      if not ok then
        require("noctule.log").write(("a listener of %s failed: %s"):format(name, problem), vim.log.levels.ERROR)
      end
    end
    pcall(vim.api.nvim_exec_autocmds, "User", { pattern = M.patterns[name], modeline = false, data = data })
  end)
end

return M
