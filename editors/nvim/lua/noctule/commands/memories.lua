-- Commands on memories: look, open, write, accept, take back.
local methods = require("noctule.methods")
local picker = require("noctule.picker")
local shared = require("noctule.commands.shared")
local text = require("noctule.text")

---@type table<string, noctule.Command>
local M = {}

M.list = {
  desc = "The memories, in a panel.",
  run = function(root)
    require("noctule.panel.memories").open(root)
  end,
}

M.open = {
  desc = "Choose a memory and open it.",
  run = function(root)
    picker.memory(root, "Open a memory", function(row)
      shared.open(row.memoryUri)
    end)
  end,
}

M.index = {
  desc = "Open the index, MEMORY.md.",
  run = function(root)
    shared.ask(root, methods.asks.status, {}, function(status)
      shared.open(status.folderUri:gsub("/$", "") .. "/MEMORY.md")
    end)
  end,
}

---The file name of a new memory: what is no letter or digit is a dash.
---@param name string
---@return string
local function file_name(name)
  local stem = vim.fn.tolower(name):gsub("[%s%p%c]+", "-"):gsub("^-+", ""):gsub("-+$", "")
  return (stem == "" and "memory" or stem:sub(1, 60)) .. ".md"
end

M.new = {
  desc = "Begin a memory in a new buffer; it is a memory once you write it.",
  run = function(root, args)
    shared.words(args, "Name of the memory: ", function(name)
      shared.ask(root, methods.asks.status, {}, function(status)
        local path = vim.fs.joinpath(vim.uri_to_fname(status.folderUri), file_name(name))
        local buffer = vim.fn.bufadd(path)
        vim.fn.bufload(buffer)
        vim.bo[buffer].buflisted = true
        vim.api.nvim_win_set_buf(0, buffer)
        if vim.uv.fs_stat(path) == nil then
          local head = { "---", "name: " .. text.line(name, 80), "description: ", "type: project", "---", "", "" }
          vim.api.nvim_buf_set_lines(buffer, 0, -1, false, head)
          vim.bo[buffer].filetype = "markdown"
          vim.api.nvim_win_set_cursor(0, { 3, 13 })
        end
        require("noctule.attach").memory(buffer)
      end)
    end)
  end,
}

M.remember = {
  desc = "Remember plain words: a model makes a memory of them, and you are asked.",
  run = function(root, args)
    shared.words(args, "Remember: ", function(words)
      shared.run(root, "remember", { text = words })
    end)
  end,
}

M.search = {
  desc = "Search memories and past conversations.",
  run = function(root, args)
    shared.words(args, "Search for: ", function(words)
      shared.ask(root, methods.asks.search, { query = words, scope = "all", limit = 20 }, function(result)
        picker.choose(result.hits, "Found", function(hit)
          return text.line(hit.title, 80) .. "  " .. text.line(hit.text, 120)
        end, function(hit)
          if type(hit.memoryUri) == "string" then
            shared.open(hit.memoryUri)
          else
            require("noctule.panel").text("noctule://conversation", root, text.lines(hit.text))
          end
        end)
      end)
    end)
  end,
}

M.explain = {
  desc = "What a turn would be given, and why.",
  run = function(root, args)
    shared.words(args, "A turn: ", function(words)
      shared.ask(root, methods.asks.explain, { query = words }, function(answer)
        require("noctule.panel.explain").open(root, words, answer)
      end)
    end)
  end,
}

M.history = {
  desc = "What changed, and who did it, in a panel; with each diff, and the way back.",
  run = function(root)
    require("noctule.panel.history").open(root)
  end,
}

M.undo = {
  desc = "Take back the last change that was neither yours nor another program's.",
  run = function(root)
    shared.run(root, "undo", {})
  end,
}

M.pin = {
  desc = "Choose a memory whose index line stands first in each snapshot, or not any more.",
  run = function(root)
    picker.memory(root, "Pin or unpin", function(row)
      shared.run(root, "pin", { memoryUri = row.memoryUri, pinned = not row.pinned })
    end)
  end,
}

---@param plan table answer of `import`, of which nothing was written
---@return string[]
local function plan_lines(plan)
  return vim.tbl_map(function(item)
    return ("%-11s %s  %s"):format(text.line(item.action, 11), text.line(item.sourceUri), text.line(item.reason))
  end, plan.items)
end

M.import = {
  desc = "Bring in the memories of other tools: all that there is for this project, or one source.",
  run = function(root, args)
    local source = args[1]
    shared.command(root, "import", { source = source, dryRun = true }, function(plan)
      if plan.ok == false or #(plan.items or {}) == 0 then
        return require("noctule.log").tell(plan.message)
      end
      local options = { prompt = plan.message, lines = plan_lines(plan) }
      require("noctule.review").choose({ "import", "cancel" }, options, function(choice)
        if choice == "import" then
          -- Without a source the server would only plan once more.
          shared.run(root, "import", { source = source, dryRun = false })
        end
      end)
    end)
  end,
  complete = function()
    return { "claude-code", "pi", "armory", "pi-topics", "pi-profile", "serena", "basic-memory", "dir" }
  end,
}

M.adopt = {
  desc = "Take over the memory of this project from where it lay before.",
  run = function(root, args)
    shared.words(args, "Its former folder: ", function(path)
      shared.run(root, "adopt", { fromRoot = vim.fs.normalize(path) })
    end)
  end,
}

M.promote = {
  desc = "Move old items of the profile into your global instruction file; you are asked.",
  run = function(root)
    shared.run(root, "promote", {}, function(result)
      -- Where you may be asked, the server does it.
      if result.verdict ~= "proposed" or require("noctule.config").get().interactive then
        return
      end
      local options = { prompt = result.message, lines = text.lines(result.diff), filetype = "diff" }
      require("noctule.review").choose({ "write it", "leave it" }, options, function(choice)
        if choice == "write it" then
          shared.run(root, "promote", { promotion = result.promotion })
        end
      end)
    end)
  end,
}

return M
