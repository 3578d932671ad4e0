-- contains: clock-in-seconds, ttl-in-seconds
local windowMs, limit = tonumber(ARGV[1]), tonumber(ARGV[2])
local now = redis.call('TIME')[1] * 1000
local frame = math.floor(now / windowMs)
local left = (frame + 1) * windowMs - now
local saved = redis.call('HMGET', KEYS[1], 'frame', 'current', 'previous')
local current, previous = 0, 0
if tonumber(saved[1]) == frame then
  current, previous = tonumber(saved[2]), tonumber(saved[3])
elseif tonumber(saved[1]) == frame - 1 then
  previous = tonumber(saved[2])
end
local room = limit * windowMs - current * windowMs - previous * left
local allowed, wait, remaining = 0, 0, 0
if room > 0 then
  allowed = 1
  current = current + 1
  remaining = math.ceil(room / windowMs) - 1
  redis.call('HSET', KEYS[1], 'frame', frame, 'current', current, 'previous', previous)
elseif current >= limit then
  wait = left + 1
else
  wait = math.floor(-room / previous) + 1
end
redis.call('EXPIRE', KEYS[1], windowMs * 2)
return { allowed, current, wait, remaining }
