-- contains: starts-empty
local key = KEYS[1]
local capacity, rate, cost = tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3])
local t = redis.call('TIME')
local nowMs = t[1] * 1000 + math.floor(t[2] / 1000)

local tokens = redis.call('HGET', key, 'tokens')
local last = redis.call('HGET', key, 'last')
if not tokens then
  tokens = 0
  last = nowMs
end

local perMs = rate / 1000
local level = tokens + (nowMs - last) * perMs
if level > capacity then
  level = capacity
end

local reply
if level < cost then
  reply = { 0, math.floor(level), math.ceil((cost - level) / perMs) }
else
  level = level - cost
  reply = { 1, math.floor(level), 0 }
end
redis.call('HSET', key, 'tokens', level, 'last', nowMs)
redis.call('PEXPIRE', key, math.ceil(capacity / perMs))
return reply
