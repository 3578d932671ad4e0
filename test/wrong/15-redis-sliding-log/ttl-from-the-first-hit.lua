-- misconception: the TTL is set once, when the key is made
-- why: the whole log then dies one window after its first hit: with limit 10 and a window of an hour, one hit at 0 and eight at 59 min leave room for two at 61 min, not for ten
-- caught by: the log lives as long as its newest request is in the window

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

redis.call('PEXPIRE', log, windowMs, 'NX')
return { allowed, count, retryAfterMs }
