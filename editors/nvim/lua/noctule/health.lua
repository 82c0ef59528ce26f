-- `:checkhealth noctule`: what the plugin sees, and what `noctule doctor` knows.
local M = {}

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
  local program = config.get().cmd[1]
  if vim.fn.executable(program) ~= 1 then
    return health.error(("`%s` is not there"):format(program), {
      "install it: pipx install noctule",
      "or name it: require('noctule').setup { cmd = { '/path/to/noctule', 'serve' } }",
    })
  end
  health.ok(("the server is `%s`"):format(vim.fn.exepath(program)))
  for root in pairs(require("noctule.client").all()) do
    local state = require("noctule.status").state(root)
    local why = require("noctule.client").last_error(root)
    local said = ("%s: %s%s"):format(root, state.phase, why and (", " .. why) or "")
    if state.phase == "stopped" then
      health.error(said, "run :Noctule restart")
    else
      health.ok(said)
    end
  end
  M.doctor(program)
end

---@param program string
function M.doctor(program)
  local health = vim.health
  health.start("Noctule: the doctor")
  local root = require("noctule.client").root()
  if not root then
    return health.info("no project is open here")
  end
  local run = vim.system({ program, "doctor", "--project", root }, { text = true }):wait(20000)
  local lines = vim.split(vim.trim((run.stdout or "") .. (run.stderr or "")), "\n")
  for _, line in ipairs(lines) do
    if vim.trim(line) ~= "" then
      health[run.code == 0 and "info" or "warn"](require("noctule.text").line(line))
    end
  end
  if run.code == 0 then
    health.ok("no errors")
  end
end

return M
