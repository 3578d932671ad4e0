-- contains: limit-off-by-one
local key = KEYS[1]
local windowMs = tonumber(ARGV[1])
local limit = tonumber(ARGV[2])
local time = redis.call('TIME')
local now = tonumber(time[1]) * 1000 + math.floor(tonumber(time[2]) / 1000)

local oldest = redis.call('LINDEX', key, 0)
while oldest and tonumber(oldest) <= now - windowMs do
  redis.call('LPOP', key)
  oldest = redis.call('LINDEX', key, 0)
end

local count = redis.call('LLEN', key)
if count > limit then
  redis.call('PEXPIRE', key, windowMs)
  return { 0, count, tonumber(oldest) + windowMs - now }
end
redis.call('RPUSH', key, now)
redis.call('PEXPIRE', key, windowMs)
return { 1, count + 1, 0 }
