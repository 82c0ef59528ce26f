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

---@param request table params of `memory/completeChat`
---@param context table
---@return table? result, lsp.ResponseError? err
function M.answer(request, context)
  if lent == nil then
    return nil, refusal({ kind = "noModel", message = "No plugin has lent a model." })
  end
  local err, answer, is_done = nil, nil, false
  local ok, problem = pcall(lent, request, function(failed, result)
    err, answer, is_done = failed, result, true
  end)
  if not ok then
    require("noctule.log").write(("the lent model failed: %s"):format(problem), vim.log.levels.ERROR)
    return nil, refusal({ kind = "failed", message = "The lent model failed." })
  end
  -- Neovim answers a server's request with what the handler returns: it must wait here; the editor goes on meanwhile.
  vim.wait(120000, function()
    return is_done
  end, 20)
  if not is_done then
    return nil, refusal({ kind = "cancelled", message = "The lent model did not answer in time." })
  end
  if err then
    return nil, refusal(err)
  end
  return answer, nil
end

return M
