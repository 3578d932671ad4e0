-- contains: nothing listed
local log = KEYS[1]
local windowMs = tonumber(ARGV[1])
local limit = tonumber(ARGV[2])
local time = redis.call('TIME')
local now = tonumber(time[1]) * 1000 + math.floor(tonumber(time[2]) / 1000)

local count = redis.call('ZCARD', log)
redis.call('PEXPIRE', log, windowMs)
if count < limit then
  redis.call('ZADD', log, now, ARGV[3])
  redis.call('PEXPIRE', log, windowMs)
  return { 1, count + 1, 0 }
end
local oldest = redis.call('ZRANGE', log, 0, 0, 'WITHSCORES')
return { 0, count, tonumber(oldest[2]) + windowMs - now }
