-- contains: clock-in-seconds, ttl-from-the-first-hit
local key, windowMs, limit, id = KEYS[1], tonumber(ARGV[1]), tonumber(ARGV[2]), ARGV[3]
local now = redis.call('TIME')[1] * 1000

redis.call('ZREMRANGEBYSCORE', key, '-inf', now - windowMs)
local count = redis.call('ZCARD', key)

if count >= limit then
  local entry = redis.call('ZRANGE', key, 0, 0, 'WITHSCORES')
  return { 0, count, entry[2] + windowMs - now }
end

redis.call('ZADD', key, now, id)
if count == 0 then
  redis.call('PEXPIRE', key, windowMs)
end
return { 1, count + 1, 0 }
