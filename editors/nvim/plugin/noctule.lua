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

vim.api.nvim_create_autocmd({ "BufReadPost", "BufNewFile" }, {
  pattern = "*.md",
  group = vim.api.nvim_create_augroup("noctule", {}),
  desc = "Noctule: language features in memories",
  callback = function(event)
    -- A cheap look first: most markdown files are no memories, and load nothing.
    if vim.fn.fnamemodify(event.match, ":p"):find("/memory/", 1, true) or event.match:find("/profile/", 1, true) then
      require("noctule.client").attach_if_memory(event.buf)
    end
  end,
})
