-- Speaks with a project's server: asks, tells, runs its commands. Whatever is asked is answered once.
local M = {}

local methods = require("noctule.methods")
local server = require("noctule.server")
local text = require("noctule.text")

-- The longest that a call waits for a server that is starting.
local START_MS = 20000

M.running = server.running

---@param err lsp.ResponseError?
---@return noctule.Error?
local function as_error(err)
  if err == nil then
    return nil
  end
  local data = type(err.data) == "table" and err.data or {}
  local kind = data.kind or (err.code == -32800 and "cancelled") or "failed"
  return { kind = kind, message = text.line(err.message or "The server failed.") }
end

---@param root string
---@return noctule.Error
local function stopped_error(root)
  local why = server.last_error(root)
  local message = "Noctule's server is not running: `:Noctule restart`."
  if why then
    message = ("Noctule is stopped: %s. `:Noctule restart` tries again."):format(why)
  end
  return { kind = "stopped", message = message }
end

---Calls `run` with the client once it is ready, starting it if need be.
---@param root string
---@param run fun(err: noctule.Error?, client: vim.lsp.Client?)
function M.with(root, run)
  local client = M.running(root)
  if client then
    return run(nil, client)
  end
  if not server.start(root) then
    return run(stopped_error(root), nil)
  end
  local is_done = false
  local function once()
    if not is_done then
      is_done = true
      local ready = M.running(root)
      run(not ready and stopped_error(root) or nil, ready)
    end
  end
  server.when_settled(root, once)
  vim.defer_fn(once, START_MS)
end

---Asks the server; starts it if need be. `done` gets an error or a result, once, also where the server ends meanwhile.
---@param root string
---@param method string
---@param params table?
---@param done fun(err: noctule.Error?, result: any)
---@return fun() cancel
function M.request(root, method, params, done)
  local is_cancelled, is_over, id, client = false, false, nil, nil
  local function finish(err, result)
    if not is_over then
      is_over = true
      done(err, result)
    end
  end
  M.with(root, function(err, ready)
    if err or is_cancelled then
      return finish(err or { kind = "cancelled", message = "Cancelled." }, nil)
    end
    client = ready --[[@as vim.lsp.Client]]
    local answered = server.note_open(root, function()
      finish(stopped_error(root), nil)
    end)
    local is_sent
    is_sent, id = client:request(method, next(params or {}) and params or vim.empty_dict(), function(failed, result)
      answered()
      finish(as_error(failed), result)
    end)
    if not is_sent then
      answered()
      finish(stopped_error(root), nil)
    end
  end)
  return function()
    is_cancelled = true
    if client and id and not is_over and not client:is_stopped() then
      client:cancel_request(id)
    end
  end
end

---Asks and waits, for at most `timeout_ms`; a late answer is withdrawn.
---@param root string
---@param method string
---@param params table?
---@param timeout_ms integer
---@return noctule.Error? err, any result
function M.request_sync(root, method, params, timeout_ms)
  local err, result, is_done = nil, nil, false
  local cancel = M.request(root, method, params, function(failed, answer)
    err, result, is_done = failed, answer, true
  end)
  vim.wait(timeout_ms, function()
    return is_done
  end, 5)
  if not is_done then
    cancel()
    return { kind = "timeout", message = "Noctule did not answer in time." }, nil
  end
  return err, result
end

---Tells the server something, if it runs: what is told to a server that is not there is nobody's loss.
---@param root string
---@param method string
---@param params table
function M.notify(root, method, params)
  local client = M.running(root)
  if client then
    client:notify(method, params)
  end
end

---Runs a command of the server.
---@param root string
---@param name string without its prefix
---@param argument table?
---@param done fun(err: noctule.Error?, result: any)
---@return fun() cancel
function M.command(root, name, argument, done)
  argument = vim.deepcopy(argument or {})
  argument.workspaceUri = argument.workspaceUri or vim.uri_from_fname(root)
  local params = { command = methods.command(name), arguments = { argument } }
  return M.request(root, "workspace/executeCommand", params, done)
end

---Stops the server and starts it anew.
---@param root string
---@param done fun(err: noctule.Error?)
function M.restart(root, done)
  server.restart(root, function()
    M.with(root, function(err)
      done(err)
    end)
  end)
end

return M
