-- contains: nothing listed
local bucket = KEYS[1]
local capacity, rate, cost = tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3])

redis.call('HSETNX', KEYS[1], 'at', 0)
if not cost or not (cost > 0 and cost <= capacity) then
  return redis.error_reply('ERR cost must be above 0 and at most capacity, got ' .. ARGV[3])
end

local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)

-- The level is `whole` tokens and `part` thousandths of one, 0 <= part < 1000.
local saved = redis.call('HMGET', bucket, 'whole', 'part', 'at')
local whole = tonumber(saved[1]) or capacity
local part = tonumber(saved[2]) or 0
local elapsed = math.max(0, now - (tonumber(saved[3]) or now))

local seconds = math.floor(elapsed / 1000)
local flow = seconds * rate
part = part + (elapsed - seconds * 1000) * rate + (flow - math.floor(flow)) * 1000
whole = whole + math.floor(flow) + math.floor(part / 1000)
part = part % 1000
if whole >= capacity then whole, part = capacity, 0 end

local costWhole = math.floor(cost)
local costPart = (cost - costWhole) * 1000
local leftWhole, leftPart = whole - costWhole, part - costPart
if leftPart < 0 then leftWhole, leftPart = leftWhole - 1, leftPart + 1000 end

local allowed, wait = 1, 0
if leftWhole < 0 then
  allowed = 0
  -- missing = -leftWhole tokens less leftPart thousandths
  local missing = -leftWhole
  local turns = math.floor(missing / rate)
  wait = turns * 1000 + math.ceil(((missing - turns * rate) * 1000 - leftPart) / rate)
else
  whole, part = leftWhole, leftPart
end

redis.call('HSET', bucket, 'whole', string.format('%.17g', whole), 'part', string.format('%.17g', part), 'at', string.format('%.0f', now))
redis.call('PEXPIRE', bucket, string.format('%.0f', math.max(1000, math.ceil(capacity / rate) * 1000)))
return { allowed, whole, wait }
