-- misconception: EXPIRE takes two windows as they are
-- why: EXPIRE counts in seconds: two windows of 64 ms keep the key for 128 s
-- caught by: after every call the key has a TTL, of at most two windows

local counts = KEYS[1]
local windowMs = tonumber(ARGV[1])
local limit = tonumber(ARGV[2])

local time = redis.call('TIME')
local now = tonumber(time[1]) * 1000 + math.floor(tonumber(time[2]) / 1000)
local frame = math.floor(now / windowMs)
-- Until the frame ends: windowMs - t.
local left = windowMs - now % windowMs

-- Only the very next frame has the kept one before it; after a gap nothing was allowed before it.
local current, previous = 0, 0
local state = redis.call('HMGET', counts, 'frame', 'current', 'previous')
if state[1] then
  local kept = tonumber(state[1])
  if kept >= frame then
    current, previous = tonumber(state[2]), tonumber(state[3])
  elseif kept == frame - 1 then
    previous = tonumber(state[2])
  end
end

local allowed = 0
local retryAfterMs = 0
local remaining = 0
-- How far the estimate is below the limit, in windowMs-ths of a request: each request takes windowMs
-- of it, and any room that is left lets one more in.
local room = (limit - current) * windowMs - previous * left
if room > 0 then
  allowed = 1
  current = current + 1
  remaining = math.ceil(room / windowMs) - 1
  redis.call('HSET', counts, 'frame', frame, 'current', current, 'previous', previous)
elseif current >= limit then
  -- Full to its end. There it has become the frame before and counts whole, for that one ms.
  retryAfterMs = left + 1
else
  -- Each ms that passes gives `previous` of room, and more than none is needed.
  retryAfterMs = math.floor(-room / previous) + 1
end

redis.call('EXPIRE', counts, 2 * windowMs)
return { allowed, current, retryAfterMs, remaining }
