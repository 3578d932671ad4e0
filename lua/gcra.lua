-- Purpose     The token bucket told by one timestamp: the generic cell rate algorithm (GCRA). Its
--             contract is that of token-bucket.lua, and it answers the same, as long as a double holds
--             the bucket's thousandths: up to 9 * 10^12 tokens. Above, tokensLeft may be one off.
-- Atomicity   Redis runs a script as a whole: no other client comes between the read and the write.
--
-- KEYS[1]     When the bucket will be full again, known as the theoretical arrival time: a string of
--             two doubles, whole ms and what is left of one, in refillPerSec-ths. (As text, `..` would
--             keep 14 digits.) No key: it is full. The script touches no other key.
-- ARGV[1]     capacity      tokens that a full bucket holds, a whole number >= 1
-- ARGV[2]     refillPerSec  tokens that flow in each second, a number above 0
-- ARGV[3]     cost          tokens that this request takes, a number above 0, at most capacity
--
-- Returns     {allowed, tokensLeft, retryAfterMs}, three integers
--   allowed   {1, tokensLeft, 0}: full later, by the time that its tokens take to flow in
--   denied    {0, tokensLeft, retryAfterMs}: nothing has changed; retryAfterMs >= 1 is the smallest
--             wait in ms after which this request is allowed, if nothing else arrives
--   error     a cost that is not above 0 or above capacity, which no wait can meet: an error that
--             names cost, and nothing has changed
--
-- Expiry      On both branches the key lives until the bucket is full again, rounded up to a ms.
-- Clock       Redis's own TIME, never a pod's, cut to whole ms. Should the clock have been set back,
--             the bucket counts as empty at worst.
--
-- It trades the picture for one number of state: a string is smaller than a hash, SET writes it
-- together with its TTL, and a denied request need not write it.

local fullAtKey = KEYS[1]
-- Arithmetic makes numbers of strings, too, and calls no function.
local capacity = ARGV[1] + 0
local refillPerSec = ARGV[2] + 0
local cost = tonumber(ARGV[3])

-- Written so that NaN is refused, too.
if not (cost and cost > 0 and cost <= capacity) then
  return redis.error_reply('ERR cost must be above 0 and at most capacity, got ' .. ARGV[3])
end

local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)

-- What is missing in the bucket, in thousandths of a token: a ms brings `refillPerSec` of them.
local whole = capacity * 1000
local missing = 0
local stored = redis.call('GET', fullAtKey)
if stored then
  local ms, rest = struct.unpack('dd', stored)
  missing = (ms - now) * refillPerSec + rest
  if missing < 0 then
    missing = 0
  elseif missing > whole then
    missing = whole
  end
end

local allowed = 0
local retryAfterMs = 0
local wanted = missing + cost * 1000
local early = wanted - whole
if early <= 0 then
  allowed = 1
  missing = wanted
else
  retryAfterMs = math.ceil(early / refillPerSec)
end

local untilFull = math.floor(missing / refillPerSec)
local fullAt = now + untilFull
local expires = fullAt + 1
if untilFull > 2 ^ 53 then
  expires = now + 2 ^ 53
end
if allowed == 1 then
  local rest = missing - untilFull * refillPerSec
  redis.call('SET', fullAtKey, struct.pack('dd', fullAt, rest), 'PXAT', expires)
else
  redis.call('PEXPIREAT', fullAtKey, expires)
end

return { allowed, capacity - math.ceil(missing / 1000), retryAfterMs }
