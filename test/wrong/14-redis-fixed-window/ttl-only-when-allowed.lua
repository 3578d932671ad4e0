-- misconception: A denied request writes nothing, so it has nothing to expire.
-- why: A key whose TTL was lost (PERSIST) stays without one while its requests are denied, and denies them in every frame to come: PTTL is -1 after a denied request.
-- caught by: stretch: a TTL that was lost is there again after a denied request

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
  retryAfterMs = frameEnd - now
end

return { allowed, count, retryAfterMs }
