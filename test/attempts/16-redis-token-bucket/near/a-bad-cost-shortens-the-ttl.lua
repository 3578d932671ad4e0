-- contains: nothing listed
local bucket = KEYS[1]
local capacity = tonumber(ARGV[1])
local refillPerSec = tonumber(ARGV[2])
local cost = tonumber(ARGV[3])

-- Written so that NaN is refused, too.
if not (cost and cost > 0 and cost <= capacity) then
  redis.call('PEXPIRE', bucket, 1000)
  return redis.error_reply('ERR cost must be above 0 and at most capacity, got ' .. ARGV[3])
end

local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)

local state = redis.call('HMGET', bucket, 'tokens', 'parts', 'at')
local tokens, parts = capacity, 0
if state[1] then
  tokens, parts = state[1] + 0, state[2] + 0
  local elapsed = now - state[3]
  if elapsed > 0 then
    -- A product of both would be above 2^53 before a bucket of 10^15 is full.
    local thousands = math.floor(refillPerSec / 1000)
    parts = parts + elapsed * (refillPerSec - thousands * 1000)
    local whole = math.floor(parts / 1000)
    tokens, parts = tokens + elapsed * thousands + whole, parts - whole * 1000
    if tokens >= capacity then
      tokens, parts = capacity, 0
    end
  end
end

local allowed = 0
local retryAfterMs = 0
local missing = (cost - tokens) * 1000 - parts
if missing <= 0 then
  allowed = 1
  tokens = tokens - cost
  if tokens % 1 ~= 0 then
    -- A cost that is no whole number: what is left of a token goes to the thousandths.
    parts = parts + tokens % 1 * 1000
    tokens = math.floor(tokens) + math.floor(parts / 1000)
    parts = parts % 1000
  end
else
  retryAfterMs = math.ceil(missing / refillPerSec)
end

local untilFull = math.ceil(((capacity - tokens) * 1000 - parts) / refillPerSec)
if untilFull > 2 ^ 53 then
  untilFull = 2 ^ 53
end
redis.call('HSET', bucket, 'tokens', tokens, 'parts', parts, 'at', now)
redis.call('PEXPIRE', bucket, untilFull)
return { allowed, tokens, retryAfterMs }
