-- contains: inherits-in-the-first-ms, ttl-only-when-allowed
local key = KEYS[1]
local windowMs, limit = tonumber(ARGV[1]), tonumber(ARGV[2])
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local rest = windowMs - now % windowMs
local count = tonumber(redis.call('GET', key) or 0)

if count >= limit then
  return { 0, count, rest }
end
count = redis.call('INCR', key)
redis.call('EXPIRE', key, math.floor(rest / 1000))
return { 1, count, 0 }
