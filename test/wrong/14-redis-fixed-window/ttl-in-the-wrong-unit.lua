-- misconception: Every EXPIRE takes seconds.
-- why: PEXPIRE takes ms: with limit 3 and windowMs 60000, the count of a request at 0 is gone after 60 ms, and each 60 ms three more are let in.
-- caught by: the TTL is long enough: the count is there until its frame ends

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
redis.call('PEXPIRE', counter, math.ceil((frameEnd - now) / 1000))
return { 1, count, 0 }
