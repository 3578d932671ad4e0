-- misconception: EXPIRE takes the time that is left as it is.
-- why: EXPIRE counts in seconds: a frame of 60000 ms keeps its count for 60000 s, almost 17 hours, and with limit 3 the request at 60001, the first of its frame, is denied.
-- caught by: after every call the key has a TTL, of at most two windows

local counter = KEYS[1]
local windowMs = tonumber(ARGV[1])
local limit = tonumber(ARGV[2])

local time = redis.call('TIME')
local now = tonumber(time[1]) * 1000 + math.floor(tonumber(time[2]) / 1000)
local frameEnd = now - now % windowMs + windowMs

local count = tonumber(redis.call('GET', counter) or 0)
if count >= limit then
  return { 0, count, frameEnd - now }
end
count = redis.call('INCR', counter)
redis.call('EXPIRE', counter, frameEnd - now)
return { 1, count, 0 }
