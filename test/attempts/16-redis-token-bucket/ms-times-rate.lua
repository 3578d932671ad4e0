-- contains: takes-ms-for-seconds
local function nowMs()
  local t = redis.call('TIME')
  return tonumber(t[1]) * 1000 + math.floor(tonumber(t[2]) / 1000)
end

local key = KEYS[1]
local size = tonumber(ARGV[1])
local perSec = tonumber(ARGV[2])
local price = tonumber(ARGV[3])
local clock = nowMs()

local level = size
local seen = redis.call('HGET', key, 'seen')
if seen then
  level = tonumber(redis.call('HGET', key, 'level')) + perSec * (clock - tonumber(seen))
  if level > size then level = size end
end

local ok = level >= price
if ok then level = level - price end
redis.call('HSET', key, 'level', level)
redis.call('HSET', key, 'seen', clock)
redis.call('PEXPIRE', key, math.ceil(1000 * size / perSec))

local wait = 0
if not ok then wait = math.ceil(1000 * (price - level) / perSec) end
return { ok and 1 or 0, math.floor(level), wait }
