-- contains: fills-without-a-cap, rounds-tokens-to-the-nearest
local key = KEYS[1]
local capacity = tonumber(ARGV[1])
local refillPerSec = tonumber(ARGV[2])
local cost = tonumber(ARGV[3])

local function round(x)
  return math.floor(x + 0.5)
end

local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local tokens = tonumber(redis.call('HGET', key, 'tokens') or capacity)
local at = tonumber(redis.call('HGET', key, 'at') or now)
tokens = tokens + (now - at) * refillPerSec / 1000

local allowed, retry = 0, 0
if cost <= tokens then
  allowed = 1
  tokens = tokens - cost
else
  retry = math.ceil(1000 * (cost - tokens) / refillPerSec)
end
redis.call('HSET', key, 'tokens', tokens, 'at', now)
redis.call('EXPIRE', key, math.ceil(capacity / refillPerSec))
return { allowed, round(tokens), retry }
