-- contains: refills-whole-tokens-only
local t = redis.call('TIME')
local ms = t[1] * 1000 + math.floor(t[2] / 1000)
local max = tonumber(ARGV[1])
local every = 1000 / tonumber(ARGV[2])
local want = tonumber(ARGV[3])

if redis.call('EXISTS', KEYS[1]) == 0 then
  redis.call('HSET', KEYS[1], 'left', max, 'since', ms)
end
local left = tonumber(redis.call('HGET', KEYS[1], 'left'))
local since = tonumber(redis.call('HGET', KEYS[1], 'since'))

local came = math.floor((ms - since) / every)
if came >= 1 then
  left = math.min(max, left + came)
  redis.call('HSET', KEYS[1], 'since', ms)
end

local answer
if want <= left then
  left = left - want
  answer = { 1, left, 0 }
else
  answer = { 0, left, math.ceil((want - left) * every) }
end
redis.call('HSET', KEYS[1], 'left', left)
redis.call('PEXPIRE', KEYS[1], math.ceil(max * every))
return answer
