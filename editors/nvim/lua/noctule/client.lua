-- Owns the server's clients: one a project root, started when it is first needed, detached from buffers.
local M = {}

local config = require("noctule.config")
local methods = require("noctule.methods")

local PROTOCOL = 1

-- A server that crashes is started again at once, then after longer and longer waits, then not by itself.
local BACKOFF_MS = { 0, 1000, 4000, 15000 }
local CALM_MS = 180000

---@class (exact) noctule.Held
---@field id integer? of the LSP client
---@field crashes integer[] when, in milliseconds
---@field last_error string?
---@field wanted boolean whether it should run

---@type table<string, noctule.Held> by root
local held = {}

---@param root string
---@return noctule.Held
local function held_of(root)
  held[root] = held[root] or { crashes = {}, wanted = false }
  return held[root]
end

---The project that the current buffer or folder belongs to.
---@param buffer integer?
---@return string? root
function M.root(buffer)
  local name = vim.api.nvim_buf_get_name(buffer or 0)
  local is_file = name ~= "" and vim.bo[buffer or 0].buftype == ""
  local root = is_file and config.get().root(name) or nil
  root = root or config.get().root(vim.fn.getcwd()) or vim.fn.getcwd()
  if root == vim.fs.normalize("~") then
    return nil
  end
  return vim.fs.normalize(root)
end

---@param root string
---@return vim.lsp.Client? running and initialised
function M.running(root)
  local id = held_of(root).id
  local client = id and vim.lsp.get_client_by_id(id)
  if client and client.initialized and not client:is_stopped() then
    return client
  end
end

---@return table capabilities
local function capabilities()
  local offered = vim.lsp.protocol.make_client_capabilities()
  local set = config.get()
  offered.experimental = {
    memory = {
      protocolVersion = PROTOCOL,
      notifications = vim.tbl_values(methods.told),
      interactive = set.interactive,
      lendsModel = require("noctule.agents.lending").is_offered(),
    },
  }
  return offered
end

