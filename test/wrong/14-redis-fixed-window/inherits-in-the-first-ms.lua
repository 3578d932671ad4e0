-- misconception: A key that expires at the end of its frame is gone when the next frame begins.
-- why: Redis still shows a key in the very ms in which it expires: with limit 1 and windowMs 1000, a hit at 0 denies the one at 1000, with a wait of a whole window.
-- caught by: stretch: the first ms of a frame inherits nothing from the frame before

local counter = KEYS[1]
local windowMs = tonumber(ARGV[1])
local limit = tonumber(ARGV[2])

local time = redis.call('TIME')
local now = tonumber(time[1]) * 1000 + math.floor(tonumber(time[2]) / 1000)
local frameEnd = now - now % windowMs + windowMs

local count = tonumber(redis.call('GET', counter) or 0)

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
