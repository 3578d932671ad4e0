-- contains: clock-in-seconds, waits-a-whole-window
local key = KEYS[1]
local windowMs = tonumber(ARGV[1])
local limit = tonumber(ARGV[2])
local now = redis.call('TIME')[1] * 1000
local ends = (math.floor(now / windowMs) + 1) * windowMs

if redis.call('PTTL', key) == 0 then redis.call('DEL', key) end
local count = tonumber(redis.call('GET', key)) or 0
if count < limit then
  redis.call('INCR', key)
  redis.call('PEXPIREAT', key, ends)
  return { 1, count + 1, 0 }
end
redis.call('PEXPIREAT', key, ends)
return { 0, count, windowMs }
