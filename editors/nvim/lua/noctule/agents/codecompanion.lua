-- CodeCompanion's chats as sessions: the index at their creation, memories once a turn, turns reported, tools.
local M = {}

local api = require("noctule.agents.api")
local config = require("noctule.config")
local log = require("noctule.log")
local roots = require("noctule.roots")

local INDEX_TAG = "noctule_index"
local RECALL_TAG = "noctule_recall"

---@class (exact) noctule.Chat
---@field session string
---@field recalled integer the cycle that was given memories
---@field ended integer the cycle that was reported
---@field is_acp boolean
---@field snapshot string? what still has to go in: an ACP agent is given it with its first message
---@field is_pending boolean whether the session is still being started

---@type table<integer, noctule.Chat> by the chat's id
local chats = {}

---@param chat table
---@return integer
local function cycle_of(chat)
  return chat.cycle or 1
end

---@param chat table
---@return table? message the person's last
local function last_user_message(chat)
  for number = #chat.messages, 1, -1 do
    local message = chat.messages[number]
    local tag = message._meta and message._meta.tag
    if message.role == "user" and not tag and type(message.content) == "string" and vim.trim(message.content) ~= "" then
      return message
    end
  end
end

---@param chat table
---@param text string
---@param tag string
local function add_hidden(chat, text, tag)
  chat:add_message({ role = "user", content = text }, { visible = false, _meta = { tag = tag } })
end

---@param chat table
---@param known noctule.Chat
local function give_snapshot(chat, known)
  if not known.snapshot then
    return
  end
  local text = known.snapshot
  known.snapshot = nil
  if known.is_acp then
    -- An agent behind ACP is sent messages of the person only.
    add_hidden(chat, text, INDEX_TAG)
  else
    chat:set_system_prompt(text, { visible = false, _meta = { tag = INDEX_TAG } })
  end
end

---Before the payload is built. It comes again after each tool's output: memories are given once a turn.
---@param chat table
local function on_checkpoint(chat)
  local known = chats[chat.id]
  if not known then
    return
  end
  -- A first message that is sent at once waits a moment for its snapshot, as it does for its memories.
  vim.wait(config.get().recall.timeout_ms, function()
    return not known.is_pending
  end, 5)
  give_snapshot(chat, known)
  if known.recalled == cycle_of(chat) then
    return
  end
  known.recalled = cycle_of(chat)
  local message = last_user_message(chat)
  if message then
    local text = api.recall_sync(known.session, message.content, { context = api.context() })
    if text then
      add_hidden(chat, text, RECALL_TAG)
    end
  end
end

---@param chat table
local function on_ready(chat)
  local known = chats[chat.id]
  if not known or known.ended == cycle_of(chat) then
    return
  end
  known.ended = cycle_of(chat)
  local said = {}
  for number = #chat.messages, 1, -1 do
    local message = chat.messages[number]
    local tag = message._meta and message._meta.tag
    if type(message.content) == "string" and not tag and vim.list_contains({ "user", "llm", "tool" }, message.role) then
      table.insert(said, 1, { role = message.role == "llm" and "assistant" or message.role, text = message.content })
      if message.role == "user" and vim.trim(message.content) ~= "" then
        break
      end
    end
  end
  api.did_end_turn(known.session, said)
end

---@param chat table
local function on_tool_output(chat)
  local known = chats[chat.id]
  if known then
    -- Which file a tool wrote is its own affair: the server looks.
    api.did_write(known.session, { tool = "other" })
  end
end

-- Typing is told now and then, not for each key.
local ACTIVITY_MS = 30000

---@param chat table
---@param session string
local function tell_typing(chat, session)
  local told_at = -ACTIVITY_MS
  vim.api.nvim_create_autocmd("TextChangedI", {
    buffer = chat.bufnr,
    desc = "Noctule: the project is not idle",
    callback = function()
      if vim.uv.now() - told_at >= ACTIVITY_MS then
        told_at = vim.uv.now()
        api.did_activity(session)
      end
    end,
  })
end

---@param chat table
local function begin(chat)
  local adapter = chat.adapter or {}
  local known = {
    session = ("codecompanion-%d-%d-%s"):format(vim.uv.os_getpid(), chat.id, os.time()),
    recalled = 0,
    ended = 0,
    is_acp = adapter.type == "acp",
    is_pending = true,
  }
  chats[chat.id] = known
  -- The project is that of the buffer the chat was opened from, not that of the chat.
  local from = vim.tbl_get(chat, "buffer_context", "bufnr")
  local root = roots.of(type(from) == "number" and vim.api.nvim_buf_is_valid(from) and from or nil)
  local model = type(adapter.model) == "table" and adapter.model.name or adapter.name
  local options = { id = known.session, root = root, model = type(model) == "string" and model or nil }
  api.start_session(options, function(err, snapshot)
    known.is_pending = false
    if err then
      return log.write("a chat has no memory: " .. err.message, vim.log.levels.WARN)
    end
    known.snapshot = snapshot
    vim.schedule(function()
      if chats[chat.id] and not known.is_acp then
        give_snapshot(chat, known)
      end
    end)
  end)
  tell_typing(chat, known.session)
  chat:add_callback("on_checkpoint", on_checkpoint)
  chat:add_callback("on_tool_output", on_tool_output)
  chat:add_callback("on_ready", on_ready)
  chat:add_callback("on_closed", function(closed)
    api.end_session(known.session)
    chats[closed.id] = nil
  end)
end

---@param buffer integer
---@return string?
function M.session(buffer)
  local ok, chat = pcall(require("codecompanion").buf_get_chat, buffer)
  local known = ok and chat and chats[chat.id]
  return known and known.session or nil
end

---@param opts { tools?: boolean, lend_model?: boolean|string }
function M.setup(opts)
  vim.api.nvim_create_autocmd("User", {
    pattern = "CodeCompanionChatCreated",
    group = vim.api.nvim_create_augroup("noctule.codecompanion", {}),
    callback = function(event)
      local chat = require("codecompanion").buf_get_chat(event.data.bufnr)
      if not chat or not chat.add_callback then
        return log.write("this CodeCompanion has no chat callbacks: update it", vim.log.levels.WARN)
      end
      begin(chat)
    end,
  })
  if opts.lend_model then
    require("noctule.agents.codecompanion_model").lend(opts.lend_model)
  end
  if opts.tools ~= false then
    require("noctule.agents.codecompanion_tools").register()
  end
end

return M
