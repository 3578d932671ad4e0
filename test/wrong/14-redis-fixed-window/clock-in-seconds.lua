-- misconception: The first number of TIME is the time.
-- why: That is the seconds alone: with limit 1 and windowMs 100, a hit at 905 is taken for one at 0, and the wait at 999 for 100 ms instead of 1.
-- caught by: time is milliseconds: a second has a thousand of them

local counter = KEYS[1]
local windowMs = tonumber(ARGV[1])
local limit = tonumber(ARGV[2])

local time = redis.call('TIME')
local now = tonumber(time[1]) * 1000
local frameEnd = now - now % windowMs + windowMs

-- Redis still shows a key in the very ms in which it expires (PTTL 0). That ms is the first of the
-- next frame, in which nothing was allowed yet.
local count = 0
if redis.call('PTTL', counter) ~= 0 then
  count = tonumber(redis.call('GET', counter) or 0)
end

local allowed = 0
local retryAfterMs = 0
if count < limit then
  allowed = 1
  count = count + 1
  redis.call('SET', counter, count, 'PXAT', frameEnd)
else
  retryAfterMs = frameEnd - now
  redis.call('PEXPIREAT', counter, frameEnd)
end

return { allowed, count, retryAfterMs }
