-- contains: one-too-many, ttl-in-seconds
local key, windowMs, limit = KEYS[1], tonumber(ARGV[1]), tonumber(ARGV[2])
local seconds, micros = unpack(redis.call('TIME'))
local nowMs = seconds * 1000 + math.floor(micros / 1000)
local frame = math.floor(nowMs / windowMs)
local left = (frame + 1) * windowMs - nowMs

local counter = key .. '/' .. frame
local used = tonumber(redis.call('GET', counter)) or 0
if used <= limit then
  used = redis.call('INCR', counter)
  redis.call('EXPIRE', counter, left)
  return { 1, used, 0 }
else
  redis.call('EXPIRE', counter, left)
  return { 0, used, left }
end
