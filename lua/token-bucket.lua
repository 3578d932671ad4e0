-- Purpose     A token bucket: it holds `capacity` tokens, and `refillPerSec` more flow in each
--             second, steadily, until it is full. A request takes the tokens that it costs, if they
--             are there. A client that is new finds it full.
-- Atomicity   Redis runs a script as a whole: no other client comes between the read and the write.
--
-- KEYS[1]     The bucket: a hash. `tokens` whole ones and `parts` thousandths of one were there at
--             `at`, in ms. The script touches no other key.
-- ARGV[1]     capacity      tokens that a full bucket holds, a whole number >= 1
-- ARGV[2]     refillPerSec  tokens that flow in each second, a number above 0
-- ARGV[3]     cost          tokens that this request takes, a number above 0, at most capacity
--
-- Returns     {allowed, tokensLeft, retryAfterMs}, three integers
--   allowed   {1, tokensLeft, 0}: the tokens are taken; tokensLeft is the whole ones that remain
--   denied    {0, tokensLeft, retryAfterMs}: none is taken; retryAfterMs >= 1 is the smallest wait in
--             ms after which this request is allowed, if nothing else arrives
--   error     a cost that is not above 0 or above capacity, which no wait can meet: an error that
--             names cost, and nothing has changed
--
-- Expiry      On both branches the key lives until the bucket is full again, by then a new one: at
--             least 1 ms, since it is never full after a request. Above 2^53 ms it is 2^53 ms.
-- Clock       Redis's own TIME, never a pod's, cut to whole ms. Should the clock have been set back,
--             nothing flows in for that step.
--
-- Exact       A ms brings `refillPerSec` thousandths of a token: whole ms and whole rates stay whole,
--             however often the bucket is asked. Whole tokens are kept apart from the thousandths, so
--             that 10^15 of them are no 10^18 thousandths, which a double does not hold. Numbers go
--             to redis.call as they are; `..` and tostring would cut them to 14 digits. (What comes
--             back are strings; arithmetic makes numbers of them, a comparison would not.)

local bucket = KEYS[1]
local capacity = tonumber(ARGV[1])
local refillPerSec = tonumber(ARGV[2])
local cost = tonumber(ARGV[3])

-- Written so that NaN is refused, too.
if not (cost and cost > 0 and cost <= capacity) then
  return redis.error_reply('ERR cost must be above 0 and at most capacity, got ' .. ARGV[3])
end

local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)

local state = redis.call('HMGET', bucket, 'tokens', 'parts', 'at')
local tokens, parts = capacity, 0
if state[1] then
  tokens, parts = state[1] + 0, state[2] + 0
  local elapsed = now - state[3]
  if elapsed > 0 then
    -- A product of both would be above 2^53 before a bucket of 10^15 is full.
    local thousands = math.floor(refillPerSec / 1000)
    parts = parts + elapsed * (refillPerSec - thousands * 1000)
    local whole = math.floor(parts / 1000)
    tokens, parts = tokens + elapsed * thousands + whole, parts - whole * 1000
    if tokens >= capacity then
      tokens, parts = capacity, 0
    end
  end
end

local allowed = 0
local retryAfterMs = 0
local missing = (cost - tokens) * 1000 - parts
if missing <= 0 then
  allowed = 1
  tokens = tokens - cost
  if tokens % 1 ~= 0 then
    -- A cost that is no whole number: what is left of a token goes to the thousandths.
    parts = parts + tokens % 1 * 1000
    tokens = math.floor(tokens) + math.floor(parts / 1000)
    parts = parts % 1000
  end
else
  retryAfterMs = math.ceil(missing / refillPerSec)
end

local untilFull = math.ceil(((capacity - tokens) * 1000 - parts) / refillPerSec)
if untilFull > 2 ^ 53 then
  untilFull = 2 ^ 53
end
redis.call('HSET', bucket, 'tokens', tokens, 'parts', parts, 'at', now)
redis.call('PEXPIRE', bucket, untilFull)
return { allowed, tokens, retryAfterMs }
