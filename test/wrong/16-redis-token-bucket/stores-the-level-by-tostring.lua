-- misconception: HSET stores strings, so the number is made one first
-- why: tostring keeps 14 digits: of 10^15 tokens one is taken, 999999999999999 are left, and 1e+15 is stored: the bucket never gets emptier
-- caught by: stretch: 10^15 tokens are counted to the last one

local bucket = KEYS[1]
local capacity = tonumber(ARGV[1])
local refillPerSec = tonumber(ARGV[2])
local cost = tonumber(ARGV[3])

-- Written so that NaN is refused, too.
if not (cost and cost > 0 and cost <= capacity) then
  return redis.error_reply('ERR cost must be above 0 and at most capacity, got ' .. ARGV[3])
end

local time = redis.call('TIME')
local now = tonumber(time[1]) * 1000 + math.floor(tonumber(time[2]) / 1000)

-- The same level, its whole tokens apart from its thousandths.
local function carried(tokens, parts)
  local all = parts + tokens % 1 * 1000
  local over = math.floor(all / 1000)
  return math.floor(tokens) + over, all - over * 1000
end

local state = redis.call('HMGET', bucket, 'tokens', 'parts', 'at')
local tokens = tonumber(state[1]) or capacity
local parts = tonumber(state[2]) or 0
local elapsed = math.max(0, now - (tonumber(state[3]) or now))
tokens, parts = carried(tokens, parts + elapsed * refillPerSec)
if tokens >= capacity then
  tokens, parts = capacity, 0
end

local allowed = 0
local retryAfterMs = 0
local missing = (cost - tokens) * 1000 - parts
if missing <= 0 then
  allowed = 1
  tokens, parts = carried(tokens - cost, parts)
else
  retryAfterMs = math.ceil(missing / refillPerSec)
end

redis.call('HSET', bucket, 'tokens', tostring(tokens), 'parts', parts, 'at', now)
local untilFull = math.ceil(((capacity - tokens) * 1000 - parts) / refillPerSec)
redis.call('PEXPIRE', bucket, math.min(untilFull, 2 ^ 53))
return { allowed, tokens, retryAfterMs }
