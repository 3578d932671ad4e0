-- contains: ttl-only-with-the-first-hit, waits-a-whole-window
local windowMs = tonumber(ARGV[1])
local limit = tonumber(ARGV[2])
local t = redis.call('TIME')
local ms = t[1] * 1000 + math.floor(t[2] / 1000)
local key = KEYS[1] .. ':' .. string.format('%d', math.floor(ms / windowMs))

local n = redis.call('INCR', key)
if n == 1 then
  redis.call('PEXPIRE', key, windowMs - ms % windowMs)
end
if n > limit then
  redis.call('DECR', key)
  return { 0, limit, windowMs }
end
return { 1, n, 0 }
