-- Registers the command and nothing more: every module is loaded when it is first used.
if vim.g.loaded_noctule then
  return
end
vim.g.loaded_noctule = true

vim.api.nvim_create_user_command("Noctule", function(call)
  require("noctule.commands").run(call)
end, {
  nargs = "*",
  bang = true,
  desc = "The memory of this project: :Noctule help",
  complete = function(lead, line)
    return require("noctule.commands").complete(lead, line)
  end,
})

-- A cheap look first: most markdown files are no memories, and load nothing.
local function may_be_memory(path)
  return path:find("/memory/", 1, true)
    or path:find("/profile/", 1, true)
    or vim.env.NOCTULE_MEMORY_DIR
    or package.loaded["noctule.server"]
end

local group = vim.api.nvim_create_augroup("noctule", {})
vim.api.nvim_create_autocmd("BufReadPre", {
  pattern = "*.md",
  group = group,
  desc = "Noctule: a memory gives Neovim no orders",
  callback = function(event)
    local path = vim.fn.fnamemodify(event.match, ":p")
    if may_be_memory(path) and require("noctule.roots").looks_like_memory(path) then
      vim.bo[event.buf].modeline = false
    end
  end,
})
vim.api.nvim_create_autocmd({ "BufReadPost", "BufNewFile" }, {
  pattern = "*.md",
  group = group,
  desc = "Noctule: language features in memories",
  callback = function(event)
    if may_be_memory(vim.fn.fnamemodify(event.match, ":p")) then
      require("noctule.attach").memory(event.buf)
    end
  end,
})

local options = vim.g.noctule
if type(options) == "table" and options.attach_sources == true then
  vim.schedule(function()
    require("noctule.attach").sources()
  end)
end
