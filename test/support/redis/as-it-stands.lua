-- Folded into one line and put before a script that runs on the real clock: see as-it-stands.ts.
-- (Comments end a line; no string in this file holds two dashes.)
local redis = (function(real, caller, forbidden, setresp)
  local function run(name, ...)
    local refused = forbidden(name, ...)
    if refused then return refused end
    return real.pcall(name, ...)
  end

  local own = { call = caller(run), pcall = run, setresp = setresp }
  return setmetatable(own, { __index = real, __newindex = real })
end)(redis, CALLER, FORBIDDEN);
