-- misconception: TIME is seconds and microseconds: one after the other they are the time in microseconds.
-- why: The microseconds have no zeros in front: at 1001 ms they are 1000, not 001000, and the number is too short by three digits; with windowMs 100 the request at 1001 finds itself in a frame of another age.
-- caught by: time is milliseconds: a second has a thousand of them

local counter = KEYS[1]
local windowMs = tonumber(ARGV[1])
local limit = tonumber(ARGV[2])

local time = redis.call('TIME')
local now = math.floor(tonumber(time[1] .. time[2]) / 1000)
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
