-- contains: keeps-the-count-over-an-idle-frame, waits-for-the-frame-to-end
local key = KEYS[1]
local windowMs = tonumber(ARGV[1])
local limit = tonumber(ARGV[2])
local time = redis.call('TIME')
local now = tonumber(time[1]) * 1000 + math.floor(tonumber(time[2]) / 1000)
local start = now - now % windowMs

local saved = redis.call('HMGET', key, 'start', 'now', 'before')
local current = tonumber(saved[2] or 0)
local previous = tonumber(saved[3] or 0)
if saved[1] and tonumber(saved[1]) ~= start then
  previous = current
  current = 0
end

local left = start + windowMs - now
local estimate = previous * left + current * windowMs
local reply
if estimate < limit * windowMs then
  local remaining = math.ceil((limit * windowMs - estimate) / windowMs) - 1
  current = current + 1
  redis.call('HSET', key, 'start', start, 'now', current, 'before', previous)
  reply = { 1, current, 0, remaining }
else
  reply = { 0, current, left + (current >= limit and 1 or 0), 0 }
end
redis.call('PEXPIRE', key, 2 * windowMs)
return reply
