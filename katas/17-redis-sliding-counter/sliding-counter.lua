-- Purpose     A sliding counter: about `limit` requests in any window of `windowMs`, estimated from
--             two counts. Time is cut into frames [n * windowMs, (n+1) * windowMs) of the clock. With
--             t ms of the current one gone, the estimate is
--             previous * (1 - t / windowMs) + current: what was allowed in the frame before (0 if
--             nothing was) and in this one. One request asks, and counts if it is allowed.
-- Atomicity   Redis runs a script as a whole: what it read still holds when it acts on it.
--
-- KEYS[1]     The counts of one client, such as rl:{u42}. What it holds is the script's own business;
--             it writes no key whose name does not start with this one.
-- ARGV[1]     windowMs   length of a frame in ms, a whole number >= 1
-- ARGV[2]     limit      a request is allowed while the estimate is below it, a whole number >= 1
--
-- Returns     {allowed, count, retryAfterMs, remaining}, four integers
--   allowed   {1, count, 0, remaining}: count is the number in the current frame, this one included;
--             remaining is how many more would be allowed at this same instant
--   denied    {0, count, retryAfterMs, 0}: nothing has changed; retryAfterMs is the smallest wait in
--             ms after which this request is allowed, if nothing else arrives
--
-- Expiry      On both branches every key written has a TTL: as long as its count still decides
--             something, and at most two windows.
-- Clock       Redis's own TIME, in microseconds or cut to ms.

local counts = KEYS[1]
local windowMs = tonumber(ARGV[1])
local limit = tonumber(ARGV[2])

return redis.error_reply('TODO: reply {allowed, count, retryAfterMs, remaining} for this request')
