-- contains: no-pexpire, retry-from-the-newest
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local from = '(' .. string.format('%.0f', now - ARGV[1])

redis.call('ZREMRANGEBYSCORE', KEYS[1], 0, now - ARGV[1])
local inside = redis.call('ZRANGEBYSCORE', KEYS[1], from, '+inf', 'WITHSCORES')
local n = #inside / 2
if n < tonumber(ARGV[2]) then
  redis.call('ZADD', KEYS[1], now, ARGV[3])
  return { 1, n + 1, 0 }
end
return { 0, n, inside[#inside] + ARGV[1] - now }
