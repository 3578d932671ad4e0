-- misconception: Add first, then count: one count answers for both branches.
-- why: What was denied stays in the log and fills the window. Limit 2, windowMs 3000, at 0, 100 and 200: the third is denied. At 3000 there is room again, but the denied one has taken it.
-- caught by: what was denied leaves nothing behind

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

redis.call('ZADD', log, now, requestId)
local count = redis.call('ZCARD', log)
local allowed = 0
local retryAfterMs = 0
if count <= limit then
  allowed = 1
else
  -- There is room once count - limit + 1 entries have left: the oldest one, or more of them where
  -- the limit was lowered since.
  local last = count - limit - 1
  local entry = redis.call('ZRANGE', log, last, last, 'WITHSCORES')
  retryAfterMs = tonumber(entry[2]) + windowMs - now
end

redis.call('PEXPIRE', log, windowMs)
return { allowed, count, retryAfterMs }
