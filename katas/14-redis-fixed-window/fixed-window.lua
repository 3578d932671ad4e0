-- Purpose     A fixed window: at most `limit` requests in each frame [n * windowMs, (n+1) * windowMs)
--             of the clock. One request asks, and counts if it is allowed.
-- Atomicity   Redis runs a script as a whole: what it read still holds when it acts on it.
--
-- KEYS[1]     The count of one client, such as rl:{u42}. What it holds is the script's own business;
--             it writes no key whose name does not start with this one.
-- ARGV[1]     windowMs   length of a frame in ms, a whole number >= 1
-- ARGV[2]     limit      requests allowed in a frame, a whole number >= 1
--
-- Returns     {allowed, count, retryAfterMs}, three integers
--   allowed   {1, count, 0}: count is the number in this frame, this one included
--   denied    {0, count, retryAfterMs}: nothing has changed; count is the number in this frame, and
--             retryAfterMs the ms until it ends
--
-- Expiry      On both branches every key written has a TTL: until its frame ends, at most two
--             windows.
-- Clock       Redis's own TIME, in microseconds or cut to ms. Frames lie on the clock, wherever the
--             first request falls.

local counter = KEYS[1]
local windowMs = tonumber(ARGV[1])
local limit = tonumber(ARGV[2])

return redis.error_reply('TODO: reply {allowed, count, retryAfterMs} for this request')
