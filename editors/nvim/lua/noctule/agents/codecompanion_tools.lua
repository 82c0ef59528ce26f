-- The memory tools of a CodeCompanion chat: search and remember.
local M = {}

local api = require("noctule.agents.api")

---@param description string
---@param properties table
---@param required string[]
---@param name string
---@return table
local function schema(name, description, properties, required)
  return {
    type = "function",
    ["function"] = {
      name = name,
      description = description,
      parameters = { type = "object", properties = properties, required = required },
      strict = false,
    },
  }
end

---@param chat table
---@return string?
local function session_of(chat)
  return require("noctule.agents.codecompanion").session(chat.bufnr)
end

---@return table
function M.search()
  return {
    name = "memory_search",
    cmds = {
      function(_, args, options)
        api.search(args.query or "", { scope = "all" }, function(err, hits)
          if err then
            return options.output_cb({ status = "error", data = err.message })
          end
          local found = vim.tbl_map(function(hit)
            return hit.title .. "\n" .. hit.text
          end, hits or {})
          local data = #found > 0 and table.concat(found, "\n\n") or "Nothing matches."
          options.output_cb({ status = "success", data = data })
        end)
      end,
    },
    schema = schema(
      "memory_search",
      "Search what is remembered of this project: memories and past conversations.",
      { query = { type = "string", description = "The words to look for." } },
      { "query" }
    ),
  }
end

---@return table
function M.remember()
  return {
    name = "memory_add",
    cmds = {
      function(self, args, options)
        local session = session_of(self.chat)
        if not session then
          return options.output_cb({ status = "error", data = "This chat has no memory." })
        end
        local memory = { text = args.text, name = args.name, description = args.description, type = args.type }
        api.add(session, memory, function(err, answer)
          if err then
            return options.output_cb({ status = "error", data = err.message })
          end
          options.output_cb({ status = "success", data = "verdict: " .. answer.verdict })
        end)
      end,
    },
    schema = schema("memory_add", "Remember something for later conversations on this project.", {
      text = { type = "string", description = "What is to be remembered, in full sentences." },
      name = { type = "string", description = "A short name." },
      description = { type = "string", description = "One line by which it is found again." },
      type = { type = "string", enum = { "user", "feedback", "project", "reference" } },
    }, { "text" }),
  }
end

---Adds the tools to CodeCompanion's configuration, where its version keeps them.
function M.register()
  local ok, config = pcall(require, "codecompanion.config")
  local chat = ok and (vim.tbl_get(config, "interactions", "chat") or vim.tbl_get(config, "strategies", "chat"))
  if not chat or type(chat.tools) ~= "table" then
    return
  end
  chat.tools.memory_search = { callback = M.search, description = "Search the memory of this project" }
  chat.tools.memory_add = {
    callback = M.remember,
    description = "Remember something",
    opts = { require_approval_before = true, requires_approval = true },
  }
end

return M
