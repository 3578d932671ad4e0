-- Purpose     A sliding log: at most `limit` requests in any window of `windowMs`. One request asks,
--             and is written down if it is allowed.
-- Atomicity   Redis runs a script as a whole: no other client comes between the count and the add.
--
-- KEYS[1]     The log: a sorted set, the id of each allowed request scored by its time in ms.
--             The script touches no other key.
-- ARGV[1]     windowMs   length of the window in ms, a whole number >= 1
-- ARGV[2]     limit      requests allowed in a window, a whole number >= 1
-- ARGV[3]     requestId  any string that never comes twice: two requests in one ms are two members
--
-- Returns     {allowed, count, retryAfterMs}, three integers
--   allowed   {1, count, 0}: written down; count is the number in the window, this one included
--   denied    {0, count, retryAfterMs}: nothing is written down; count is the number in the window,
--             and retryAfterMs >= 1 the smallest wait in ms after which this request is allowed,
--             if nothing else arrives
--
-- Expiry      On both branches the key lives for windowMs from now: no entry decides for longer, and
--             a TTL that was lost (PERSIST) is there again.
-- Clock       Redis's own TIME, never a pod's, cut to whole ms as windowMs and the wait are: an entry
--             leaves in the ms windowMs after its own, in which the key itself is still there.
--             (In microseconds the wait would have to be rounded up, and a score would have
--             16 digits, of which Lua's `..` keeps 14.) Should the clock have been set back, entries
--             from the future count as made now: none is forgotten early, and none blocks for longer
--             than one window.

local log = KEYS[1]
local windowMs = tonumber(ARGV[1])
local limit = tonumber(ARGV[2])
local requestId = ARGV[3]

local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)

for _, id in ipairs(redis.call('ZRANGEBYSCORE', log, now + 1, '+inf')) do
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

redis.call('PEXPIRE', log, windowMs)
return { allowed, count, retryAfterMs }
