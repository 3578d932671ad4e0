-- contains: timestamp-as-member, no-pexpire
local key = KEYS[1]
local window = tonumber(ARGV[1])
local limit = tonumber(ARGV[2])

local t = redis.call('TIME')
local now = t[1] * 1000 + math.floor(t[2] / 1000)

redis.call('ZREMRANGEBYSCORE', key, 0, now - window)
local n = redis.call('ZCARD', key)
if n < limit then
  redis.call('ZADD', key, now, now)
  return { 1, n + 1, 0 }
end
local first = redis.call('ZRANGE', key, 0, 0, 'WITHSCORES')
return { 0, n, first[2] + window - now }
