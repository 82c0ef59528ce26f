-- Owns the model that a plugin lends to the server: `memory/completeChat` is answered by it.
local M = {}

-- Neovim sends no code but LSP's own; which error it is, `data.kind` says.
local CANCELLED, FAILED = vim.lsp.protocol.ErrorCodes.RequestCancelled, vim.lsp.protocol.ErrorCodes.InternalError

---@type fun(request: table, done: fun(err: noctule.Error?, answer: table?))?
local lent

---@param complete fun(request: table, done: fun(err: noctule.Error?, answer: table?))
function M.lend(complete)
  lent = complete
end

---Asks the lent model, as the server would.
---@param request table params of `memory/completeChat`
---@param done fun(err: noctule.Error?, answer: table?)
function M.complete(request, done)
  if lent == nil then
    return done({ kind = "noModel", message = "No plugin has lent a model." }, nil)
  end
  local ok, problem = pcall(lent, request, done)
  if not ok then
    require("noctule.log").write(("the lent model failed: %s"):format(problem), vim.log.levels.ERROR)
    done({ kind = "failed", message = "The lent model failed." }, nil)
  end
end

---Whether a model was lent before the server is started; a server that runs already is told at its next start.
---@return boolean
function M.is_offered()
  return lent ~= nil
end

---@param err noctule.Error
---@return lsp.ResponseError
local function refusal(err)
  return { code = err.kind == "cancelled" and CANCELLED or FAILED, message = err.message, data = { kind = err.kind } }
end

-- The server waits no longer.
local LONGEST_MS = 120000

---Answers the server. Neovim runs the handler of a request as a coroutine, so that nothing waits here but this answer.
---@param request table params of `memory/completeChat`
---@return table? result, lsp.ResponseError? err
function M.answer(request)
  local waiting = coroutine.running()
  local is_done, is_waiting, err, answer = false, false, nil, nil
  local function finish(failed, result)
    if is_done then
      return
    end
    is_done, err, answer = true, failed, result
    if is_waiting then
      coroutine.resume(waiting)
    end
  end
  M.complete(request, finish)
  if not is_done then
    vim.defer_fn(function()
      finish({ kind = "cancelled", message = "The lent model did not answer in time." }, nil)
    end, LONGEST_MS)
    is_waiting = true
    coroutine.yield()
  end
  if err then
    return nil, refusal(err)
  end
  return answer, nil
end

return M
