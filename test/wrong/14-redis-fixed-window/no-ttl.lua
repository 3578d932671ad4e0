-- misconception: The count begins anew with each frame, so the key needs no TTL.
-- why: Only the next request begins it anew: a client that never comes back leaves its key for ever (PTTL is -1 after one request).
-- caught by: after every call the key has a TTL, of at most two windows

local counter = KEYS[1]
local windowMs = tonumber(ARGV[1])
local limit = tonumber(ARGV[2])

local time = redis.call('TIME')
local now = tonumber(time[1]) * 1000 + math.floor(tonumber(time[2]) / 1000)
local frame = math.floor(now / windowMs)
local count = 0
local kept = redis.call('HMGET', counter, 'frame', 'count')
if tonumber(kept[1]) == frame then
  count = tonumber(kept[2])
end

if count >= limit then
  return { 0, count, (frame + 1) * windowMs - now }
end
redis.call('HSET', counter, 'frame', frame, 'count', count + 1)
return { 1, count + 1, 0 }
