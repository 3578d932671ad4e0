-- misconception: Entries that have left may be removed last, to tidy up.
-- why: Until then they count. Limit 2, windowMs 1000, requests at 0 and 900: the one at 1500 is denied, with a wait of -500 ms; it should be allowed.
-- caught by: requests that have left no longer count, before anything is decided

local log = KEYS[1]
local windowMs = tonumber(ARGV[1])
local limit = tonumber(ARGV[2])
local requestId = ARGV[3]

local time = redis.call('TIME')
local now = tonumber(time[1]) * 1000 + math.floor(tonumber(time[2]) / 1000)

for _, id in ipairs(redis.call('ZRANGEBYSCORE', log, '(' .. now, '+inf')) do
  redis.call('ZADD', log, now, id)
end

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

-- The window is (now - windowMs, now]: an entry exactly windowMs old is out.
redis.call('ZREMRANGEBYSCORE', log, '-inf', now - windowMs)

redis.call('PEXPIRE', log, windowMs)
return { allowed, count, retryAfterMs }
