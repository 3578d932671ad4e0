-- contains: cuts-the-wait, ttl-only-when-allowed
local key, windowMs, limit = KEYS[1], tonumber(ARGV[1]), tonumber(ARGV[2])
local seconds, micros = unpack(redis.call('TIME'))
local now = seconds * 1000 + micros / 1000
local rest = windowMs - now % windowMs

if redis.call('PTTL', key) == 0 then
  redis.call('DEL', key)
end
local count = tonumber(redis.call('GET', key) or 0)
if count >= limit then
  return { 0, count, rest }
end
redis.call('SET', key, count + 1, 'PXAT', math.floor(now + rest + 0.5))
return { 1, count + 1, 0 }
