-- The panel that says what a turn would be given, candidate by candidate, and why.
local M = {}

local text = require("noctule.text")

---@param root string
---@param words string
---@param answer table result of `memory/explainRecall`
function M.open(root, words, answer)
  local panel = require("noctule.panel")
  local budget = answer.budget
  local lines = {
    { "turn    " .. text.line(words, 200), hl = "NoctuleFaint", mark = 7 },
    {
      ("gate    %s: %s"):format(answer.gate.open and "open" or "shut", text.line(answer.gate.reason)),
      hl = "NoctuleFaint",
      mark = 7,
    },
    { ("budget  %d of %d bytes"):format(budget.usedBytes, budget.limitBytes), hl = "NoctuleFaint", mark = 7 },
    { "" },
  }
  for _, one in ipairs(answer.candidates) do
    local word, name = one.picked and "picked  " or "withheld", text.line(one.name, 60)
    local why = text.line(one.reason, 100)
    table.insert(lines, {
      ("%s %6.3f  %3.0f %%  %s  %s"):format(word, one.score, one.coverage * 100, name, why),
      hl = one.picked and "NoctuleCompleted" or "NoctuleSkipped",
      mark = 8,
      data = one,
    })
  end
  local buffer = panel.open("noctule://explain", root, {
    ["<CR>"] = {
      desc = "open the memory",
      run = function(one)
        if one then
          require("noctule.panel.window").leave()
          require("noctule.commands.shared").open(one.memoryUri)
        end
      end,
    },
  })
  panel.render(buffer, lines)
end

return M
