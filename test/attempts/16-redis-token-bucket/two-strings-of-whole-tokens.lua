-- contains: stores-whole-tokens, ttl-of-one-token
local tokensKey = KEYS[1] .. ':tokens'
local timeKey = KEYS[1] .. ':time'
local capacity = tonumber(ARGV[1])
local rate = tonumber(ARGV[2])
local cost = tonumber(ARGV[3])
local time = redis.call('TIME')
local now = tonumber(time[1]) * 1000 + math.floor(tonumber(time[2]) / 1000)

local tokens = tonumber(redis.call('GET', tokensKey) or capacity)
local last = tonumber(redis.call('GET', timeKey) or now)
tokens = math.min(capacity, tokens + (now - last) / 1000 * rate)

local allowed, wait = 0, 0
if tokens >= cost then
  tokens = tokens - cost
  allowed = 1
else
  wait = math.ceil((cost - tokens) / rate * 1000)
end
tokens = math.floor(tokens)

local ttl = math.ceil(1 / rate * 1000)
redis.call('SET', tokensKey, tokens, 'PX', ttl)
redis.call('SET', timeKey, now, 'PX', ttl)
return { allowed, tokens, wait }
