-- misconception: two counts are two keys, named after their frames
-- why: in a cluster the script may touch only keys of the slot of KEYS[1]: a name that does not begin with it, and so loses its tag, is refused as soon as there is a second node
-- caught by: with nothing in the frame before, limit requests are let in

local counts = KEYS[1]
local windowMs = tonumber(ARGV[1])
local limit = tonumber(ARGV[2])

local time = redis.call('TIME')
local now = tonumber(time[1]) * 1000 + math.floor(tonumber(time[2]) / 1000)
local frame = math.floor(now / windowMs)
-- Until the frame ends: windowMs - t.
local left = windowMs - now % windowMs

local currentKey = 'rl:' .. frame
local current = tonumber(redis.call('GET', currentKey) or 0)
local previous = tonumber(redis.call('GET', 'rl:' .. (frame - 1)) or 0)

local allowed = 0
local retryAfterMs = 0
local remaining = 0
local room = (limit - current) * windowMs - previous * left
if room > 0 then
  allowed = 1
  current = redis.call('INCR', currentKey)
  remaining = math.ceil(room / windowMs) - 1
elseif current >= limit then
  retryAfterMs = left + 1
else
  retryAfterMs = math.floor(-room / previous) + 1
end

redis.call('PEXPIREAT', currentKey, (frame + 2) * windowMs)
return { allowed, current, retryAfterMs, remaining }
