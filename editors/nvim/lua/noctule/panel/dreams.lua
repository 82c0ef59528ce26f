-- The panel of dreams: each attempt with its outcome, its files, and what can be done with it.
local M = {}

local methods = require("noctule.methods")
local panel = require("noctule.panel")
local shared = require("noctule.commands.shared")
local text = require("noctule.text")

local COLOURS = {
  completed = "NoctuleCompleted",
  applied = "NoctuleCompleted",
  discarded = "NoctuleSkipped",
  undone = "NoctuleSkipped",
  aborted = "NoctuleHeld",
  failed = "NoctuleFailed",
  skipped = "NoctuleSkipped",
}

---@type table<string, boolean> by dream id
local expanded = {}

---@param dream table a line of the log
---@return noctule.Line[]
local function lines_of(dream)
  local status = dream.held and "held" or dream.status
  local head = ("%-9s  %s  %s"):format(status, text.minute(dream.at), text.line(dream.headline or dream.reason, 120))
  local lines = { { head, hl = dream.held and "NoctuleHeld" or COLOURS[dream.status], mark = 9, data = { dream = dream } } }
  if not expanded[dream.dreamId] then
    return lines
  end
  for _, line in ipairs(text.lines(dream.summary or "")) do
    table.insert(lines, { "    " .. line, hl = "NoctuleFaint", data = { dream = dream } })
  end
  for _, action in ipairs({ "created", "edited", "removed", "conflicts" }) do
    for _, file in ipairs(dream[action] or {}) do
      -- What conflicted is named by its path in the folder only.
      local uri = type(file) == "table" and file.memoryUri or nil
      local name = uri and vim.fs.basename(vim.uri_to_fname(uri)) or file
      table.insert(lines, { ("    %-9s %s"):format(action, text.line(name)), data = { dream = dream, uri = uri } })
    end
  end
  return lines
end

---@param dreams table[] the newest first
---@return noctule.Line[]
function M.lines(dreams)
  local lines = {}
  for _, dream in ipairs(dreams) do
    vim.list_extend(lines, lines_of(dream))
  end
  if #lines == 0 then
    lines = { { "Nothing was dreamt yet. `:Noctule dream` begins one.", hl = "NoctuleFaint" } }
  end
  return lines
end

---@param title string
---@param content string?
---@return integer buffer
local function side(title, content)
  local buffer = vim.api.nvim_create_buf(false, true)
  vim.api.nvim_buf_set_lines(buffer, 0, -1, false, text.lines(type(content) == "string" and content or ""))
  vim.bo[buffer].bufhidden = "wipe"
  vim.bo[buffer].modeline = false
  vim.bo[buffer].modifiable = false
  vim.bo[buffer].filetype = "markdown"
  pcall(vim.api.nvim_buf_set_name, buffer, ("noctule://%s/%d"):format(text.line(title), buffer))
  return buffer
end

---Shows one file of a dream before and after, in a tab of its own.
---@param root string
---@param dream string
---@param uri string?
function M.diff(root, dream, uri)
  shared.ask(root, methods.asks.dream_diff, { dreamId = dream }, function(result)
    local function show(file)
      local name = vim.fs.basename(vim.uri_to_fname(file.memoryUri))
      vim.cmd.tabnew()
      vim.api.nvim_win_set_buf(0, side("before/" .. name, file.before))
      vim.cmd.diffthis()
      vim.api.nvim_open_win(side("after/" .. name, file.after), true, { split = "right" })
      vim.cmd.diffthis()
    end
    for _, file in ipairs(result.files) do
      if file.memoryUri == uri then
        return show(file)
      end
    end
    require("noctule.picker").choose(result.files, "Which file?", function(file)
      return ("%-8s %s"):format(file.action, text.line(vim.fs.basename(vim.uri_to_fname(file.memoryUri))))
    end, show)
  end)
end

---Offers a dream that waits for a person's word.
---@param root string
---@param outcome table
function M.offer(root, outcome)
  local choices = { "look at it", "apply", "discard", "later" }
  vim.ui.select(choices, { prompt = text.line(outcome.headline, 200) }, function(choice)
    if choice == "apply" then
      shared.run(root, "applyDream", { dreamId = outcome.dreamId })
    elseif choice == "discard" then
      shared.run(root, "discardDream", { dreamId = outcome.dreamId })
    elseif choice == "look at it" then
      expanded[outcome.dreamId] = true
      M.open(root)
    end
  end)
end

---@param root string
---@param done fun(dream: string)
function M.choose_held(root, done)
  shared.ask(root, methods.asks.held, {}, function(result)
    local dreams = vim.tbl_filter(function(row)
      return row.kind == "dream"
    end, result.held)
    if #dreams == 0 then
      return require("noctule.log").tell("No dream is held.")
    elseif #dreams == 1 then
      return done(dreams[1].held)
    end
    require("noctule.picker").choose(dreams, "Which dream?", function(row)
      return text.line(row.reason, 120)
    end, function(row)
      done(row.held)
    end)
  end)
end

---@param root string
function M.open(root)
  local buffer
  local dreams = {}
  local function draw()
    panel.render(buffer, M.lines(dreams))
  end
  local function refresh()
    shared.ask(root, methods.asks.dream_log, { limit = 50 }, function(result)
      dreams = result.dreams
      draw()
    end)
  end
  local function act(command)
    return function(at)
      if at then
        shared.run(root, command, { dreamId = at.dream.dreamId }, refresh)
      end
    end
  end
  buffer = panel.open("noctule://dreams", {
    ["<CR>"] = {
      desc = "show its files; on a file: open it",
      run = function(at)
        if not at then
          return
        end
        if at.uri then
          vim.cmd.wincmd("p")
          return shared.open(at.uri)
        end
        expanded[at.dream.dreamId] = not expanded[at.dream.dreamId]
        draw()
      end,
    },
    d = {
      desc = "diff",
      run = function(at)
        if at then
          M.diff(root, at.dream.dreamId, at.uri)
        end
      end,
    },
    a = { desc = "apply a held dream", run = act("applyDream") },
    x = { desc = "discard a held dream", run = act("discardDream") },
    u = { desc = "undo an applied dream", run = act("undo") },
    r = { desc = "refresh", run = refresh },
  })
  panel.render(buffer, { { "…" } })
  refresh()
end

return M
