-- contains: takes-tokens-when-it-denies, wait-in-seconds
local capacity, rate, cost = tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3])
local time = redis.call('TIME')
local now = tonumber(time[1]) + tonumber(time[2]) / 1000000

local saved = redis.call('HMGET', KEYS[1], 'level', 'ms')
local level, ms = capacity, now * 1000
if saved[1] then
  level = tonumber(saved[1])
  ms = tonumber(saved[2])
end
level = math.min(capacity, level + (now * 1000 - ms) * rate / 1000) - cost
redis.call('HSET', KEYS[1], 'level', level, 'ms', now * 1000)
redis.call('PEXPIRE', KEYS[1], math.ceil(1000 * capacity / rate))
if level < 0 then
  return { 0, math.floor(level + cost), math.ceil(-level / rate) }
end
return { 1, math.floor(level), 0 }
