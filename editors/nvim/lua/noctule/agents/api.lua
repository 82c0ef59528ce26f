-- The API for authors of agent plugins: sessions, recall inside a hard limit, what is told, events.
local M = {}

local client = require("noctule.client")
local config = require("noctule.config")
local methods = require("noctule.methods")
local roots = require("noctule.roots")
local text = require("noctule.text")

---@class (exact) noctule.Session
---@field id string
---@field root string
---@field cancel_recall fun()?

---@type table<string, noctule.Session>
local sessions = {}

---@param id string
---@return noctule.Session?
local function session_of(id)
  return sessions[id]
end

---@param root string?
---@return string?
local function root_of(root)
  return root and vim.fs.normalize(root) or roots.of()
end

---Nothing is awaited: an agent may send its first turn before the snapshot is there.
---@param options { id: string, kind?: string, model?: string, fork_of?: string, transcript?: string, root?: string }
---@param done? fun(err: noctule.Error?, snapshot: string?, answer: table?) the snapshot is nil where there is none
function M.start_session(options, done)
  local root = root_of(options.root)
  done = done or function() end
  if not root then
    return done({ kind = "noProject", message = "There is no project here." }, nil, nil)
  end
  sessions[options.id] = sessions[options.id] or { id = options.id, root = root }
  client.request(root, methods.asks.start_session, {
    sessionId = options.id,
    workspaceUri = vim.uri_from_fname(root),
    kind = options.kind,
    model = options.model,
    forkOf = options.fork_of,
    transcriptUri = options.transcript and vim.uri_from_fname(options.transcript) or nil,
  }, function(err, answer)
    if err then
      return done(err, nil, nil)
    end
    local snapshot = type(answer.snapshot) == "table" and answer.snapshot.text or nil
    done(nil, snapshot, answer)
  end)
end

---The files in the windows of this tab, the current one first: while a person chats, that is a file beside the chat.
---@return integer[] buffers
local function files_in_sight()
  local windows = { vim.api.nvim_get_current_win(), unpack(vim.api.nvim_tabpage_list_wins(0)) }
  local seen, found = {}, {}
  for _, window in ipairs(windows) do
    local buffer = vim.api.nvim_win_get_buf(window)
    if not seen[buffer] and vim.bo[buffer].buftype == "" and vim.api.nvim_buf_get_name(buffer) ~= "" then
      table.insert(found, buffer)
    end
    seen[buffer] = true
  end
  return found
end

---What the person is looking at, for recall.
---@return table
function M.context()
  local files = files_in_sight()
  local buffer = files[1]
  if not buffer then
    return {}
  end
  local diagnostics = vim.tbl_map(function(one)
    return { uri = vim.uri_from_bufnr(buffer), message = text.line(one.message, 500) }
  end, vim.list_slice(vim.diagnostic.get(buffer), 1, 10))
  local branch = vim.b[buffer].gitsigns_head
  local others = vim.tbl_map(vim.uri_from_bufnr, vim.list_slice(files, 2))
  return {
    activeUri = vim.uri_from_bufnr(buffer),
    openUris = #others > 0 and others or nil,
    branch = type(branch) == "string" and branch or nil,
    diagnostics = #diagnostics > 0 and diagnostics or nil,
  }
end

---@param session noctule.Session
---@param query string
---@param options table
---@return table
local function recall_params(session, query, options)
  return {
    sessionId = session.id,
    query = query,
    context = next(options.context or {}) and options.context or nil,
    alreadyInContext = options.already_in_context,
    timeoutMs = options.timeout_ms or config.get().recall.timeout_ms,
  }
end

---The memories for a turn. `done` is called once, at the latest after the limit; a late answer is withdrawn, so that
---the session counts as never shown it.
---@param id string
---@param query string
---@param options? { timeout_ms?: integer, context?: table, already_in_context?: string[] }
---@param done fun(err: noctule.Error?, text: string?, answer: table?)
---@return fun() cancel
function M.recall(id, query, options, done)
  options = options or {}
  local session = session_of(id)
  if not session then
    done({ kind = "unknownSession", message = ("The session %s was never started."):format(id) }, nil, nil)
    return function() end
  end
  local is_over = false
  local function finish(err, answer)
    if is_over then
      return
    end
    is_over = true
    session.cancel_recall = nil
    done(err, answer and type(answer.text) == "string" and answer.text or nil, answer)
  end
  local cancel = client.request(session.root, methods.asks.recall, recall_params(session, query, options), finish)
  session.cancel_recall = function()
    cancel()
    finish({ kind = "cancelled", message = "Cancelled." }, nil)
  end
  vim.defer_fn(function()
    if not is_over then
      cancel()
      finish({ kind = "timeout", message = "Noctule did not answer in time." }, nil)
    end
  end, options.timeout_ms or config.get().recall.timeout_ms)
  return session.cancel_recall
