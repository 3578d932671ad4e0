-- contains: keeps-the-boundary-hit, retry-from-the-newest
local log = KEYS[1]
local windowUs = tonumber(ARGV[1]) * 1000
local limit = tonumber(ARGV[2])

local time = redis.call('TIME')
local nowUs = tonumber(time[1]) * 1000000 + tonumber(time[2])
local from = string.format('(%.0f', nowUs - windowUs)

redis.call('ZREMRANGEBYSCORE', log, '-inf', from)
local count = redis.call('ZCARD', log)
redis.call('PEXPIRE', log, ARGV[1])
if count >= limit then
  local newest = redis.call('ZREVRANGE', log, 0, 0, 'WITHSCORES')
  return { 0, count, math.ceil((tonumber(newest[2]) + windowUs - nowUs) / 1000) }
end
redis.call('ZADD', log, string.format('%.0f', nowUs), ARGV[3])
redis.call('PEXPIRE', log, ARGV[1])
return { 1, count + 1, 0 }
