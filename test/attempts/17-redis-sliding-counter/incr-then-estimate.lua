-- contains: counts-denied-requests, ttl-only-when-allowed
local windowMs, limit = tonumber(ARGV[1]), tonumber(ARGV[2])
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local frame = math.floor(now / windowMs)
local nowKey = KEYS[1] .. '/' .. string.format('%.0f', frame)
local beforeKey = KEYS[1] .. '/' .. string.format('%.0f', frame - 1)
local previous = tonumber(redis.call('GET', beforeKey) or 0)
local current = redis.call('INCR', nowKey)
if current == 1 then
  redis.call('PEXPIREAT', nowKey, (frame + 2) * windowMs)
end
local left = windowMs - now % windowMs
local room = (limit - (current - 1)) * windowMs - previous * left
if room > 0 then
  redis.call('PEXPIREAT', nowKey, (frame + 2) * windowMs)
  return { 1, current, 0, math.ceil(room / windowMs) - 1 }
end
if current > limit then
  return { 0, current - 1, left + 1, 0 }
end
return { 0, current - 1, math.floor(-room / previous) + 1, 0 }
