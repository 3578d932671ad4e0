-- Purpose     A sliding counter: about `limit` requests in any window of `windowMs`, estimated from
--             two counts. One request asks, and counts if it is allowed.
-- Atomicity   Redis runs a script as a whole: no other client comes between the read and the write.
--
-- KEYS[1]     The counts: a hash. `current` is what was allowed in the frame with the number `frame`,
--             `previous` in the one just before it. The script touches no other key.
-- ARGV[1]     windowMs   length of a frame in ms, a whole number >= 1
-- ARGV[2]     limit      a request is allowed while the estimate is below it, a whole number >= 1
--
-- Returns     {allowed, count, retryAfterMs, remaining}, four integers
--   allowed   {1, count, 0, remaining}: counted; count is the number in the current frame, this one
--             included; remaining is how many more would be allowed at this same instant
--   denied    {0, count, retryAfterMs, 0}: not counted; retryAfterMs >= 1 is the smallest wait in ms
--             after which this request is allowed, if nothing else arrives
--
-- Expiry      On both branches the key expires when the next frame ends: so long this frame's count
--             decides, as that of the frame before. At most two windows from now.
-- Clock       Redis's own TIME, never a pod's, cut to whole ms. Should the clock have been set back,
--             what a later frame counted counts in this one.
--
-- Exact       With t ms of the frame gone, the estimate is previous * (1 - t / windowMs) + current.
--             Both sides of `estimate < limit` are multiplied by windowMs, so that all is whole
--             numbers, and nothing is rounded while limit * windowMs is below 2^53.

local counts = KEYS[1]
local windowMs = tonumber(ARGV[1])
local limit = tonumber(ARGV[2])

local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local elapsed = now % windowMs
local frame = (now - elapsed) / windowMs
-- Until the frame ends.
local left = windowMs - elapsed

-- Only the very next frame has the kept one before it; after a gap nothing was allowed before it.
local current, previous = 0, 0
local state = redis.call('HMGET', counts, 'frame', 'current', 'previous')
if state[1] then
  local ago = frame - state[1]
  if ago <= 0 then
    current, previous = state[2] + 0, state[3] + 0
  elseif ago == 1 then
    previous = state[2] + 0
  end
end

local allowed = 0
local retryAfterMs = 0
local remaining = 0
-- How far the estimate is below the limit, in windowMs-ths of a request: each request takes windowMs
-- of it, and any room that is left lets one more in.
local room = (limit - current) * windowMs - previous * left
if room > 0 then
  allowed = 1
  current = current + 1
  remaining = math.ceil(room / windowMs) - 1
  redis.call('HSET', counts, 'frame', frame, 'current', current, 'previous', previous)
elseif current >= limit then
  -- Full to its end. There it has become the frame before and counts whole, for that one ms.
  retryAfterMs = left + 1
else
  -- Each ms that passes gives `previous` of room, and more than none is needed.
  retryAfterMs = math.floor(-room / previous) + 1
end

redis.call('PEXPIREAT', counts, (frame + 2) * windowMs)
return { allowed, current, retryAfterMs, remaining }
