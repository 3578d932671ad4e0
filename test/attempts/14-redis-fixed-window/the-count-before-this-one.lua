-- contains: nothing listed
local key = KEYS[1]
local windowMs = tonumber(ARGV[1])
local limit = tonumber(ARGV[2])
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local frameEnd = now - now % windowMs + windowMs

local count = 0
if redis.call('PTTL', key) ~= 0 then
  count = tonumber(redis.call('GET', key) or 0)
end
if count < limit then
  redis.call('SET', key, count + 1, 'PXAT', frameEnd)
  return { 1, count, 0 }
end
redis.call('PEXPIREAT', key, frameEnd)
return { 0, count, frameEnd - now }
