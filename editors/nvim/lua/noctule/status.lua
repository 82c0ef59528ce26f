-- Owns what is known of each project's server, and how a statusline shows it.
local M = {}

local text = require("noctule.text")

---@type table<string, table>
local states = {}

---@param root string
function M.state(root)
  states[root] = states[root]
    or { phase = "off", health = "ok", message = "", busy = false, paused = false, held = 0, folder = nil }
  return states[root]
end

---@param root string
local function tell(root)
  require("noctule.events").emit("status", vim.tbl_extend("force", { root = root }, M.state(root)))
  vim.schedule(function()
    vim.cmd.redrawstatus({ bang = true })
  end)
end

---@param root string
function M.starting(root)
  M.state(root).phase = "starting"
  tell(root)
end

---@param root string
---@param is_old boolean
function M.started(root, is_old)
  local state = M.state(root)
  state.phase = is_old and "old" or "running"
  if is_old then
    state.message = "The server is too old for this plugin: update it."
    require("noctule.log").tell("Noctule: " .. state.message, vim.log.levels.WARN)
  end
  tell(root)
end

---@param root string
---@param why string?
function M.stopped(root, why)
  local state = M.state(root)
  state.phase = why and "stopped" or "off"
  state.message, state.dream, state.busy = why or "", nil, false
  tell(root)
end

---@param root string
---@param told table params of `memory/serverStatus`
function M.server_status(root, told)
  local state = M.state(root)
  state.health, state.busy, state.paused = told.health, told.busy, told.paused
  state.message = text.line(told.message, 200)
  state.version = text.line(told.version, 40)
  tell(root)
end

---@param root string
---@param told table params of `memory/dreamStatus`
function M.dream(root, told)
  local state = M.state(root)
  if told.state == "running" or told.state == "armed" then
    state.dream = {
      id = told.dreamId,
      state = told.state,
      step = tonumber(told.step) or 0,
      max_steps = tonumber(told.maxSteps) or 0,
      message = text.line(told.message, 120),
    }
  else
    state.dream = nil
  end
  state.dream_held = told.state == "held"
  tell(root)
end

---@param root string
---@param name string
---@param value any
function M.note(root, name, value)
  M.state(root)[name] = value
  tell(root)
end

-- In this order: what a person should act on comes first.
---@param state table
---@return string
local function words(state)
  if state.phase == "off" then
    return ""
  elseif state.phase == "stopped" then
    return "memory stopped"
  elseif state.phase == "old" then
    return "memory: update the server"
  elseif state.phase == "starting" then
    return "memory …"
  elseif state.dream and state.dream.state == "running" then
    local step = state.dream.max_steps > 0 and (" %d/%d steps"):format(state.dream.step, state.dream.max_steps) or ""
    return "dreaming" .. step
  elseif state.paused then
    return "memory paused"
  elseif state.dream_held then
    return "memory: a dream is held"
  elseif (state.held or 0) > 0 then
    return ("memory: %d held"):format(state.held)
  elseif state.health == "error" then
    return "memory: error"
  end
  return "memory"
end

---For a statusline: `%{%v:lua.require'noctule'.statusline()%}`. Empty where no server was started. Starts nothing.
---@param root string?
---@return string
function M.statusline(root)
  root = root or require("noctule.client").root()
  return root and states[root] and text.status(words(M.state(root))) or ""
end

return M
