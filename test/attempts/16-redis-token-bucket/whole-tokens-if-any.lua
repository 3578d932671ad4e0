-- contains: refills-whole-tokens-only, ttl-only-when-allowed
local capacity, rate, cost = tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3])
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)

local had = redis.call('HMGET', KEYS[1], 'tokens', 'at')
local tokens, at = tonumber(had[1] or capacity), tonumber(had[2] or now)
local fresh = math.floor((now - at) / 1000 * rate)
if fresh > 0 then
  tokens = math.min(tokens + fresh, capacity)
  at = now
end

if tokens < cost then
  redis.call('HSET', KEYS[1], 'tokens', tokens, 'at', at)
  return { 0, tokens, math.ceil((cost - tokens) / rate * 1000) }
end
tokens = tokens - cost
redis.call('HSET', KEYS[1], 'tokens', tokens, 'at', at)
redis.call('PEXPIRE', KEYS[1], math.ceil(capacity / rate * 1000))
return { 1, tokens, 0 }
