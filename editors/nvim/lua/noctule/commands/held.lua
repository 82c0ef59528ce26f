-- The command on what waits for a person's word: what it says is shown, and the person decides.
local methods = require("noctule.methods")
local picker = require("noctule.picker")
local review = require("noctule.review")
local shared = require("noctule.commands.shared")
local text = require("noctule.text")

-- What a choice of the server's means, in words for a person.
local SAID = {
  accept = "accept: agents may see it",
  merge = "merge: write the merged text",
  replace = "replace what is there by it",
  add = "add it beside what is there",
  discard = "discard it",
}
local EDIT = "edit"

---@param row table a row of `memory/held`
---@return string[]
local function lines_of(row)
  local since = ("Held since %s, by %s: %s"):format(text.minute(row.at), text.line(row.by), text.line(row.reason))
  local lines = { since, "" }
  vim.list_extend(lines, text.lines(row.text))
  for _, one in ipairs(row.related or {}) do
    local name = vim.fs.basename(vim.uri_to_fname(one.memoryUri))
    vim.list_extend(lines, { "", ("It concerns %s (%s):"):format(text.line(name), text.line(one.relation)), "" })
    vim.list_extend(lines, text.lines(one.text))
  end
  if type(row.merged) == "string" then
    vim.list_extend(lines, { "", "Merged, both would say:", "" })
    vim.list_extend(lines, text.lines(row.merged))
  end
  return lines
end

---Opens the text in a buffer of its own; writing the buffer accepts what it says then.
---@param root string
---@param row table
---@param how string?
local function edit(root, row, how)
  local buffer = vim.api.nvim_create_buf(true, false)
  vim.bo[buffer].modeline = false
  vim.api.nvim_buf_set_name(buffer, ("noctule://held/%s"):format(text.line(row.held, 60)))
  vim.bo[buffer].buftype = "acwrite"
  local shown = how == "merge" and row.merged or row.text
  -- As it is, not made plain: it will be written. Neovim shows what is unprintable as such.
  vim.api.nvim_buf_set_lines(buffer, 0, -1, false, vim.split(shown, "\n", { plain = true }))
  vim.bo[buffer].filetype = "markdown"
  vim.bo[buffer].modified = false
  vim.b[buffer].noctule_root = root
  vim.api.nvim_create_autocmd("BufWriteCmd", {
    buffer = buffer,
    desc = "Noctule: accept this text",
    callback = function()
      local lines = vim.api.nvim_buf_get_lines(buffer, 0, -1, false)
      local argument = { held = row.held, how = how, text = table.concat(lines, "\n") }
      shared.run(root, "accept", argument, function(result)
        if result.ok and vim.api.nvim_buf_is_valid(buffer) then
          vim.api.nvim_buf_delete(buffer, { force = true })
        end
      end)
    end,
  })
  vim.api.nvim_win_set_buf(0, buffer)
  require("noctule.log").tell("Writing this buffer accepts what it says.")
end

---@param root string
---@param row table
---@param choice string one of the row's choices, or EDIT
local function decide(root, row, choice)
  if choice == "discard" then
    shared.run(root, "discard", { held = row.held })
  elseif choice == EDIT then
    edit(root, row, row.choices[1] ~= "discard" and row.choices[1] or nil)
  elseif row.kind == "memory" then
    shared.run(root, "accept", { memoryUri = row.memoryUri })
  else
    shared.run(root, "accept", { held = row.held, how = choice })
  end
end

---@param root string
---@param row table
local function ask(root, row)
  if row.kind == "dream" then
    return require("noctule.panel.dreams").offer(root, { dreamId = row.held, headline = row.reason })
  end
  local choices = vim.list_extend({}, row.choices)
  if row.kind == "proposal" then
    table.insert(choices, EDIT)
  end
  local options = {
    prompt = text.line(row.name or row.held, 80),
    lines = lines_of(row),
    format_item = function(choice)
      return choice == EDIT and "edit it first" or SAID[choice] or text.line(choice, 40)
    end,
  }
  review.choose(choices, options, function(choice)
    if choice then
      decide(root, row, choice)
    end
  end)
end

---@type table<string, noctule.Command>
local M = {}

M.accept = {
  desc = "Say what becomes of something that is held.",
  run = function(root)
    shared.ask(root, methods.asks.held, {}, function(result)
      picker.choose(result.held, "Held", function(row)
        return ("%-9s %s  %s"):format(row.kind, text.line(row.name or row.held, 60), text.line(row.reason, 100))
      end, function(row)
        ask(root, row)
      end)
    end)
  end,
}

return M
