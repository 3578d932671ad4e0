-- misconception: The wait ends when the newest entry leaves the window.
-- why: Room comes with the oldest one. Limit 2, windowMs 60000, requests at 0 and 10000: one at 20000 has to wait for 40000 ms, not 50000.
-- caught by: the wait is until the oldest request leaves, not the newest

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
  local entry = redis.call('ZRANGE', log, -1, -1, 'WITHSCORES')
  retryAfterMs = tonumber(entry[2]) + windowMs - now
end

redis.call('PEXPIRE', log, windowMs)
return { allowed, count, retryAfterMs }
