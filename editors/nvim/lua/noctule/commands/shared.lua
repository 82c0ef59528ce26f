-- What the groups of commands share: run a command of the server, and say what came of it.
local M = {}

local client = require("noctule.client")
local log = require("noctule.log")

---What fails is told; a result is given on, outside of the fast loop.
---@param done fun(result: table)
---@return fun(err: noctule.Error?, result: any)
function M.answered(done)
  return function(err, result)
    if err then
      return log.fail(err)
    end
    vim.schedule(function()
      done(result)
    end)
  end
end

---Runs a command of the server; what fails is told, and `done` is called outside of the fast loop only with an answer.
---@param root string
---@param name string
---@param argument table?
---@param done fun(result: table)
function M.command(root, name, argument, done)
  client.command(root, name, argument, M.answered(done))
end

---Runs a command of the server and tells its message.
---@param root string
---@param name string
---@param argument table?
---@param after fun(result: table)?
function M.run(root, name, argument, after)
  M.command(root, name, argument, function(result)
    if result.message and result.message ~= "" then
      log.tell(result.message, result.ok == false and vim.log.levels.WARN or vim.log.levels.INFO)
    end
    if after then
      after(result)
    end
  end)
end

---Asks the server; what fails is told, and `done` is called outside of the fast loop only with a result.
---@param root string
---@param method string
---@param params table
---@param done fun(result: table)
function M.ask(root, method, params, done)
  client.request(root, method, params, M.answered(done))
end

---The words that were typed, or what the person answers.
---@param args string[]
---@param prompt string
---@param done fun(words: string)
function M.words(args, prompt, done)
  if #args > 0 then
    return done(table.concat(args, " "))
  end
  vim.ui.input({ prompt = prompt }, function(answer)
    if answer and vim.trim(answer) ~= "" then
      done(answer)
    end
  end)
end

---Opens a file that the server named; its name is data, never a command.
---@param uri string
function M.open(uri)
  local buffer = vim.uri_to_bufnr(uri)
  vim.cmd.normal({ args = { "m'" }, bang = true })
  vim.bo[buffer].buflisted = true
  vim.api.nvim_win_set_buf(0, buffer)
end

return M
