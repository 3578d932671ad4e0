-- contains: compares-strings, ttl-of-a-day
local key = KEYS[1]
local capacity, rate = ARGV[1], tonumber(ARGV[2])
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
if redis.call('EXISTS', key) == 0 then
  redis.call('HSET', key, 'tokens', capacity, 'at', now)
end
local at = tonumber(redis.call('HGET', key, 'at'))
local tokens = tonumber(redis.call('HGET', key, 'tokens')) + (now - at) * rate / 1000
if tokens > tonumber(capacity) then
  tokens = tonumber(capacity)
end
redis.call('HSET', key, 'tokens', tokens, 'at', now)
redis.call('EXPIRE', key, 86400)
if redis.call('HGET', key, 'tokens') < ARGV[3] then
  return { 0, math.floor(tokens), math.ceil((ARGV[3] - tokens) * 1000 / rate) }
end
tokens = tokens - ARGV[3]
redis.call('HSET', key, 'tokens', tokens)
return { 1, math.floor(tokens), 0 }
