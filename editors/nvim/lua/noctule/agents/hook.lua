-- For plugins with nothing but a function that gives text: a prompt that is a function, a context named `@memory`.
local M = {}

local api = require("noctule.agents.api")
local config = require("noctule.config")
local roots = require("noctule.roots")

-- A first prompt waits so long for its snapshot, once a project; the next prompt has it then.
local SNAPSHOT_MS = 1000

---@class (exact) noctule.Begun
---@field id string
---@field snapshot string?
---@field is_answered boolean

---@type table<string, noctule.Begun> by the plugin's name and the project
local begun = {}

---One session for each plugin and project in this Neovim.
---@param plugin string
---@return noctule.Begun?
local function session(plugin)
  local root = roots.of()
  if not root then
    return nil
  end
  local key = plugin .. " " .. root
  if not begun[key] then
    local one = { id = ("%s-%d-%d"):format(plugin, vim.uv.os_getpid(), vim.uv.hrtime()), is_answered = false }
    begun[key] = one
    api.start_session({ id = one.id, root = root }, function(err, snapshot)
      one.snapshot, one.is_answered = snapshot, true
      -- Where it failed, the next prompt tries again.
      begun[key] = not err and one or nil
    end)
  end
  return begun[key]
end

---The snapshot for a system prompt: how to use memory, and the index. Empty where there is none.
---@param plugin string its name
---@return string
function M.snapshot(plugin)
  local one = session(plugin)
  if not one then
    return ""
  end
  vim.wait(SNAPSHOT_MS, function()
    return one.is_answered
  end, 10)
  return one.snapshot or ""
end

---The memories for what is about to be sent, within `recall.timeout_ms`. Empty where nothing fits.
---@param plugin string
---@param words string
---@return string
function M.recall(plugin, words)
  local one = session(plugin)
  if not one then
    return ""
  end
  vim.wait(config.get().recall.timeout_ms, function()
    return one.is_answered
  end, 10)
  return api.recall_sync(one.id, words, { context = api.context() }) or ""
end

return M
