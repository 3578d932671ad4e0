-- misconception: INCR first, and what it answers is the count.
-- why: A denied request is not in the frame: with limit 2, the fourth request reports a count of 4, and the kit that 2 - 4 = -2 are remaining.
-- caught by: denied requests count nowhere: count stays at limit

local counter = KEYS[1]
local windowMs = tonumber(ARGV[1])
local limit = tonumber(ARGV[2])

local time = redis.call('TIME')
local now = tonumber(time[1]) * 1000 + math.floor(tonumber(time[2]) / 1000)
local frameEnd = now - now % windowMs + windowMs

if redis.call('PTTL', counter) == 0 then
  redis.call('DEL', counter)
end
local count = redis.call('INCR', counter)
redis.call('PEXPIREAT', counter, frameEnd)
if count > limit then
  return { 0, count, frameEnd - now }
end
return { 1, count, 0 }
