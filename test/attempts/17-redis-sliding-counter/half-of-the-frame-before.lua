-- contains: nothing listed
local windowMs, limit = tonumber(ARGV[1]), tonumber(ARGV[2])
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local frame = math.floor(now / windowMs)
local saved = redis.call('HMGET', KEYS[1], 'frame', 'current', 'previous')
local current, previous = 0, 0
if tonumber(saved[1]) == frame then
  current, previous = tonumber(saved[2]), tonumber(saved[3])
elseif tonumber(saved[1]) == frame - 1 then
  previous = tonumber(saved[2])
end
local estimate = previous / 2 + current
redis.call('PEXPIREAT', KEYS[1], (frame + 2) * windowMs)
if estimate >= limit then
  return { 0, current, (frame + 1) * windowMs - now + 1, 0 }
end
current = current + 1
redis.call('HSET', KEYS[1], 'frame', frame, 'current', current, 'previous', previous)
redis.call('PEXPIREAT', KEYS[1], (frame + 2) * windowMs)
return { 1, current, 0, math.ceil(limit - estimate) - 1 }
