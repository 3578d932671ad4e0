-- contains: ttl-in-seconds, ttl-only-when-allowed
local windowMs = tonumber(ARGV[1])
local limit = tonumber(ARGV[2])
local t = redis.call('TIME')
local now = t[1] * 1000 + math.floor(t[2] / 1000)
local frame = math.floor(now / windowMs)
local key = KEYS[1] .. ':' .. string.format('%.0f', frame)

local used = tonumber(redis.call('GET', key) or '0')
if used >= limit then
  return { 0, used, (frame + 1) * windowMs - now }
end
redis.call('INCR', key)
redis.call('EXPIRE', key, windowMs)
return { 1, used + 1, 0 }
