-- misconception: the bucket fills itself, so nothing has to expire
-- why: a client that never comes back leaves its key for ever (PTTL is -1 after one request)
-- caught by: after every call the key has a TTL, of at most two refills

local bucket = KEYS[1]
local capacity = tonumber(ARGV[1])
local refillPerSec = tonumber(ARGV[2])
local cost = tonumber(ARGV[3])

if not (cost > 0 and cost <= capacity) then
  return redis.error_reply('ERR cost must be above 0 and at most capacity, got ' .. ARGV[3])
end

local time = redis.call('TIME')
local now = tonumber(time[1]) * 1000 + math.floor(tonumber(time[2]) / 1000)

local state = redis.call('HMGET', bucket, 'tokens', 'at')
local tokens = tonumber(state[1]) or capacity
local at = tonumber(state[2]) or now
tokens = math.min(capacity, tokens + (now - at) * refillPerSec / 1000)

local allowed = 0
local retryAfterMs = 0
if tokens >= cost then
  allowed = 1
  tokens = tokens - cost
else
  retryAfterMs = math.ceil((cost - tokens) * 1000 / refillPerSec)
end

redis.call('HSET', bucket, 'tokens', tokens, 'at', now)
return { allowed, math.floor(tokens), retryAfterMs }
