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
---@field size number Below 1: a share of the editor's height; else lines.

---@class (exact) noctule.Error
---@field kind string A word for programs: `stopped`, `timeout`, or what the server says.
---@field message string A sentence for a person.

---One project's server, as `server.lua` keeps it.
---@class (exact) noctule.Server
---@field id integer? Of the LSP client.
---@field crashes integer[] When, in milliseconds.
---@field last_error string? Why it is not there.
---@field is_wanted boolean Whether it should run.
---@field waiting (fun())[] Who waits until it is ready, or is given up.
---@field open table<fun(), true> What to call for each open request when the server ends.

---What a statusline shows.
---@class (exact) noctule.State
---@field phase "off"|"starting"|"running"|"stopped"|"old" The server as we know it; `old`: too old for this plugin.
---@field health string `ok`, `warning` or `error`.
---@field message string A sentence for a person.
---@field version string? Of the server.
---@field folder string? The memory folder, as a URI.
---@field enabled boolean Whether memory is on.
---@field busy boolean Whether a dream runs.
---@field paused boolean Whether every running session is paused.
---@field auto_dreams boolean Whether dreams begin by themselves.
---@field held integer How much waits for your word.
---@field is_dream_held boolean Whether a dream is among it.
---@field dream noctule.DreamState? The one that runs or will.
---@field last_recall string?
---@field last_dream string?

---@class (exact) noctule.DreamState
---@field id string? Nil for a timer.
---@field state "armed"|"running"
---@field step integer
---@field max_steps integer
---@field message string

---@class (exact) noctule.Command
---@field desc string
---@field run fun(root: string, args: string[], bang: boolean)
---@field complete? fun(root: string, lead: string): string[]

---A line of a panel.
---@class (exact) noctule.Line
---@field [1] string Already safe to show.
---@field hl string? The highlight group of the line's first `mark` bytes, or of all of it.
---@field mark integer?
---@field id string? By which the cursor finds it again after a refresh.
---@field data table? What the line stands for.

---@class (exact) noctule.Key
---@field desc string
---@field run fun(data: table?)
