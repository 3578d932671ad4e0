-- misconception: the wait is whole ms, so whole ms are enough to work it out
-- why: the decision is in microseconds, what is left of the frame is cut to ms, and a wait from less is too short: with limit 3 and windowMs 10, three at 1 ms, one at 11.377 and one at 13.377, the wait at 14.377 is 2.3 ms, so 3 and not 2
-- caught by: stretch: a wait that ends between two ms is rounded up, not down nor to the nearest

local counts = KEYS[1]
local windowUs = tonumber(ARGV[1]) * 1000
local limit = tonumber(ARGV[2])

local time = redis.call('TIME')
local now = tonumber(time[1]) * 1000000 + tonumber(time[2])
local frame = math.floor(now / windowUs)
-- Until the frame ends: windowUs - t.
local left = windowUs - now % windowUs

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
-- How far the estimate is below the limit, in windowUs-ths of a request: each request takes windowUs
-- of it, and any room that is left lets one more in.
local room = (limit - current) * windowUs - previous * left
if room > 0 then
  allowed = 1
  current = current + 1
  remaining = math.ceil(room / windowUs) - 1
  redis.call('HSET', counts, 'frame', frame, 'current', current, 'previous', previous)
elseif current >= limit then
  -- Full to its end. There it has become the frame before and counts whole, for that one µs.
  retryAfterMs = math.floor(left / 1000) + 1
else
  -- Each ms that passes gives `previous` of room, and more than none is needed.
  local tooMuch = (current - limit) * windowUs / 1000 + previous * math.floor(left / 1000)
  retryAfterMs = math.floor(tooMuch / previous) + 1
end

redis.call('PEXPIREAT', counts, (frame + 2) * windowUs / 1000)
return { allowed, current, retryAfterMs, remaining }
