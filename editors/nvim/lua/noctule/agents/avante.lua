-- avante.nvim: a system prompt that holds the snapshot, and a tool to search. It has no hook for each turn.
local M = {}

local api = require("noctule.agents.api")

---`system_prompt = require("noctule.agents.avante").system_prompt`
---@return string
function M.system_prompt()
  return require("noctule.agents.hook").snapshot("avante")
end

---`custom_tools = require("noctule.agents.avante").custom_tools`
---@return table[]
function M.custom_tools()
  return {
    {
      name = "memory_search",
      description = "Search what is remembered of this project: memories and past conversations.",
      param = {
        type = "table",
        fields = { { name = "query", description = "The words to look for.", type = "string" } },
      },
      returns = { { name = "found", description = "What was found.", type = "string" } },
      func = function(params, _, on_complete)
        api.search(params.query or "", { scope = "all" }, function(err, hits)
          if err then
            return on_complete(nil, err.message)
          end
          local found = vim.tbl_map(function(hit)
            return hit.title .. "\n" .. hit.text
          end, hits or {})
          on_complete(#found > 0 and table.concat(found, "\n\n") or "Nothing matches.", nil)
        end)
      end,
    },
  }
end

return M