---@param root string
---@param code integer
---@param signal integer
local function on_exit(root, code, signal)
  local kept = held_of(root)
  kept.id = nil
  if not kept.wanted or vim.v.exiting ~= vim.NIL then
    require("noctule.status").stopped(root, nil)
    return
  end
  local now = vim.uv.now()
  kept.crashes = vim.tbl_filter(function(at)
    return now - at < CALM_MS
  end, kept.crashes)
  table.insert(kept.crashes, now)
  local wait = BACKOFF_MS[#kept.crashes]
  kept.last_error = ("the server ended with code %d%s"):format(code, signal ~= 0 and (", signal " .. signal) or "")
  require("noctule.log").write(kept.last_error, vim.log.levels.ERROR)
  require("noctule.status").stopped(root, kept.last_error)
  if wait == nil then
    kept.wanted = false
    require("noctule.log").tell(
      "Noctule's server keeps ending, so it is left alone: `:Noctule log` tells more, `:Noctule restart` tries again.",
      vim.log.levels.ERROR
    )
    return
  end
  vim.defer_fn(function()
    if kept.wanted and kept.id == nil and vim.v.exiting == vim.NIL then
      M.start(root)
    end
  end, wait)
end

---Starts the server of a project, or gives the one that runs. Nil where it cannot be started; the state says why.
---@param root string
---@return integer? id
function M.start(root)
  local kept = held_of(root)
  if kept.id and vim.lsp.get_client_by_id(kept.id) then
    return kept.id
  end
  local set = config.get()
  if vim.fn.executable(set.cmd[1]) ~= 1 then
    kept.last_error = ("`%s` is not there: install it with `pipx install noctule`, or name it in the option `cmd`"):format(
      set.cmd[1]
    )
    require("noctule.status").stopped(root, kept.last_error)
    return nil
  end
  kept.wanted = true
  require("noctule.status").starting(root)
  local ok, id = pcall(vim.lsp.start, {
    name = "noctule",
    cmd = set.cmd,
    cmd_env = set.env,
    root_dir = root,
    workspace_folders = { { uri = vim.uri_from_fname(root), name = vim.fs.basename(root) } },
    -- An empty table would be a list on the wire.
    settings = { noctule = next(set.settings) and set.settings or vim.empty_dict() },
    capabilities = capabilities(),
    handlers = require("noctule.handlers").all(root),
    trace = "off",
    before_init = function(params)
      if set.trusted then
        params.capabilities.experimental.memory.trustedWorkspaceUris = { vim.uri_from_fname(root) }
      end
    end,
    on_init = function(client)
      M.on_init(root, client)
    end,
    on_exit = vim.schedule_wrap(function(code, signal)
      on_exit(root, code, signal)
    end),
    exit_timeout = false,
  }, { attach = false })
  kept.id = ok and id or nil
  if not kept.id then
    kept.last_error = ok and "the server could not be started" or tostring(id)
    require("noctule.status").stopped(root, kept.last_error)
  end
  return kept.id
end

---@param root string
---@param client vim.lsp.Client
function M.on_init(root, client)
  local offered = vim.tbl_get(client.server_capabilities, "experimental", "memory") or {}
  local is_old = (offered.protocolVersion or 0) < PROTOCOL
  require("noctule.status").started(root, is_old)
  M.notify_ready(root)
end

---@type table<string, function[]>
local waiting = {}

---@param root string
function M.notify_ready(root)
  local ready = waiting[root] or {}
  waiting[root] = nil
  for _, call in ipairs(ready) do
    call()
  end
end

---Whether the server knows a method; asked before something newer than version 1 is sent.
---@param root string
---@param method string
function M.has(root, method)
  local client = M.running(root)
  local known = client and vim.tbl_get(client.server_capabilities, "experimental", "memory", "methods") or {}
  return vim.list_contains(known, method)
end

---@param err lsp.ResponseError|table|nil
---@return noctule.Error?
local function as_error(err)
  if err == nil then
    return nil
  end
  local data = type(err.data) == "table" and err.data or {}
  local kind = data.kind or (err.code == -32800 and "cancelled") or "failed"
  return { kind = kind, message = require("noctule.text").line(err.message or "The server failed.") }
end

---@param root string
---@return noctule.Error
local function stopped_error(root)
  local why = held_of(root).last_error
  local message = why and ("Noctule is stopped: " .. why .. ".") or "Noctule's server is not running: `:Noctule restart`."
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
  if not M.start(root) then
    return run(stopped_error(root), nil)
  end
  local done = false
  local function once()
    if not done then
      done = true
      local ready = M.running(root)
      run(not ready and stopped_error(root) or nil, ready)
    end
  end
  if M.running(root) then
    return once()
  end
  waiting[root] = waiting[root] or {}
  table.insert(waiting[root], once)
  vim.defer_fn(once, 10000)
end

---Asks the server; starts it if need be. `done` gets an error or a result, once.
---@param root string
---@param method string
---@param params table?
---@param done fun(err: noctule.Error?, result: any)
---@return fun() cancel
function M.request(root, method, params, done)
  local cancelled, id, client = false, nil, nil
  M.with(root, function(err, ready)
    if err or cancelled then
      return done(err or { kind = "cancelled", message = "Cancelled." }, nil)
    end
    client = ready --[[@as vim.lsp.Client]]
    local sent
    sent, id = client:request(method, next(params or {}) and params or vim.empty_dict(), function(failed, result)
      done(as_error(failed), result)
    end)
    if not sent then
      done(stopped_error(root), nil)
    end
  end)
  return function()
    cancelled = true
    if client and id then
      client:cancel_request(id)
    end
  end
end

---Asks and waits, for at most `timeout_ms`; a late answer is withdrawn. The server must run already.
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

---@param root string
function M.stop(root)
  local kept = held_of(root)
  kept.wanted = false
  local client = kept.id and vim.lsp.get_client_by_id(kept.id)
  if client then
    client:stop()
  end
end

---Stops and starts anew; calls that wait are answered by the new server.
---@param root string
---@param done fun(err: noctule.Error?)?
function M.restart(root, done)
  local kept = held_of(root)
  kept.crashes, kept.last_error = {}, nil
  local old = kept.id and vim.lsp.get_client_by_id(kept.id)
  kept.wanted = false
  if old then
    old:stop()
    vim.defer_fn(function()
      if not old:is_stopped() then
        old:stop(true)
      end
    end, 2000)
  end
  local function begin()
    if old and not old:is_stopped() then
      return vim.defer_fn(begin, 20)
    end
    kept.id = nil
    M.with(root, function(err)
      if done then
        done(err)
      end
    end)
  end
  begin()
end

---@return table<string, noctule.Held> by root
function M.all()
  return held
end

---@param root string
---@return string?
function M.last_error(root)
  return held_of(root).last_error
end

---Attaches a buffer to its project's client where the buffer is a memory, so that memory is a language there.
---@param buffer integer
function M.attach_if_memory(buffer)
  local name = vim.uri_from_bufnr(buffer)
  local root = M.root(buffer)
  for known in pairs(held) do
    local folder = require("noctule.status").state(known).folder
    if folder and vim.startswith(name, folder) then
      return M.attach(known, buffer)
    end
  end
  if root and M.looks_like_memory(vim.uri_to_fname(name)) then
    M.with(root, function(err)
      if not err then
        M.attach(root, buffer)
      end
    end)
  end
end

---@param path string
function M.looks_like_memory(path)
  local home = vim.fs.normalize(vim.env.NOCTULE_HOME or "~/.noctule")
  local named = vim.env.NOCTULE_MEMORY_DIR
  path = vim.fs.normalize(path)
  return vim.startswith(path, home .. "/projects/")
    or vim.startswith(path, home .. "/profile/")
    or (named ~= nil and vim.startswith(path, vim.fs.normalize(named) .. "/"))
    or path:find("/.claude/projects/[^/]+/memory/") ~= nil
end

---@param root string
---@param buffer integer
function M.attach(root, buffer)
  local client = M.running(root)
  if client and vim.api.nvim_buf_is_loaded(buffer) then
    vim.lsp.buf_attach_client(buffer, client.id)
  end
end

return M
