-- What a script of a limiter must not call, for prefixes (see prefix.ts): what shows the keys of others, or does
-- something to them without naming them, and what writes a key that is not its own. Of such a command the error that
-- is its reply; of another one nothing. And `redis.setresp`, since the form of replies is asked for.
(function(real, ipairs, sub, type, upper)
  local FORBIDDEN = {
    FLUSHALL = true, FLUSHDB = true, SWAPDB = true, SELECT = true, MOVE = true,
    KEYS = true, SCAN = true, RANDOMKEY = true, DBSIZE = true,
  }
  local form = 2
  local function setresp(wanted)
    real.setresp(wanted)
    form = wanted
  end

  -- The name of a key that the command writes though it does not begin with KEYS[1].
  local function foreign(...)
    if form ~= 2 then real.setresp(2) end
    local keys = real.pcall('COMMAND', 'GETKEYSANDFLAGS', ...)
    if form ~= 2 then real.setresp(form) end
    if keys.err then return nil end
    for _, key in ipairs(keys) do
      local writes = false
      for _, flag in ipairs(key[2]) do
        flag = flag.ok or flag
        if flag == 'RW' or flag == 'OW' or flag == 'RM' then writes = true end
      end
      if writes and sub(key[1], 1, #KEYS[1]) ~= KEYS[1] then return key[1] end
    end
  end

  local function forbidden(name, ...)
    if type(name) == 'string' and FORBIDDEN[upper(name)] then
      return { err = 'KATA-KEY a script of a limiter must not call ' .. upper(name) }
    end
    local other = KEYS[1] and foreign(name, ...)
    if other then
      return { err = 'KATA-KEY the script writes the key ' .. other .. ', whose name does not begin with KEYS[1]' }
    end
  end
  return forbidden, setresp
end)(redis, ipairs, string.sub, type, string.upper)
