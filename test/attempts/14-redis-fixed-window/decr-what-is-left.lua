-- contains: inherits-in-the-first-ms, ttl-only-with-the-first-hit
local left, windowMs, limit = KEYS[1], tonumber(ARGV[1]), tonumber(ARGV[2])
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local frameEnd = math.ceil((now + 1) / windowMs) * windowMs

redis.call('SET', left, limit, 'NX', 'PXAT', frameEnd)
local tokens = tonumber(redis.call('GET', left))
if tokens <= 0 then
  return { 0, limit, frameEnd - now }
end
tokens = redis.call('DECR', left)
return { 1, limit - tokens, 0 }
