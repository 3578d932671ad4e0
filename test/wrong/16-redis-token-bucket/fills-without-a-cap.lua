-- misconception: what flowed in while nobody asked is there
-- why: a bucket holds capacity: with capacity 10 and 2 a second, one taken at 0, 625 ms bring 1.25, and one fits; here 0.25 is left after all 10 were taken, and the next waits 375 ms instead of 500
-- caught by: a refill of more than fits is not saved up

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
tokens = tokens + (now - at) * refillPerSec / 1000

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
