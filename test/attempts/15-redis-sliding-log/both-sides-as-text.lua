-- contains: compares-strings
local log, windowMs = KEYS[1], tonumber(ARGV[1])
local time = redis.call('TIME')
local now = tonumber(time[1]) * 1000 + math.floor(tonumber(time[2]) / 1000)

redis.call('ZREMRANGEBYSCORE', log, '-inf', now - windowMs)
local count = redis.call('ZCARD', log)
if tostring(count) >= ARGV[2] then
  redis.call('PEXPIRE', log, windowMs)
  local oldest = redis.call('ZRANGE', log, 0, 0, 'WITHSCORES')[2]
  return { 0, count, tonumber(oldest) + windowMs - now }
end
redis.call('ZADD', log, now, ARGV[3])
redis.call('PEXPIRE', log, windowMs)
return { 1, count + 1, 0 }
