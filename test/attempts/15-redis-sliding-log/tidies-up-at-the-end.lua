-- contains: counts-before-it-prunes, ttl-only-when-allowed
local log = KEYS[1]
local windowMs = tonumber(ARGV[1])
local limit = tonumber(ARGV[2])

local function clock()
  local time = redis.call('TIME')
  return time[1] * 1000 + math.floor(time[2] / 1000)
end

local now = clock()
local count = redis.call('ZCARD', log)
local reply
if count >= limit then
  local oldest = redis.call('ZRANGE', log, 0, 0, 'WITHSCORES')[2]
  reply = { 0, count, math.max(1, oldest + windowMs - now) }
else
  redis.call('ZADD', log, now, ARGV[3])
  redis.call('PEXPIRE', log, windowMs)
  reply = { 1, count + 1, 0 }
end
redis.call('ZREMRANGEBYSCORE', log, 0, now - windowMs)
return reply
