-- contains: counts-itself-before-it-compares, rounds-remaining-down
local counts, windowMs, limit = KEYS[1], tonumber(ARGV[1]), tonumber(ARGV[2])
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local frame = math.floor(now / windowMs)
local t = now - frame * windowMs
local last = tonumber(redis.call('HGET', counts, 'frame') or frame)
local current = tonumber(redis.call('HGET', counts, 'current') or 0)
local previous = tonumber(redis.call('HGET', counts, 'previous') or 0)
if last == frame - 1 then
  previous, current = current, 0
elseif last < frame - 1 then
  previous, current = 0, 0
end
local estimate = (previous * (windowMs - t) + (current + 1) * windowMs) / windowMs
redis.call('PEXPIREAT', counts, (frame + 2) * windowMs)
if estimate > limit then
  if current + 1 > limit then
    return { 0, current, windowMs - t + 1, 0 }
  end
  return { 0, current, math.ceil((estimate - limit) * windowMs / previous), 0 }
end
current = current + 1
redis.call('HSET', counts, 'frame', frame, 'current', current, 'previous', previous)
redis.call('PEXPIREAT', counts, (frame + 2) * windowMs)
return { 1, current, 0, math.floor(limit - estimate) }
