-- Commands on dreams.
local shared = require("noctule.commands.shared")

---@type table<string, noctule.Command>
local M = {}

M.dream = {
  desc = "Dream now: merge, correct and prune what is known.",
  run = function(root)
    shared.run(root, "dream", {})
  end,
}

M.tidy = {
  desc = "Tidy the memory folder: the dream that needs no model.",
  run = function(root)
    shared.run(root, "tidy", {})
  end,
}

M.cancel = {
  desc = "Stop the dream that runs.",
  run = function(root)
    shared.run(root, "cancelDream", {})
  end,
}

M.dreams = {
  desc = "The dreams so far, in a panel.",
  run = function(root)
    require("noctule.panel.dreams").open(root)
  end,
}

M.apply = {
  desc = "Apply a dream that is held.",
  run = function(root)
    require("noctule.panel.dreams").choose_held(root, function(dream)
      shared.run(root, "applyDream", { dreamId = dream })
    end)
  end,
}

M.discard = {
  desc = "Drop a dream that is held.",
  run = function(root)
    require("noctule.panel.dreams").choose_held(root, function(dream)
      shared.run(root, "discardDream", { dreamId = dream })
    end)
  end,
}

M.auto = {
  desc = "Switch automatic dreaming on or off, in your settings.",
  run = function(root)
    shared.run(root, "dreamAuto", {})
  end,
}

return M
