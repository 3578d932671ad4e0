-- contains: weighs-by-elapsed, no-ttl
local windowMs, limit = tonumber(ARGV[1]), tonumber(ARGV[2])
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local frame = math.floor(now / windowMs)
local current = tonumber(redis.call('HGET', KEYS[1], frame) or 0)
local previous = tonumber(redis.call('HGET', KEYS[1], frame - 1) or 0)
local t = now % windowMs
local estimate = previous * t / windowMs + current
if estimate < limit then
  redis.call('HINCRBY', KEYS[1], frame, 1)
  return { 1, current + 1, 0, math.ceil(limit - estimate) - 1 }
end
local wait = windowMs - t + 1
if current < limit then
  wait = math.floor((estimate - limit) * windowMs / previous) + 1
end
return { 0, current, wait, 0 }
