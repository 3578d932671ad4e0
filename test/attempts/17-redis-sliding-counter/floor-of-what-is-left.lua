-- contains: rounds-remaining-down, waits-until-it-equals-the-limit
local windowMs, limit = tonumber(ARGV[1]), tonumber(ARGV[2])
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local frame = math.floor(now / windowMs)
local state = redis.call('HMGET', KEYS[1], 'frame', 'current', 'previous')
local current, previous = 0, 0
if state[1] then
  local behind = frame - state[1]
  if behind == 0 then
    current, previous = tonumber(state[2]), tonumber(state[3])
  elseif behind == 1 then
    previous = tonumber(state[2])
  end
end
local left = windowMs - now % windowMs
local used = previous * left / windowMs + current
local reply
if used < limit then
  current = current + 1
  reply = { 1, current, 0, math.max(0, math.floor(limit - used - 1)) }
elseif current >= limit then
  reply = { 0, current, left + 1, 0 }
else
  reply = { 0, current, math.ceil((used - limit) / previous * windowMs), 0 }
end
redis.call('HSET', KEYS[1], 'frame', frame, 'current', current, 'previous', previous)
redis.call('PEXPIREAT', KEYS[1], (frame + 2) * windowMs)
return reply
