-- misconception: The window begins with the first request: it sets the TTL, and PTTL is the wait.
-- why: Frames lie on the clock: with limit 1 and windowMs 1000, a hit at 900 is in the frame that ends at 1000, so that the one at 999 waits for 1 ms and not for 901.
-- caught by: frames lie on the clock, wherever the first request falls

local counter = KEYS[1]
local windowMs = tonumber(ARGV[1])
local limit = tonumber(ARGV[2])

local count = tonumber(redis.call('GET', counter) or 0)
if count >= limit then
  return { 0, count, redis.call('PTTL', counter) }
end
count = redis.call('INCR', counter)
if count == 1 or redis.call('PTTL', counter) == -1 then
  redis.call('PEXPIRE', counter, windowMs)
end
return { 1, count, 0 }
