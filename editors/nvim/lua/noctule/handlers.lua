-- Owns what happens when the server tells or asks something.
local M = {}

local events = require("noctule.events")
local log = require("noctule.log")
local methods = require("noctule.methods")
local status = require("noctule.status")
local text = require("noctule.text")

-- What a person types to do what the server suggests.
local SUGGESTED = {
  adopt = ":Noctule adopt",
  dream = ":Noctule dream",
  import = ":Noctule import",
  indexTooLong = ":Noctule tidy, or :Noctule index",
  promote = ":Noctule promote",
}

---@param name "written"|"recalled"|"dreams"|"nudges"
---@param said string
---@param level integer?
local function say(name, said, level)
  if require("noctule.config").get().notify[name] ~= false then
    log.tell(said, level)
  end
end

---@type table<string, fun(root: string, params: table)>
local told = {}

function told.status(root, params)
  local folder = status.state(root).folder
  status.server_status(root, params)
  if status.state(root).folder ~= folder then
    require("noctule.attach").open_memories(root)
  end
end

function told.written(_, params)
  for _, change in ipairs(params.changes or {}) do
    if change.by ~= "person" then
      say("written", change.label)
    end
  end
  for _, warning in ipairs(params.warnings or {}) do
    say("written", warning, vim.log.levels.WARN)
  end
  events.emit("written", params)
  -- A memory that is open here was changed on disk.
  vim.schedule(function()
    vim.cmd("silent! checktime")
  end)
end

function told.recalled(root, params)
  status.note(root, "last_recall", text.line(params.label, 80))
  say("recalled", params.label)
  events.emit("recalled", params)
end

function told.nudge(_, params)
  local typed = SUGGESTED[params.reason]
  say("nudges", params.message .. (typed and ("  (%s)"):format(typed) or ""))
  events.emit("nudge", params)
end

function told.dream_status(root, params)
  status.dream(root, params)
  events.emit("dream", params)
end

function told.dream_outcome(root, params)
  status.note(root, "last_dream", text.line(params.headline, 120))
  say("dreams", params.headline, params.status == "failed" and vim.log.levels.WARN or vim.log.levels.INFO)
  events.emit("dream_outcome", params)
  if params.held and require("noctule.config").get().interactive then
    vim.schedule(function()
      require("noctule.panel.dreams").offer(root, params)
    end)
  end
end

---The handlers of one project's client.
---@param root string
---@return table<string, function>
function M.all(root)
  local handlers = {}
  for name, method in pairs(methods.told) do
    handlers[method] = function(_, params)
      if type(params) == "table" then
        told[name](root, params)
      end
    end
  end
  handlers[methods.lent] = function(_, params)
    return require("noctule.agents.lending").answer(params)
  end
  handlers["window/showMessageRequest"] = function(_, params)
    return require("noctule.review").answer(params)
  end
  return handlers
end

return M
