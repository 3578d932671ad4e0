-- misconception: the caller has checked the cost
-- why: whoever calls the script by hand has not: a cost of -1 adds a token, and one above the capacity is told to wait for what never comes
-- caught by: stretch: a cost that can never be met is an error that names cost, and takes nothing

local bucket = KEYS[1]
local capacity = tonumber(ARGV[1])
local refillPerSec = tonumber(ARGV[2])
local cost = tonumber(ARGV[3])

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
redis.call('PEXPIRE', bucket, math.ceil(capacity * 1000 / refillPerSec))
return { allowed, math.floor(tokens), retryAfterMs }
