-- contains: ttl-of-one-window, forgets-the-frame-before-in-remaining, ttl-only-when-allowed
local windowMs, limit = tonumber(ARGV[1]), tonumber(ARGV[2])
local t = redis.call('TIME')
local now = t[1] * 1000 + math.floor(t[2] / 1000)
local n = math.floor(now / windowMs)
local currentKey = KEYS[1] .. ':' .. string.format('%.0f', n)
local previousKey = KEYS[1] .. ':' .. string.format('%.0f', n - 1)

local current = tonumber(redis.call('GET', currentKey) or '0')
local previous = tonumber(redis.call('GET', previousKey) or '0')
local rest = windowMs - now % windowMs
local weighted = previous * rest + current * windowMs
if weighted >= limit * windowMs then
  if current >= limit then
    return { 0, current, rest + 1, 0 }
  end
  local over = weighted - limit * windowMs
  return { 0, current, math.floor(over / previous) + 1, 0 }
end
current = redis.call('INCR', currentKey)
redis.call('PEXPIRE', currentKey, rest)
return { 1, current, 0, limit - current }
