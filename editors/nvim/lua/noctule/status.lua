-- Owns what is known of each project's server, and how a statusline shows it.
local M = {}

local text = require("noctule.text")

---@type table<string, noctule.State>
local states = {}

---@param root string
---@return noctule.State
function M.state(root)
  states[root] = states[root]
    or {
      phase = "off",
      health = "ok",
      message = "",
      enabled = true,
      busy = false,
      paused = false,
      auto_dreams = false,
      held = 0,
      is_dream_held = false,
    }
  return states[root]
end

---@param root string
---@return noctule.State? nil where no server was ever started
function M.known(root)
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
---@param told table params of `memory/serverStatus`, or the result of `memory/status`
function M.server_status(root, told)
  local state = M.state(root)
  state.health, state.enabled = told.health, told.enabled ~= false
  state.auto_dreams, state.held = told.autoDreams == true, tonumber(told.held) or 0
  if type(told.paused) == "boolean" then
    state.busy, state.paused = told.busy == true, told.paused
  end
  state.folder = type(told.folderUri) == "string" and told.folderUri or state.folder
  state.is_dream_held = state.is_dream_held and state.held > 0
  state.message = text.line(told.message, 200)
  state.version = text.line(told.version, 40)
  tell(root)
end

---@param root string
---@param told table params of `memory/dreamStatus`
function M.dream(root, told)
  local state = M.state(root)
  state.dream = nil
  if told.state == "running" or told.state == "armed" then
    state.dream = {
      id = told.dreamId,
      state = told.state,
      step = tonumber(told.step) or 0,
      max_steps = tonumber(told.maxSteps) or 0,
      message = text.line(told.message, 120),
    }
  end
  state.is_dream_held = told.state == "held"
  tell(root)
end

---@param root string
---@param name "last_recall"|"last_dream"
---@param value string
function M.note(root, name, value)
  M.state(root)[name] = value
  tell(root)
end

-- In this order: what a person should act on comes first.
---@param state noctule.State
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
  elseif not state.enabled and state.health ~= "error" then
    return "memory off"
  elseif state.paused then
    return "memory paused"
  elseif state.is_dream_held then
    return "memory: a dream is held"
  elseif state.held > 0 then
    return ("memory: %d held"):format(state.held)
  elseif state.health == "error" then
    return "memory: error"
  end
  return "memory"
end

-- A statusline is drawn at each key, and to find a buffer's project is to look at the disk.
local FRESH_MS = 1000
local found = { key = "", at = 0, root = nil }

---@return string?
local function current_root()
  local key = ("%d %s %s"):format(vim.api.nvim_get_current_buf(), vim.api.nvim_buf_get_name(0), vim.fn.getcwd())
  if found.key ~= key or vim.uv.now() - found.at > FRESH_MS then
    found = { key = key, at = vim.uv.now(), root = require("noctule.roots").of() }
  end
  return found.root
end

---For a statusline: `%{%v:lua.require'noctule'.statusline()%}`. Empty where no server was started. Starts nothing.
---@param root string?
---@return string
function M.statusline(root)
  if next(states) == nil then
    return ""
  end
  root = root or current_root()
  local state = root and states[root]
  return state and text.status(words(state)) or ""
end

return M
