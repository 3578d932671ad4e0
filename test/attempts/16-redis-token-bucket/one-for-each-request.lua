-- contains: counts-every-cost-as-one, rounds-the-wait-down
local capacity, rate = tonumber(ARGV[1]), tonumber(ARGV[2])
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local saved = redis.call('HMGET', KEYS[1], 'tokens', 'at')
local tokens = math.min(capacity, (saved[1] or capacity) + (now - (saved[2] or now)) * rate / 1000)
local allowed, wait = 0, 0
if tokens >= 1 then
  allowed = 1
  tokens = tokens - 1
else
  wait = math.floor((1 - tokens) * 1000 / rate)
end
redis.call('HSET', KEYS[1], 'tokens', tokens, 'at', now)
redis.call('PEXPIRE', KEYS[1], math.ceil(capacity * 1000 / rate))
return { allowed, math.floor(tokens), wait }
