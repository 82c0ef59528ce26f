-- Commands on the server itself.
local client = require("noctule.client")
local log = require("noctule.log")
local methods = require("noctule.methods")
local shared = require("noctule.commands.shared")
local text = require("noctule.text")

---@type table<string, noctule.Command>
local M = {}

M.status = {
  desc = "What Noctule says of itself here.",
  run = function(root)
    shared.ask(root, methods.asks.status, {}, function(status)
      require("noctule.status").server_status(root, status)
      log.tell(status.message, status.health == "ok" and vim.log.levels.INFO or vim.log.levels.WARN)
    end)
  end,
}

M.info = {
  desc = "The server, the memory folder and the counts, in a buffer.",
  run = function(root)
    shared.ask(root, methods.asks.status, {}, function(status)
      local running = client.running(root)
      local lines = {
        "project   " .. root,
        "folder    " .. vim.uri_to_fname(status.folderUri),
        "server    " .. table.concat(require("noctule.config").get().cmd, " ") .. "  " .. status.version,
        "client    " .. (running and tostring(running.id) or "none"),
        "health    " .. status.health .. ": " .. status.message,
        "enabled   " .. tostring(status.enabled) .. ", by " .. status.enabledBy,
        "held      " .. tostring(status.held),
        "dreams    " .. (status.autoDreams and "begin by themselves" or "on your word only"),
        "last      " .. (type(status.lastDream) == "string" and text.minute(status.lastDream) or "no dream yet"),
        "log       " .. log.path(),
      }
      for _, problem in ipairs(status.problems or {}) do
        table.insert(lines, "problem   " .. problem)
      end
      require("noctule.panel").text("noctule://info", root, vim.tbl_map(text.line, lines))
    end)
  end,
}

M.doctor = {
  desc = "Check memories, index and settings. With !, repair what is safe.",
  run = function(root, _, bang)
    shared.run(root, "doctor", { fix = bang })
  end,
}

M.restart = {
  desc = "Stop the server and start it anew.",
  run = function(root)
    client.restart(root, function(err)
      if err then
        return log.fail(err)
      end
      log.tell("Noctule runs again.")
    end)
  end,
}

M.log = {
  desc = "Open the log of the plugin; what the server wrote is in Neovim's LSP log.",
  run = function()
    local buffer = vim.fn.bufadd(log.path())
    vim.fn.bufload(buffer)
    vim.bo[buffer].buflisted = true
    vim.api.nvim_win_set_buf(0, buffer)
  end,
}

return M
