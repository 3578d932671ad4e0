-- Folded into one line and put before a script that runs on the real clock: see as-it-stands.ts.
-- (Comments end a line; no string in this file holds two dashes.)
local redis = (function(real)
  local upper, match, type, error = string.upper, string.match, type, error
  local pcall, setmetatable = pcall, setmetatable

  -- What shows the keys of others, or does something to them without naming them.
  local FORBIDDEN = {
    FLUSHALL = true, FLUSHDB = true, SWAPDB = true, SELECT = true, MOVE = true,
    KEYS = true, SCAN = true, RANDOMKEY = true,
  }

  local function run(name, ...)
    if type(name) == 'string' and FORBIDDEN[upper(name)] then
      return { err = 'KATA-KEY a script of a limiter must not call ' .. upper(name) }
    end
    return real.pcall(name, ...)
  end

  -- An error names the line of the script, not this one, as in virtual-clock.lua.
  local function call(...)
    local reply = run(...)
    if type(reply) ~= 'table' or not reply.err then return reply end
    local _, where = pcall(error, '', 3)
    error(setmetatable(reply, {
      __index = { source = '@user_script', line = match(where, ':(%d+):') or '?' },
      __newindex = function() end,
    }))
  end

  return setmetatable({ call = call, pcall = run }, { __index = real, __newindex = real })
end)(redis);
