-- What `redis.call` is to a script whose commands go through `run`, for prefixes (see prefix.ts). An error names
-- the line of the script, not this one: Redis fills in the line of whoever raises, so the table refuses to be
-- written and answers with the caller's.
(function(match, type, error, pcall, setmetatable)
  return function(run)
    return function(...)
      local reply = run(...)
      if type(reply) ~= 'table' or not reply.err then return reply end
      local _, where = pcall(error, '', 3)
      error(setmetatable(reply, {
        __index = { source = '@user_script', line = match(where, ':(%d+):') or '?' },
        __newindex = function() end,
      }))
    end
  end
end)(string.match, type, error, pcall, setmetatable)