end

---As `recall`, for callbacks that cannot wait: nil where there is nothing, no server yet, or no answer in time.
---@param id string
---@param query string
---@param options? table
---@return string? text, table? answer
function M.recall_sync(id, query, options)
  options = options or {}
  local session = session_of(id)
  if not session or not client.running(session.root) then
    return nil, nil
  end
  local limit = options.timeout_ms or config.get().recall.timeout_ms
  local err, answer =
    client.request_sync(session.root, methods.asks.recall, recall_params(session, query, options), limit)
  if err or type(answer) ~= "table" or type(answer.text) ~= "string" then
    return nil, answer
  end
  return answer.text, answer
end

---@param name string
---@param id string
---@param params table
local function tell(name, id, params)
  local session = session_of(id)
  if session then
    client.notify(session.root, methods.tells[name], vim.tbl_extend("force", { sessionId = id }, params))
  end
end

---A tool of the agent wrote, or may have: without a path (a shell) the server looks for itself.
---@param id string
---@param options { tool: "write"|"edit"|"shell"|"other", path?: string, is_error?: boolean }
function M.did_write(id, options)
  tell("did_write", id, {
    tool = options.tool,
    uri = options.path and vim.uri_from_fname(vim.fs.abspath(options.path)) or nil,
    isError = options.is_error or false,
  })
end

---The agent has settled.
---@param id string
---@param messages { role: "user"|"assistant"|"tool", text: string }[]
function M.did_end_turn(id, messages)
  local at = os.date("!%Y-%m-%dT%H:%M:%SZ")
  tell("did_end_turn", id, {
    messages = vim.tbl_map(function(message)
      return { role = message.role, text = message.text, at = message.at or at }
    end, messages),
  })
end

---@param id string
function M.did_activity(id)
  tell("did_activity", id, {})
end

---@param id string
function M.end_session(id)
  tell("did_end_session", id, {})
  sessions[id] = nil
end

---The conversation was compacted: the ledger is cleared, and there is a new snapshot.
---@param id string
---@param done fun(err: noctule.Error?, snapshot: string?)
function M.compact_session(id, done)
  local session = session_of(id)
  if not session then
    return done({ kind = "unknownSession", message = "This session was never started." }, nil)
  end
  client.request(session.root, methods.asks.compact_session, { sessionId = id }, function(err, answer)
    done(err, answer and type(answer.snapshot) == "table" and answer.snapshot.text or nil)
  end)
end

---Writes a memory for the agent. `done` gets the server's verdict.
---@param id string
---@param memory { text: string, name?: string, description?: string, type?: string, target?: string }
---@param done fun(err: noctule.Error?, answer: table?)
function M.add(id, memory, done)
  local session = session_of(id)
  if not session then
    return done({ kind = "unknownSession", message = "This session was never started." }, nil)
  end
  local params = vim.tbl_extend("force", { target = "project", sessionId = id }, memory)
  client.request(session.root, methods.asks.add, params, done)
end

---@param query string
---@param options? { scope?: "memories"|"transcripts"|"all", limit?: integer, root?: string }
---@param done fun(err: noctule.Error?, hits: table[]?)
function M.search(query, options, done)
  options = options or {}
  local root = root_of(options.root)
  if not root then
    return done({ kind = "noProject", message = "There is no project here." }, nil)
  end
  local params = { query = query, scope = options.scope or "memories", limit = options.limit or 5 }
  client.request(root, methods.asks.search, params, function(err, result)
    done(err, result and result.hits)
  end)
end

---Listens: `status`, `dream`, `dream_outcome`, `written`, `recalled`, `nudge`.
---@param name string
---@param listener fun(data: table)
---@return fun() stop
function M.on(name, listener)
  return require("noctule.events").on(name, listener)
end

---Lends a model to the server, for recall, reviews and dreams whose setting names `editor`.
---@param complete fun(request: table, done: fun(err: noctule.Error?, answer: table?)) see |noctule-lend-model|
function M.lend_model(complete)
  require("noctule.agents.lending").lend(complete)
end

---A file or folder of the project was moved, by something that does not ask language servers itself: the memories
---that name it follow, as one edit.
---@param from string
---@param to string
function M.did_rename(from, to)
  local root = roots.around(to) or roots.of()
  local before, after = vim.uri_from_fname(vim.fs.abspath(from)), vim.uri_from_fname(vim.fs.abspath(to))
  if root then
    client.notify(root, "workspace/didRenameFiles", { files = { { oldUri = before, newUri = after } } })
  end
end

---What is known of a project's server now; nil where none was started.
---@param root string? that of the current buffer, if left out
---@return noctule.State?
function M.state(root)
  root = root_of(root)
  return root and require("noctule.status").known(root)
end

---@return string[] the ids of the sessions started from here
function M.sessions()
  return vim.tbl_keys(sessions)
end

return M
