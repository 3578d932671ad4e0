-- contains: renews-the-ttl-with-each-hit
local key, windowMs, limit = KEYS[1], tonumber(ARGV[1]), tonumber(ARGV[2])
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local count = redis.call('GET', key)
count = count and tonumber(count) or 0
local left = windowMs - now % windowMs

local allowed = count < limit and 1 or 0
if allowed == 1 then
  count = redis.call('INCR', key)
  left = 0
end
if redis.call('EXISTS', key) == 1 then
  redis.call('PEXPIRE', key, windowMs)
end
return { allowed, count, left }
