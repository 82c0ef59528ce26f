-- Knows which project a buffer belongs to: a file by the folder around it, a memory by the folder it is a memory of.
local M = {}

local config = require("noctule.config")
local status = require("noctule.status")

---@param path string
---@return string with the links of its folders followed, where it is there
local function real(path)
  local folder = vim.uv.fs_realpath(vim.fs.dirname(path))
  return folder and vim.fs.joinpath(folder, vim.fs.basename(path)) or vim.fs.normalize(path)
end

---@param folder string
---@param path string
local function is_inside(folder, path)
  folder = vim.uv.fs_realpath(folder) or vim.fs.normalize(folder)
  return vim.startswith(path, (folder:gsub("/+$", "")) .. "/")
end

---@return string
local function home()
  return vim.fs.normalize(vim.env.NOCTULE_HOME or "~/.noctule")
end

---Whether a file lies where memories lie, as far as that can be told without a server.
---@param path string
---@return boolean
function M.looks_like_memory(path)
  local named = vim.env.NOCTULE_MEMORY_DIR
  local there = real(path)
  return is_inside(home() .. "/projects", there)
    or is_inside(home() .. "/profile", there)
    or (named ~= nil and is_inside(named, there))
    or there:find("/%.claude/projects/[^/]+/memory/") ~= nil
    or M.server_of_memory(path) ~= nil
end

---The project whose running server keeps this file as a memory.
---@param path string
---@return string? root
function M.server_of_memory(path)
  local there = real(path)
  for root in pairs(require("noctule.server").all()) do
    local folder = status.state(root).folder
    if folder and is_inside(vim.uri_to_fname(folder), there) then
      return root
    end
  end
end

---The project of a memory in Noctule's home, as the home itself records it.
---@param path string
---@return string? root
local function recorded(path)
  local there, projects = real(path), vim.uv.fs_realpath(home() .. "/projects")
  local key = projects and vim.startswith(there, projects .. "/") and there:sub(#projects + 2):match("^([^/]+)/")
  local file = key and io.open(vim.fs.joinpath(projects, key, "project.json"))
  if not file then
    return nil
  end
  local ok, record = pcall(vim.json.decode, file:read("*a"))
  file:close()
  local root = ok and type(record) == "table" and record.root
  return type(root) == "string" and vim.fn.isdirectory(root) == 1 and root or nil
end

---The project around a file or folder. A person's home is none: Noctule's own folder lies there.
---@param path string
---@return string?
function M.around(path)
  local found = config.get().root(path)
  if found and vim.fs.normalize(found) ~= vim.fs.normalize("~") then
    return vim.fs.normalize(found)
  end
end

---The project of a buffer, else of the current folder. Nil in a person's home folder.
---@param buffer integer? the current one, if left out
---@return string? root
function M.of(buffer)
  buffer = buffer or vim.api.nvim_get_current_buf()
  if vim.b[buffer].noctule_root then
    return vim.b[buffer].noctule_root
  end
  local name = vim.api.nvim_buf_get_name(buffer)
  if name ~= "" and vim.bo[buffer].buftype == "" then
    local root = M.server_of_memory(name) or recorded(name) or M.around(name)
    if root then
      return root
    end
  end
  local folder = vim.fs.normalize(vim.fn.getcwd())
  local root = M.around(folder) or folder
  return root ~= vim.fs.normalize("~") and root or nil
end

return M
