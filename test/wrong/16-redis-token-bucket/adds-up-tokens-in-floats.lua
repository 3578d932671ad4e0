-- misconception: a tenth of a token each ms makes a whole one in ten
-- why: 0.1 added ten times is 0.9999999999999999: at 100 a second, asked each ms, the request at 10 is denied, though it was promised
-- caught by: stretch: a client that asks every ms is let in just when it was promised

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
redis.call('PEXPIRE', bucket, math.ceil(capacity * 1000 / refillPerSec))
return { allowed, math.floor(tokens), retryAfterMs }
