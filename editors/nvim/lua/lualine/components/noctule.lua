-- lualine: `sections = { lualine_x = { "noctule" } }`.
local Component = require("lualine.component"):extend()

function Component:update_status()
  return require("noctule").statusline()
end

return Component
