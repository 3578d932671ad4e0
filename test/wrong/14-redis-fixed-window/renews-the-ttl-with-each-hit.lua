-- misconception: Each request sets the TTL to one window, so that the key lives as long as it is used.
-- why: Then the frame never ends while requests come: with limit 3 and windowMs 1000, hits at 0, 600 and 900 keep the count until 1900, and the one at 1001 is denied, though it is the first of its frame.
-- caught by: a request does not lengthen the frame that it is in

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
redis.call('SET', counter, count + 1, 'PX', windowMs)
return { 1, count + 1, 0 }
