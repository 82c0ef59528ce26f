-- Owns our log file and what a person is told: never a storm of messages.
local M = {}

local FOLDER = vim.fn.stdpath("log")

---@return string
function M.path()
  return vim.fs.joinpath(FOLDER --[[@as string]], "noctule.log")
end

---@param text string
---@param level integer? of vim.log.levels
function M.write(text, level)
  level = level or vim.log.levels.INFO
  if level < require("noctule.config").get().log_level then
    return
  end
  vim.fn.mkdir(FOLDER --[[@as string]], "p")
  local file = io.open(M.path(), "a")
  if file then
    file:write(os.date("!%Y-%m-%dT%H:%M:%SZ "), text:gsub("\n", " "), "\n")
    file:close()
  end
end

---Says a sentence to the person, safely from any callback.
---@param text string
---@param level integer?
function M.tell(text, level)
  local safe = require("noctule.text").line(text)
  vim.schedule(function()
    vim.notify(safe, level or vim.log.levels.INFO, { title = "Noctule" })
  end)
end

---@param err noctule.Error
function M.fail(err)
  -- The one place that maps an error's kind to how loud it is.
  local quiet = { cancelled = vim.log.levels.INFO, stopped = vim.log.levels.WARN, disabled = vim.log.levels.WARN }
  M.tell(err.message, quiet[err.kind] or vim.log.levels.ERROR)
end

return M
