-- contains: nothing listed
local key = KEYS[1]
local capacity = tonumber(ARGV[1])
local rate = tonumber(ARGV[2])
local cost = tonumber(ARGV[3])
local t = redis.call('TIME')
local now = t[1] * 1000 + math.floor(t[2] / 1000)
local b = redis.call('HGETALL', key)
local f = {}
for i = 1, #b, 2 do f[b[i]] = tonumber(b[i + 1]) end
local tokens = f.tokens or capacity
tokens = math.min(capacity, tokens + (now - (f.ts or now)) * rate / 1000)
local ok = tokens >= cost
local wait = 0
if ok then tokens = tokens - cost else wait = math.ceil((cost - tokens) * 1000 / rate) end
redis.call('HSET', key, 'tokens', tokens, 'ts', now)
redis.call('EXPIRE', key, math.max(1, math.floor(capacity / rate)))
return { ok and 1 or 0, math.floor(tokens), wait }
