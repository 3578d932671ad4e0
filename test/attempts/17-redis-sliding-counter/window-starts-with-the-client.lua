-- contains: frames-from-the-first-request, no-ttl
local key, windowMs, limit = KEYS[1], tonumber(ARGV[1]), tonumber(ARGV[2])
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
redis.call('HSETNX', key, 'born', now)
local age = now - redis.call('HGET', key, 'born')
local frame = math.floor(age / windowMs)
local left = (frame + 1) * windowMs - age
local current = tonumber(redis.call('HGET', key, 'n' .. frame) or 0)
local previous = tonumber(redis.call('HGET', key, 'n' .. frame - 1) or 0)
local room = (limit - current) * windowMs - previous * left
if room > 0 then
  redis.call('HSET', key, 'n' .. frame, current + 1)
  return { 1, current + 1, 0, math.ceil(room / windowMs) - 1 }
end
if current >= limit then
  return { 0, current, left + 1, 0 }
end
return { 0, current, math.floor(-room / previous) + 1, 0 }
