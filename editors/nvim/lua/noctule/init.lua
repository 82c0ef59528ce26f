-- Noctule: the memory of your coding agents. The face for people's configuration and for authors of agent plugins.
local M = {}

---Sets options. Not needed: the defaults hold without it, and `vim.g.noctule` is read as well.
---@param options table? see |noctule-options|
function M.setup(options)
  local config = require("noctule.config")
  for _, problem in ipairs(config.set(options)) do
    require("noctule.log").tell(problem, vim.log.levels.WARN)
  end
  if config.get().attach_sources then
    require("noctule.attach").sources()
  end
end

---For a statusline: `%{%v:lua.require'noctule'.statusline()%}`
---@return string
function M.statusline()
  return require("noctule.status").statusline()
end

---Everything below is for agents: see |noctule-agents|.
setmetatable(M, {
  __index = function(_, name)
    return require("noctule.agents.api")[name]
  end,
})

return M
