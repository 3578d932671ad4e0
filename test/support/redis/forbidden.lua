-- What a script of a limiter must not call, for prefixes (see prefix.ts): what shows the keys of others, or does
-- something to them without naming them. Of such a name the error that is its reply; of another one nothing.
(function(upper, type)
  local FORBIDDEN = {
    FLUSHALL = true, FLUSHDB = true, SWAPDB = true, SELECT = true, MOVE = true,
    KEYS = true, SCAN = true, RANDOMKEY = true, DBSIZE = true,
  }
  return function(name)
    if type(name) == 'string' and FORBIDDEN[upper(name)] then
      return { err = 'KATA-KEY a script of a limiter must not call ' .. upper(name) }
    end
  end
end)(string.upper, type)
