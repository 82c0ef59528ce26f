-- Attaches buffers to their project's client, so that Neovim's own keys for language servers work there.
local M = {}

local client = require("noctule.client")
local roots = require("noctule.roots")

---@param root string
---@param buffer integer
local function attach(root, buffer)
  local running = client.running(root)
  if running and vim.api.nvim_buf_is_loaded(buffer) then
    vim.lsp.buf_attach_client(buffer, running.id)
  end
end

---@param root string
---@param buffer integer
local function attach_when_ready(root, buffer)
  client.with(root, function(err)
    if not err then
      attach(root, buffer)
    end
  end)
end

---@param buffer integer
---@return string? path of the file in a buffer
local function file_of(buffer)
  local name = vim.api.nvim_buf_get_name(buffer)
  if name ~= "" and vim.api.nvim_buf_is_loaded(buffer) and vim.bo[buffer].buftype == "" then
    return name
  end
end

---Attaches a buffer that holds a memory; starts the server of its project if need be.
---@param buffer integer
function M.memory(buffer)
  local path = file_of(buffer)
  local root = path and roots.looks_like_memory(path) and roots.of(buffer)
  if root then
    attach_when_ready(root, buffer)
  end
end

---Attaches a file of a project, for the hover and lens of the memories that mention it.
---@param buffer integer
local function source(buffer)
  local path = file_of(buffer)
  local root = path and roots.around(path)
  if root then
    attach_when_ready(root, buffer)
  end
end

---Attaches every memory of a project that is open already; called when its server says where they lie.
---@param root string
function M.open_memories(root)
  for _, buffer in ipairs(vim.api.nvim_list_bufs()) do
    local path = file_of(buffer)
    if path and roots.server_of_memory(path) == root then
      attach(root, buffer)
    end
  end
end

---From now on source files are attached too, those that are open and those that will be.
function M.sources()
  vim.api.nvim_create_autocmd({ "BufReadPost", "BufNewFile" }, {
    group = vim.api.nvim_create_augroup("noctule.sources", {}),
    desc = "Noctule: hover and lens of the memories that mention this file",
    callback = function(event)
      source(event.buf)
    end,
  })
  for _, buffer in ipairs(vim.api.nvim_list_bufs()) do
    source(buffer)
  end
end

return M
