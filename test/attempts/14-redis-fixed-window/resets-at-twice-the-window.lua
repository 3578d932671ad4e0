-- contains: nothing listed
local windowMs, limit = tonumber(ARGV[1]), tonumber(ARGV[2])
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local frame = math.floor(now / (2 * windowMs))
local key = KEYS[1] .. ':' .. frame
local ends = (frame + 1) * 2 * windowMs
local count = tonumber(redis.call('GET', key) or '0')
local allowed = count < limit and 1 or 0
if allowed == 1 then count = redis.call('INCR', key) end
redis.call('PEXPIREAT', key, ends)
return { allowed, count, allowed == 1 and 0 or ends - now }
