-- misconception: A key a frame, named after it.
-- why: In a cluster the script may touch only keys of the slot of KEYS[1]: a name that does not begin with it, and so loses its tag, is refused as soon as there is a second node.
-- caught by: a frame allows limit requests and denies the next, until it ends

local counter = KEYS[1]
local windowMs = tonumber(ARGV[1])
local limit = tonumber(ARGV[2])

local time = redis.call('TIME')
local now = tonumber(time[1]) * 1000 + math.floor(tonumber(time[2]) / 1000)
local frameEnd = now - now % windowMs + windowMs
local frameKey = 'rl:' .. frameEnd .. ':' .. counter
local count = redis.call('INCR', frameKey)
redis.call('PEXPIREAT', frameKey, frameEnd)
if count > limit then
  redis.call('DECR', frameKey)
  return { 0, limit, frameEnd - now }
end
return { 1, count, 0 }
