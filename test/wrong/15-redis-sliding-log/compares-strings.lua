-- misconception: ARGV may be compared as it comes.
-- why: ARGV holds strings, and strings compare letter by letter: "2" < "10" is false, so that with limit 10 the third request is denied. Use tonumber first.
-- caught by: a limit of two digits is a number, too

local log = KEYS[1]
local windowMs = tonumber(ARGV[1])
local limit = ARGV[2]
local requestId = ARGV[3]

local time = redis.call('TIME')
local now = tonumber(time[1]) * 1000 + math.floor(tonumber(time[2]) / 1000)

for _, id in ipairs(redis.call('ZRANGEBYSCORE', log, '(' .. now, '+inf')) do
  redis.call('ZADD', log, now, id)
end

-- The window is (now - windowMs, now]: an entry exactly windowMs old is out.
redis.call('ZREMRANGEBYSCORE', log, '-inf', now - windowMs)

local count = redis.call('ZCARD', log)
local allowed = 0
local retryAfterMs = 0
if tostring(count) < limit then
  allowed = 1
  redis.call('ZADD', log, now, requestId)
  count = count + 1
else
  local entry = redis.call('ZRANGE', log, 0, 0, 'WITHSCORES')
  retryAfterMs = tonumber(entry[2]) + windowMs - now
end

redis.call('PEXPIRE', log, windowMs)
return { allowed, count, retryAfterMs }
