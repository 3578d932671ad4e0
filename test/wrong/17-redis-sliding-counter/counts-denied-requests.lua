-- misconception: each request is counted, then the estimate is compared
-- why: a denied one is counted nowhere: with limit 2 and windowMs 64, two at 0 and twenty denied ones, the one at 96 has 1 before it, not 11
-- caught by: a denied request is counted nowhere

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

local room = (limit - current) * windowMs - previous * left
current = current + 1
redis.call('HSET', counts, 'frame', frame, 'current', current, 'previous', previous)
redis.call('PEXPIREAT', counts, (frame + 2) * windowMs)
if room > 0 then
  return { 1, current, 0, math.ceil(room / windowMs) - 1 }
end
if current > limit then
  return { 0, current - 1, left + 1, 0 }
end
return { 0, current - 1, math.floor(-room / previous) + 1, 0 }
