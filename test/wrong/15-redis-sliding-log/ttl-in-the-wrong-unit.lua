-- misconception: Every EXPIRE takes seconds.
-- why: PEXPIRE takes ms: with limit 3 and windowMs 60000, the log is gone 60 ms after its last request, and each 60 ms three more are let in.
-- caught by: the TTL is long enough: a request is there until windowMs after it

local log = KEYS[1]
local windowMs = tonumber(ARGV[1])
local limit = tonumber(ARGV[2])
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
if count < limit then
  allowed = 1
  redis.call('ZADD', log, now, requestId)
  count = count + 1
else
  -- There is room once count - limit + 1 entries have left: the oldest one, or more of them where
  -- the limit was lowered since.
  local last = count - limit
  local entry = redis.call('ZRANGE', log, last, last, 'WITHSCORES')
  retryAfterMs = tonumber(entry[2]) + windowMs - now
end

redis.call('PEXPIRE', log, math.ceil(windowMs / 1000))
return { allowed, count, retryAfterMs }
