-- `:checkhealth noctule`: what the plugin sees, and what `noctule doctor` knows.
local M = {}

---The command line of the doctor: that of the server, up to its subcommand.
---@param cmd string[]
---@param root string
---@return string[]
local function doctor_command(cmd, root)
  local words = {}
  for _, word in ipairs(cmd) do
    if word == "serve" then
      break
    end
    table.insert(words, word)
  end
  return vim.list_extend(words, { "doctor", "--project", root })
end

---@param cmd string[]
local function doctor(cmd)
  local health = vim.health
  health.start("Noctule: the doctor")
  local root = require("noctule.roots").of()
  if not root then
    return health.info("no project is open here")
  end
  local env = require("noctule.config").get().env
  local ok, run = pcall(vim.system, doctor_command(cmd, root), { text = true, env = env })
  if not ok then
    return health.error("the doctor cannot be run")
  end
  local ended = run:wait(20000)
  for _, line in ipairs(vim.split(vim.trim((ended.stdout or "") .. (ended.stderr or "")), "\n")) do
    if vim.trim(line) ~= "" then
      health[ended.code == 0 and "info" or "warn"](require("noctule.text").line(line))
    end
  end
  if ended.code == 0 then
    health.ok("no errors")
  end
end

function M.check()
  local health = vim.health
  local config = require("noctule.config")
  health.start("Noctule: the plugin")
  if vim.fn.has("nvim-0.11") == 1 then
    health.ok("Neovim is 0.11 or newer")
  else
    health.error("Neovim is older than 0.11", "update Neovim")
  end
  local _, problems = config.check(type(vim.g.noctule) == "table" and vim.g.noctule or {})
  for _, problem in ipairs(problems) do
    health.warn(problem)
  end
  local cmd = config.get().cmd
  if vim.fn.executable(cmd[1]) ~= 1 then
    return health.error(("`%s` is not there"):format(cmd[1]), {
      "install it with " .. require("noctule.server").how_to_install(),
      "or name it: require('noctule').setup { cmd = { '/path/to/noctule', 'serve' } }",
    })
  end
  health.ok(("the server is `%s`"):format(vim.fn.exepath(cmd[1])))
  for root in pairs(require("noctule.server").all()) do
    local state = require("noctule.status").state(root)
    local why = require("noctule.server").last_error(root)
    local said = ("%s: %s%s"):format(root, state.phase, why and (", " .. why) or "")
    if state.phase == "stopped" then
      health.error(said, "run :Noctule restart")
    else
      health.ok(said)
    end
  end
  doctor(cmd)
end

return M
