-- Purpose     A token bucket: it holds `capacity` tokens, and `refillPerSec` more flow in each
--             second, steadily, until it is full. A request takes the tokens that it costs, if they
--             are there. A client that is new finds it full.
-- Atomicity   Redis runs a script as a whole: what it read still holds when it acts on it.
--
-- KEYS[1]     The bucket of one client, such as rl:{u42}. What it holds is the script's own business;
--             it writes no key whose name does not start with this one.
-- ARGV[1]     capacity      tokens that a full bucket holds, a whole number >= 1
-- ARGV[2]     refillPerSec  tokens that flow in each second, a number above 0, such as 0.25
-- ARGV[3]     cost          tokens that this request takes, above 0 and at most capacity
--
-- Returns     {allowed, tokensLeft, retryAfterMs}, three integers
--   allowed   {1, tokensLeft, 0}: the tokens are taken; tokensLeft is the whole ones that remain
--   denied    {0, tokensLeft, retryAfterMs}: none is taken; retryAfterMs is the smallest wait in ms
--             after which this request is allowed, if nothing else arrives
--   error     (for a star) a cost that is not above 0 or above capacity: an error reply that names
--             cost, and nothing has changed
--
-- Expiry      On both branches every key written has a TTL: until the bucket is full again, and at
--             most twice as long as a whole refill takes, that rounded up to a second.
-- Clock       Redis's own TIME, in microseconds or cut to ms.

local bucket = KEYS[1]
local capacity = tonumber(ARGV[1])
local refillPerSec = tonumber(ARGV[2])
local cost = tonumber(ARGV[3])

return redis.error_reply('TODO: reply {allowed, tokensLeft, retryAfterMs} for this request')
