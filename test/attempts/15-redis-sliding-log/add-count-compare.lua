-- contains: adds-then-checks, ttl-in-seconds
local windowMs, limit, id = tonumber(ARGV[1]), tonumber(ARGV[2]), ARGV[3]
local time = redis.call('TIME')
local now = tonumber(time[1]) * 1000 + math.floor(tonumber(time[2]) / 1000)

redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', now - windowMs)
redis.call('ZADD', KEYS[1], now, id)
redis.call('EXPIRE', KEYS[1], windowMs)
local count = redis.call('ZCARD', KEYS[1])
if count > limit then
  local oldest = redis.call('ZRANGE', KEYS[1], 0, 0, 'WITHSCORES')[2]
  return { 0, limit, tonumber(oldest) + windowMs - now }
end
return { 1, count, 0 }
