-- misconception: Who is denied comes back one window later.
-- why: The frame ends earlier: with limit 3 and windowMs 60000, a request denied at 134 has to wait for 59866 ms.
-- caught by: a frame allows limit requests and denies the next, until it ends

local counter = KEYS[1]
local windowMs = tonumber(ARGV[1])
local limit = tonumber(ARGV[2])

local time = redis.call('TIME')
local now = tonumber(time[1]) * 1000 + math.floor(tonumber(time[2]) / 1000)
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
  retryAfterMs = windowMs
  redis.call('PEXPIREAT', counter, frameEnd)
end

return { allowed, count, retryAfterMs }
