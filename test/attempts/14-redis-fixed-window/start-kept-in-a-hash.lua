-- contains: window-starts-at-the-first-hit
local key = KEYS[1]
local windowMs, limit = tonumber(ARGV[1]), tonumber(ARGV[2])
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local start = tonumber(redis.call('HGET', key, 'start'))
local count = tonumber(redis.call('HGET', key, 'count'))

if not start or now >= start + windowMs then
  start, count = now, 0
end
local allowed = 0
if count < limit then
  allowed, count = 1, count + 1
end
redis.call('HSET', key, 'start', start, 'count', count)
redis.call('PEXPIRE', key, windowMs)
if allowed == 1 then return { 1, count, 0 } end
return { 0, count, start + windowMs - now }
