-- contains: ttl-from-the-first-hit, limit-off-by-one
local log = KEYS[1]
local windowMs = tonumber(ARGV[1])
local limit = tonumber(ARGV[2])
local time = redis.call('TIME')
local now = tonumber(time[1]) * 1000 + math.floor(tonumber(time[2]) / 1000)

redis.call('ZREMRANGEBYSCORE', log, '-inf', now - windowMs)
local count = redis.call('ZCARD', log)
local allowed = count <= limit
local wait = 0
if allowed then
  redis.call('ZADD', log, now, ARGV[3])
  count = count + 1
else
  wait = redis.call('ZRANGE', log, 0, 0, 'WITHSCORES')[2] + windowMs - now
end
if redis.call('PTTL', log) == -1 then
  redis.call('PEXPIRE', log, windowMs)
end
return { allowed and 1 or 0, count, wait }
