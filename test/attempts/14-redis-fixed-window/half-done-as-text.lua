-- contains: compares-strings, ttl-only-when-allowed
local windowMs = tonumber(ARGV[1])
local time = redis.call('TIME')
local now = tonumber(time[1]) * 1000 + math.floor(tonumber(time[2]) / 1000)
local count = redis.call('GET', KEYS[1]) or '0'
if redis.call('PTTL', KEYS[1]) == 0 then
  count = '0'
end
if count >= ARGV[2] then
  return { 0, tonumber(count), 0 }
end
redis.call('SET', KEYS[1], count + 1, 'PXAT', now - now % windowMs + windowMs)
return { 1, count + 1, 0 }
