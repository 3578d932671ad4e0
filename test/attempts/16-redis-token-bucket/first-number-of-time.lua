-- contains: clock-in-seconds, no-ttl
local capacity, rate, cost = tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3])
local now = tonumber(redis.call('TIME')[1])

local bucket = redis.call('HMGET', KEYS[1], 'tokens', 'ts')
local tokens = tonumber(bucket[1])
if tokens == nil then
  tokens = capacity
else
  tokens = math.min(capacity, tokens + (now - tonumber(bucket[2])) * rate)
end

local ok = tokens >= cost
if ok then
  tokens = tokens - cost
end
redis.call('HSET', KEYS[1], 'tokens', tokens, 'ts', now)
if ok then
  return { 1, math.floor(tokens), 0 }
end
return { 0, math.floor(tokens), math.ceil((cost - tokens) / rate * 1000) }
