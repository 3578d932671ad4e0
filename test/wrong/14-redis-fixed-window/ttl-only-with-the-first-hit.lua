-- misconception: Only the request that makes the key has to set its TTL.
-- why: If that TTL is lost (PERSIST, or a copy of the key without it) no later request sets it again: PTTL stays -1, and the count is never given up.
-- caught by: a TTL that was lost is there again after the next allowed request

local counter = KEYS[1]
local windowMs = tonumber(ARGV[1])
local limit = tonumber(ARGV[2])

local time = redis.call('TIME')
local now = tonumber(time[1]) * 1000 + math.floor(tonumber(time[2]) / 1000)
local frameEnd = now - now % windowMs + windowMs

local count = 0
if redis.call('PTTL', counter) ~= 0 then
  count = tonumber(redis.call('GET', counter) or 0)
end
if count >= limit then
  redis.call('PEXPIREAT', counter, frameEnd)
  return { 0, count, frameEnd - now }
end
if count == 0 then
  redis.call('SET', counter, 1, 'PXAT', frameEnd)
else
  redis.call('INCR', counter)
end
return { 1, count + 1, 0 }
