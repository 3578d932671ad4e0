-- contains: nothing listed
local capacity, rate, cost = tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3])
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local saved = redis.call('HMGET', KEYS[1], 'tokens', 'at')
local tokens = math.min(capacity, (saved[1] or capacity) + (now - (saved[2] or now)) * rate / 1000)
local allowed = tokens >= cost
if allowed then
  tokens = tokens - cost
end
redis.call('HSET', KEYS[1], 'tokens', tokens, 'at', now)
redis.call('PEXPIRE', KEYS[1], math.ceil(capacity * 1000 / rate))
return { allowed and 1 or 0, math.floor(tokens), allowed and 0 or math.ceil(cost * 1000 / rate) }
