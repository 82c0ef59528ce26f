---@meta
-- What passes between the modules. Nothing here runs.

---@class (exact) noctule.Config
---@field cmd string[] How the server is started.
---@field root fun(path: string): string? The project of a file or folder; nil: no project.
---@field settings table The section `noctule` of the server's settings.
---@field interactive boolean Whether you may be asked: conflicts, promotions, adoption.
---@field notify noctule.Notify What you are told of.
---@field attach_sources boolean Whether source files get the hover and lens of the memories that mention them.
---@field recall noctule.RecallConfig
---@field trusted boolean Whether the project's own `.noctule/settings.json` is read.
---@field env table<string, string> Variables for the server, beside your own.
---@field panel noctule.PanelConfig
---@field log_level integer One of vim.log.levels.

---@class (exact) noctule.Notify
---@field written boolean
---@field recalled boolean
---@field dreams boolean
---@field nudges boolean

---@class (exact) noctule.RecallConfig
---@field timeout_ms integer The longest that a turn waits.

---@class (exact) noctule.PanelConfig
---@field style "split"|"float"
---@field size number Below 1: a share of the editor; else columns or lines.

---@class (exact) noctule.Error
---@field kind string A word for programs: `stopped`, `timeout`, or what the server says.
---@field message string A sentence for a person.

---@class (exact) noctule.State
---@field phase "off"|"starting"|"running"|"stopped"|"old" The server as we know it; `old`: too old for this plugin.
---@field health string
---@field message string
---@field busy boolean
---@field paused boolean
---@field dream noctule.DreamState?
---@field held integer
---@field last_recall string?
---@field last_dream string?

---@class (exact) noctule.DreamState
---@field id string
---@field state string
---@field step integer
---@field max_steps integer
---@field message string
