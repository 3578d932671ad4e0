-- contains: takes-ms-for-seconds, ttl-only-when-allowed
local capacity, rate, cost = tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3])
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)

local had = redis.call('HMGET', KEYS[1], 'tokens', 'at')
local tokens, at = had[1] or capacity, had[2] or now
local fresh = (now - at) * rate
tokens = math.min(tokens + fresh, capacity)

if tokens < cost then
  redis.call('HSET', KEYS[1], 'tokens', tokens, 'at', now)
  return { 0, tokens, math.ceil((cost - tokens) / rate * 1000) }
end
tokens = tokens - cost
redis.call('HSET', KEYS[1], 'tokens', tokens, 'at', now)
redis.call('PEXPIRE', KEYS[1], math.ceil(capacity / rate * 1000))
return { 1, tokens, 0 }
