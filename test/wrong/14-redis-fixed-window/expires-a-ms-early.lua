-- misconception: A key that expires one ms before the frame ends is surely gone when the next begins.
-- why: In the last ms of a frame that is no time to live at all, so that Redis deletes the key at once: with limit 2 and windowMs 1000, a third request at 999 is let in, and a fourth.
-- caught by: the last ms of a frame is part of it

local counter = KEYS[1]
local windowMs = tonumber(ARGV[1])
local limit = tonumber(ARGV[2])

local time = redis.call('TIME')
local now = tonumber(time[1]) * 1000 + math.floor(tonumber(time[2]) / 1000)
local frameEnd = now - now % windowMs + windowMs

local count = tonumber(redis.call('GET', counter) or 0)
if count < limit then
  count = redis.call('INCR', counter)
  redis.call('PEXPIREAT', counter, frameEnd - 1)
  return { 1, count, 0 }
end
redis.call('PEXPIREAT', counter, frameEnd - 1)
return { 0, count, frameEnd - now }
