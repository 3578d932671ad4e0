-- misconception: ARGV may be compared as it comes
-- why: ARGV holds strings, and strings compare letter by letter: '2' >= '10' is true, so that of 12 tokens a cost of 10 is taken twice
-- caught by: a request takes as many tokens as it costs; the whole capacity is one, too

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
if tostring(tokens) >= ARGV[3] then
  allowed = 1
  tokens = tokens - cost
else
  retryAfterMs = math.ceil((cost - tokens) * 1000 / refillPerSec)
end

redis.call('HSET', bucket, 'tokens', tokens, 'at', now)
redis.call('PEXPIRE', bucket, math.ceil(capacity * 1000 / refillPerSec))
return { allowed, math.floor(tokens), retryAfterMs }
