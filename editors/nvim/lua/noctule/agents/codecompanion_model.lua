-- Lends CodeCompanion's own model to the server, through its background interactions.
local M = {}

-- What CodeCompanion calls the model's side of a conversation.
local ROLES = { system = "system", user = "user", assistant = "llm" }

---@param request table params of `memory/completeChat`
---@return { role: string, content: string }[]
local function messages_of(request)
  local messages = {}
  for _, message in ipairs(request.messages) do
    table.insert(messages, { role = ROLES[message.role] or "user", content = message.text })
  end
  return messages
end

---@param adapter string?
---@return table? background
local function open(adapter)
  local ok, background = pcall(function()
    return require("codecompanion.interactions.background").new({ adapter = adapter })
  end)
  return ok and type(background) == "table" and background.adapter and background or nil
end

---@param adapter string?
---@param request table
---@param done fun(err: noctule.Error?, answer: table?)
local function complete(adapter, request, done)
  if #(request.tools or {}) > 0 then
    return done({ kind = "noModel", message = "CodeCompanion's model is lent without tools: a dream needs another." })
  end
  local background = open(adapter)
  if not background then
    return done({ kind = "noModel", message = "CodeCompanion has no adapter for background interactions." })
  end
  background:ask(messages_of(request), {
    method = "async",
    silent = true,
    on_done = function(result)
      local text = type(result) == "table" and vim.tbl_get(result, "output", "content")
      if type(text) ~= "string" then
        return done({ kind = "failed", message = "CodeCompanion's model gave no text." })
      end
      done(nil, { text = text, toolCalls = {}, stopReason = "end" })
    end,
    on_error = function()
      done({ kind = "failed", message = "CodeCompanion's model failed." })
    end,
  })
end

---@param adapter string|true the adapter's name, or that of CodeCompanion's background interactions
function M.lend(adapter)
  local named = type(adapter) == "string" and adapter or nil
  require("noctule.agents.lending").lend(function(request, done)
    complete(named, request, done)
  end)
end

return M
