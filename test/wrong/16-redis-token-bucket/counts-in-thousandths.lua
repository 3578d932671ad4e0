-- misconception: a thousandth of a token is a whole number, and whole numbers are exact
-- why: up to 2^53 they are: 10^15 tokens are 10^18 thousandths, and of those a double holds every 128th; each request takes 1024 of them instead of 1000
-- caught by: stretch: 10^15 tokens are counted to the last one

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
local tokens = tonumber(state[1]) or capacity * 1000
local at = tonumber(state[2]) or now
tokens = math.min(capacity * 1000, tokens + (now - at) * refillPerSec)

local allowed = 0
local retryAfterMs = 0
if tokens >= cost * 1000 then
  allowed = 1
  tokens = tokens - cost * 1000
else
  retryAfterMs = math.ceil((cost * 1000 - tokens) / refillPerSec)
end

redis.call('HSET', bucket, 'tokens', tokens, 'at', now)
redis.call('PEXPIRE', bucket, math.ceil(capacity * 1000 / refillPerSec))
return { allowed, math.floor(tokens / 1000), retryAfterMs }
