-- Makes text from outside safe to show: one line, nothing that moves, hides or colours.
local M = {}

-- Bidi controls and marks, zero-width characters, fillers, line separators, byte-order mark, variation selectors, tags.
local HIDDEN = {
  { 0x00AD, 0x00AD },
  { 0x034F, 0x034F },
  { 0x061C, 0x061C },
  { 0x115F, 0x1160 },
  { 0x17B4, 0x17B5 },
  { 0x180B, 0x180F },
  { 0x200B, 0x200F },
  { 0x2028, 0x202E },
  { 0x2060, 0x206F },
  { 0x3164, 0x3164 },
  { 0xFE00, 0xFE0F },
  { 0xFEFF, 0xFEFF },
  { 0xFFA0, 0xFFA0 },
  { 0xFFF9, 0xFFFB },
  { 0xE0000, 0xE0FFF },
}

---@param code integer
local function is_hidden(code)
  if code < 0x20 or (code >= 0x7F and code < 0xA0) then
    return true
  end
  for _, range in ipairs(HIDDEN) do
    if code >= range[1] and code <= range[2] then
      return true
    end
  end
  return false
end

---One line of text; line ends and tabs are blanks, what nobody can see is left out.
---@param text string?
---@param longest integer? in characters
---@return string
function M.line(text, longest)
  local plain = tostring(text or ""):gsub("[\r\n\t]+", " "):gsub("%c", "")
  if not plain:find("[\128-\255]") then
    return longest and #plain > longest and plain:sub(1, longest - 1) .. "…" or plain
  end
  local shown = {}
  -- By code points: what hides may ride on the character before it.
  for _, code in ipairs(vim.fn.str2list(plain)) do
    if not is_hidden(code) then
      if longest and #shown == longest then
        shown[#shown] = "…"
        break
      end
      table.insert(shown, vim.fn.nr2char(code))
    end
  end
  return table.concat(shown)
end

---The lines of a text, each made safe.
---@param text string?
---@return string[]
function M.lines(text)
  return vim.tbl_map(M.line, vim.split(tostring(text or ""), "\r?\n"))
end

---A time of the wire, to the minute.
---@param at string?
---@return string
function M.minute(at)
  return (M.line(at):sub(1, 16):gsub("T", " "))
end

---Text for a statusline: there a percent sign is an order.
---@param text string?
---@param longest integer?
---@return string
function M.status(text, longest)
  return (M.line(text, longest):gsub("%%", "%%%%"))
end

return M
