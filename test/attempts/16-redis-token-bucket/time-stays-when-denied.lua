-- contains: refills-twice-what-a-denial-saw
local capacity, rate, cost = tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3])
local time = redis.call('TIME')
local now = tonumber(time[1]) * 1000 + math.floor(tonumber(time[2]) / 1000)
local saved = redis.call('HMGET', KEYS[1], 'tokens', 'at')
local tokens = tonumber(saved[1] or capacity)
local at = tonumber(saved[2] or now)
tokens = math.min(capacity, tokens + (now - at) / 1000 * rate)
redis.call('HSET', KEYS[1], 'tokens', tokens)
redis.call('HSETNX', KEYS[1], 'at', now)
redis.call('PEXPIRE', KEYS[1], math.ceil(capacity / rate * 1000))
if tokens < cost then
  return { 0, math.floor(tokens), math.ceil((cost - tokens) / rate * 1000) }
end
redis.call('HSET', KEYS[1], 'tokens', tokens - cost, 'at', now)
return { 1, math.floor(tokens - cost), 0 }
