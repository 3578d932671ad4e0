-- contains: ttl-of-one-window
local windowMs, limit = tonumber(ARGV[1]), tonumber(ARGV[2])
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local frame = math.floor(now / windowMs)
local key = KEYS[1] .. ':' .. string.format('%.0f', frame)
local count = tonumber(redis.call('GET', key) or 0)
local left = windowMs - now % windowMs
if count >= limit then
  redis.call('PEXPIRE', key, left)
  return { 0, count, left, 0 }
end
count = redis.call('INCR', key)
redis.call('PEXPIRE', key, left)
return { 1, count, 0, limit - count }
