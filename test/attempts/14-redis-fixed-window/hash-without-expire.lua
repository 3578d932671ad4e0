-- contains: no-ttl, one-too-many
local windowMs = tonumber(ARGV[1])
local limit = tonumber(ARGV[2])
local time = redis.call('TIME')
local now = tonumber(time[1]) * 1000 + math.floor(tonumber(time[2]) / 1000)
local start = now - (now % windowMs)

if tonumber(redis.call('HGET', KEYS[1], 'start')) ~= start then
  redis.call('DEL', KEYS[1])
  redis.call('HSET', KEYS[1], 'start', start, 'count', 0)
end
local count = tonumber(redis.call('HGET', KEYS[1], 'count'))
if count > limit then
  return { 0, count, start + windowMs - now }
end
return { 1, redis.call('HINCRBY', KEYS[1], 'count', 1), 0 }
