-- contains: ttl-floored-to-zero, waits-for-a-full-bucket
local capacity = tonumber(ARGV[1])
local rate = tonumber(ARGV[2])
local requested = tonumber(ARGV[3])
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local fillTime = capacity / rate
local ttl = math.floor(fillTime)

local lastTokens = tonumber(redis.call('HGET', KEYS[1], 'tokens'))
if lastTokens == nil then
  lastTokens = capacity
end
local lastRefreshed = tonumber(redis.call('HGET', KEYS[1], 'timestamp'))
if lastRefreshed == nil then
  lastRefreshed = now
end

local delta = math.max(0, now - lastRefreshed)
local filledTokens = math.min(capacity, lastTokens + delta * rate / 1000)
local allowed = filledTokens >= requested
local newTokens = filledTokens
local allowedNum = 0
local wait = 0
if allowed then
  newTokens = filledTokens - requested
  allowedNum = 1
else
  wait = math.ceil((capacity - newTokens) / rate * 1000)
end

redis.call('HSET', KEYS[1], 'tokens', newTokens, 'timestamp', now)
redis.call('EXPIRE', KEYS[1], ttl)
return { allowedNum, math.floor(newTokens), wait }
