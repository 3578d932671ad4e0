-- Purpose     A sliding log: at most `limit` requests in any window of `windowMs`. One request asks,
--             and counts if it is allowed.
-- Atomicity   Redis runs a script as a whole: what it read still holds when it acts on it.
--
-- KEYS[1]     The log of one client, such as rl:{u42}. What it holds is the script's own business;
--             it writes no key whose name does not start with this one.
-- ARGV[1]     windowMs   length of the window in ms, a whole number >= 1
-- ARGV[2]     limit      requests allowed in a window, a whole number >= 1
-- ARGV[3]     requestId  a string that no other request has
--
-- Returns     {allowed, count, retryAfterMs}, three integers
--   allowed   {1, count, 0}: count is the number in the window, this one included
--   denied    {0, count, retryAfterMs}: nothing has changed but what time changes; retryAfterMs is
--             the smallest wait in ms after which this request is allowed, if nothing else arrives
--
-- Expiry      On both branches every key written has a TTL: as long as its newest request counts,
--             and at most two windows.
-- Clock       Redis's own TIME, in microseconds or cut to ms. The window is (now - windowMs, now]:
--             a request exactly windowMs old is out.

local log = KEYS[1]
local windowMs = tonumber(ARGV[1])
local limit = tonumber(ARGV[2])
local requestId = ARGV[3]

return redis.error_reply('TODO: reply {allowed, count, retryAfterMs} for this request')
