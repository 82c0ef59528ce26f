-- Asks the person what the server wants to know: what it is about is shown beside the question, as plain text.
local M = {}

local text = require("noctule.text")

-- A diff or a memory may be long; what does not fit can be scrolled to.
local SHARE = 0.6

---Shows lines in a float that takes no keys. Gives a function that closes it.
---@param lines string[] already safe to show
---@param filetype string?
---@return fun() close
local function show(lines, filetype)
  local buffer = vim.api.nvim_create_buf(false, true)
  vim.bo[buffer].bufhidden = "wipe"
  vim.bo[buffer].modeline = false
  vim.api.nvim_buf_set_lines(buffer, 0, -1, false, lines)
  vim.bo[buffer].modifiable = false
  vim.bo[buffer].filetype = filetype or ""
  local width = math.max(20, math.min(100, vim.o.columns - 4))
  local height = math.max(1, math.min(#lines, math.floor(vim.o.lines * SHARE)))
  local window = vim.api.nvim_open_win(buffer, false, {
    relative = "editor",
    width = width,
    height = height,
    col = math.floor((vim.o.columns - width) / 2),
    row = 1,
    style = "minimal",
    border = "rounded",
    title = " Noctule ",
  })
  vim.wo[window][0].wrap = true
  vim.wo[window][0].conceallevel = 0
  vim.cmd.redraw()
  return function()
    if vim.api.nvim_win_is_valid(window) then
      vim.api.nvim_win_close(window, true)
    end
  end
end

---Has the person choose, with lines beside the question.
---@param choices any[]
---@param options { prompt: string, lines: string[], filetype?: string, format_item?: fun(one: any): string }
---@param done fun(choice: any)
function M.choose(choices, options, done)
  local close = #options.lines > 0 and show(options.lines, options.filetype) or function() end
  vim.ui.select(choices, {
    prompt = text.line(options.prompt, 200),
    kind = "noctule",
    format_item = options.format_item,
  }, function(choice)
    close()
    done(choice)
  end)
end

---Answers `window/showMessageRequest`. Neovim runs a request's handler as a coroutine, so only this answer waits.
---@param params { message: string, actions?: { title: string }[] }
---@return { title: string }|vim.NIL
function M.answer(params)
  local waiting = coroutine.running()
  local lines = text.lines(params.message)
  local is_diff = vim.iter(lines):any(function(line)
    return vim.startswith(line, "@@ ")
  end)
  local options = {
    prompt = lines[1] or "",
    lines = #lines > 1 and lines or {},
    filetype = is_diff and "diff" or nil,
    format_item = function(action)
      return text.line(action.title, 80)
    end,
  }
  M.choose(params.actions or {}, options, function(choice)
    -- A picker may answer before this one waits.
    vim.schedule(function()
      coroutine.resume(waiting, choice or vim.NIL)
    end)
  end)
  return coroutine.yield()
end

return M
