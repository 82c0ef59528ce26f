-- CodeCompanion: `extensions = { noctule = { enabled = true, opts = {} } }`.
local M = {}

---@param opts table?
function M.setup(opts)
  require("noctule.agents.codecompanion").setup(opts or {})
end

M.exports = {
  ---@param buffer integer? of a chat
  ---@return string? session id
  session = function(buffer)
    return require("noctule.agents.codecompanion").session(buffer or vim.api.nvim_get_current_buf())
  end,
}

return M
