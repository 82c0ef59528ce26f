-- Owns the servers: one a project root, started when it is first needed, and again after a crash, but not for ever.
local M = {}

local config = require("noctule.config")
local log = require("noctule.log")
local methods = require("noctule.methods")
local status = require("noctule.status")

local PROTOCOL = 1

-- A server that crashes is started again at once, then after longer and longer waits, then not by itself.
local BACKOFF_MS = { 0, 1000, 4000, 15000 }
local CALM_MS = 180000
-- One that does not leave when it is asked to is ended.
local STOP_MS = 2000

---@type table<string, noctule.Server> by root
local servers = {}

---@param root string
---@return noctule.Server
local function server_of(root)
  servers[root] = servers[root] or { crashes = {}, is_wanted = false, waiting = {}, open = {} }
  return servers[root]
end

---@return table<string, noctule.Server> by root
function M.all()
  return servers
end

---@param root string
---@return string?
function M.last_error(root)
  return server_of(root).last_error
end

---@param root string
---@return vim.lsp.Client? running and initialised
function M.running(root)
  local id = server_of(root).id
  local client = id and vim.lsp.get_client_by_id(id)
  if client and client.initialized and not client:is_stopped() then
    return client
  end
end

---Calls back when the server is ready, or when it is known that it will not be.
---@param root string
---@param call fun()
function M.when_settled(root, call)
  table.insert(server_of(root).waiting, call)
end

---@param server noctule.Server
local function settle(server)
  local waiting = server.waiting
  server.waiting = {}
  -- Each on its own: one that fails keeps no other from being called.
  vim.iter(waiting):each(vim.schedule)
end

---Remembers a request that is open, so that it is answered where the server ends instead: Neovim forgets it.
---@param root string
---@param fail fun()
---@return fun() answered
function M.note_open(root, fail)
  local open = server_of(root).open
  open[fail] = true
  return function()
    open[fail] = nil
  end
end

---@param server noctule.Server
local function fail_open(server)
  local open = server.open
  server.open = {}
  vim.iter(vim.tbl_keys(open)):each(vim.schedule)
end

---@return table capabilities
local function capabilities()
  local offered = vim.lsp.protocol.make_client_capabilities()
  offered.experimental = {
    memory = {
      protocolVersion = PROTOCOL,
      notifications = vim.tbl_values(methods.told),
      interactive = config.get().interactive,
      lendsModel = require("noctule.agents.lending").is_offered(),
    },
  }
  return offered
end

---@param root string
---@param client vim.lsp.Client
local function on_init(root, client)
  local offered = vim.tbl_get(client.server_capabilities or {}, "experimental", "memory") or {}
  status.started(root, (offered.protocolVersion or 0) < PROTOCOL)
  server_of(root).last_error = nil
  settle(server_of(root))
end

---@param root string
---@param server noctule.Server
---@param code integer
---@param signal integer
local function on_crash(root, server, code, signal)
  local now = vim.uv.now()
  server.crashes = vim.tbl_filter(function(at)
    return now - at < CALM_MS
  end, server.crashes)
  table.insert(server.crashes, now)
  server.last_error = ("the server ended with code %d%s"):format(code, signal ~= 0 and (", signal " .. signal) or "")
  log.write(server.last_error, vim.log.levels.ERROR)
  status.stopped(root, server.last_error)
  fail_open(server)
  local wait = BACKOFF_MS[#server.crashes]
  if wait == nil then
    server.is_wanted = false
    settle(server)
    return log.tell(
      "Noctule's server keeps ending, so it is left alone: `:Noctule log` tells more, `:Noctule restart` tries again.",
      vim.log.levels.ERROR
    )
  end
  vim.defer_fn(function()
    if server.is_wanted and server.id == nil and vim.v.exiting == vim.NIL then
      M.start(root)
    end
  end, wait)
end

---@param root string
---@param code integer
---@param signal integer
---@param id integer of the client
local function on_exit(root, code, signal, id)
  local server = server_of(root)
  if server.id ~= nil and server.id ~= id then
    -- The one before, which was slow to leave; another has taken its place.
    return
  end
  server.id = nil
  if server.is_wanted and vim.v.exiting == vim.NIL then
    return on_crash(root, server, code, signal)
  end
  status.stopped(root, nil)
  fail_open(server)
end

---@param root string
---@return vim.lsp.ClientConfig
local function client_config(root)
  local set = config.get()
  return {
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
      on_init(root, client)
    end,
    on_exit = vim.schedule_wrap(function(code, signal, id)
      on_exit(root, code, signal, id)
    end),
    -- Neovim leaves at once; the server ends by itself when its input does.
    exit_timeout = false,
  }
end

---@param server noctule.Server
local function is_given_up(server)
  local last = server.crashes[#server.crashes]
  return #server.crashes > #BACKOFF_MS and vim.uv.now() - last < CALM_MS
end

---How to install the server: from the clone that this plugin lies in, else from one that the person has. Never by its bare
---name, which is on no package index.
---@return string
function M.how_to_install()
  local here = debug.getinfo(1, "S").source:sub(2)
  local clone = vim.fs.normalize(vim.fs.joinpath(vim.fs.dirname(here), "..", "..", "..", ".."))
  local is_clone = vim.iter({ "pyproject.toml", "server/noctule/__init__.py" }):all(function(file)
    return vim.uv.fs_stat(vim.fs.joinpath(clone, file)) ~= nil
  end)
  if is_clone then
    return ("`pipx install %s`"):format(vim.fn.shellescape(clone))
  end
  return "`pipx install /path/to/noctule`, with the path of a clone of the project"
end

---Starts the server of a project, or gives the one that runs. Nil where it cannot be started; `last_error` says why.
---@param root string
---@return integer? id
function M.start(root)
  local server = server_of(root)
  if server.id and vim.lsp.get_client_by_id(server.id) then
    return server.id
  end
  if is_given_up(server) then
    return nil
  end
  local program = config.get().cmd[1]
  if vim.fn.executable(program) ~= 1 then
    local said = "`%s` is not there: install it with %s, or name it in the option `cmd`"
    server.last_error = said:format(program, M.how_to_install())
    status.stopped(root, server.last_error)
    return nil
  end
  server.is_wanted = true
  status.starting(root)
  local ok, id = pcall(vim.lsp.start, client_config(root), { attach = false })
  server.id = ok and id or nil
  if not server.id then
    server.last_error = ok and "the server could not be started" or tostring(id)
    status.stopped(root, server.last_error)
  end
  return server.id
end

---Stops the server, and calls back when it is gone.
---@param root string
---@param done fun()
local function stop(root, done)
  local server = server_of(root)
  local client = server.id and vim.lsp.get_client_by_id(server.id)
  server.is_wanted = false
  if not client then
    server.id = nil
    return done()
  end
  client:stop()
  local ends_at = vim.uv.now() + STOP_MS
  local function look()
    if not client.rpc.is_closing() and vim.uv.now() < ends_at then
      return vim.defer_fn(look, 20)
    end
    if not client.rpc.is_closing() then
      client.rpc.terminate()
    end
    server.id = nil
    fail_open(server)
    done()
  end
  look()
end

---Stops the server and starts it anew. What was open is answered as stopped; what waits is served by the new one.
---@param root string
---@param done fun() when it was started, or cannot be
function M.restart(root, done)
  stop(root, function()
    local server = server_of(root)
    server.crashes, server.last_error = {}, nil
    M.start(root)
    done()
  end)
end

return M
