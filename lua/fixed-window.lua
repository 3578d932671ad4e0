-- Purpose     A fixed window: at most `limit` requests in each frame [n * windowMs, (n+1) * windowMs)
--             of the clock. One request asks, and counts if it is allowed.
-- Atomicity   Redis runs a script as a whole: no other client comes between the read and the write.
--
-- KEYS[1]     The counter: a string, how many were allowed in the frame at whose end it expires.
--             The script touches no other key.
-- ARGV[1]     windowMs   length of a frame in ms, a whole number >= 1
-- ARGV[2]     limit      requests allowed in a frame, a whole number >= 1
--
-- Returns     {allowed, count, retryAfterMs}, three integers
--   allowed   {1, count, 0}: counted; count is the number in the frame, this one included
--   denied    {0, count, retryAfterMs}: not counted; count is the number in the frame, and
--             retryAfterMs >= 1 the ms until the frame ends
--
-- Expiry      On both branches the key expires when the frame ends, whenever it was written: an
--             instant and not a time from now, so that no hit moves it, and a TTL that was lost
--             (PERSIST) is there again.
-- Clock       Redis's own TIME, never a pod's, cut to whole ms as windowMs is. Should the clock have
--             been set back, what a later frame counted counts in this one.

local counter = KEYS[1]
local windowMs = tonumber(ARGV[1])
local limit = tonumber(ARGV[2])

local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local frameEnd = now - now % windowMs + windowMs

-- Redis still shows a key in the very ms in which it expires (PTTL 0). That ms is the first of the
-- next frame, in which nothing was allowed yet.
local count = 0
if redis.call('PTTL', counter) ~= 0 then
  count = (redis.call('GET', counter) or 0) + 0
end

local allowed = 0
local retryAfterMs = 0
if count < limit then
  allowed = 1
  count = count + 1
  redis.call('SET', counter, count, 'PXAT', frameEnd)
else
  retryAfterMs = frameEnd - now
  redis.call('PEXPIREAT', counter, frameEnd)
end

return { allowed, count, retryAfterMs }
