-- Folded into one line and put before a script that runs on the real clock: see as-it-stands.ts.
-- (Comments end a line; no string in this file holds two dashes.)
local redis = (function(real, caller)
  local upper, type = string.upper, type

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

  return setmetatable({ call = caller(run), pcall = run }, { __index = real, __newindex = real })
end)(redis, CALLER);
