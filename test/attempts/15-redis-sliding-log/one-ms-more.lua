-- contains: nothing listed
local log, windowMs, limit, id = KEYS[1], tonumber(ARGV[1]), tonumber(ARGV[2]), ARGV[3]
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
redis.call('ZREMRANGEBYSCORE', log, '-inf', now - windowMs)
local n = redis.call('ZCARD', log)
redis.call('PEXPIRE', log, windowMs)
if n < limit then
  redis.call('ZADD', log, now, id)
  redis.call('PEXPIRE', log, windowMs)
  return { 1, n, 0 }
end
local first = redis.call('ZRANGE', log, 0, 0, 'WITHSCORES')
return { 0, n, first[2] + windowMs - now + 1 }
