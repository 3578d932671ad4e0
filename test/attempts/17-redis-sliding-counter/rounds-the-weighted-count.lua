-- contains: rounds-the-estimate, waits-for-the-frame-to-end
local windowMs, limit = tonumber(ARGV[1]), tonumber(ARGV[2])
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local frame = math.floor(now / windowMs)
local passed = now % windowMs
local state = redis.call('HMGET', KEYS[1], 'f', 'c', 'p')
local f, current, previous = tonumber(state[1] or frame), tonumber(state[2] or 0), tonumber(state[3] or 0)
if f < frame then
  previous = f == frame - 1 and current or 0
  current = 0
end
local share = math.floor(previous * (windowMs - passed) / windowMs + 0.5)
local estimate = share + current
redis.call('HSET', KEYS[1], 'f', frame, 'c', current, 'p', previous)
redis.call('PEXPIREAT', KEYS[1], (frame + 2) * windowMs)
if estimate >= limit then
  return { 0, current, windowMs - passed, 0 }
end
redis.call('HINCRBY', KEYS[1], 'c', 1)
return { 1, current + 1, 0, limit - estimate - 1 }
