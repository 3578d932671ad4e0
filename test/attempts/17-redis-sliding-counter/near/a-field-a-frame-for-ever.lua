-- contains: nothing listed
local windowMs, limit = tonumber(ARGV[1]), tonumber(ARGV[2])
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local frame = math.floor(now / windowMs)
local t = now - frame * windowMs

local function name(n) return string.format('%.0f', n) end

local mine = name(frame)
local current, previous = 0, 0
local all = redis.call('HGETALL', KEYS[1])
for i = 1, #all, 2 do
  if all[i] == mine then
    current = tonumber(all[i + 1])
  elseif all[i] == name(frame - 1) then
    previous = tonumber(all[i + 1])
  end
end

-- All times windowMs: what the frames leave of the limit.
local room = (limit - current) * windowMs - previous * (windowMs - t)
if room > 0 then
  current = redis.call('HINCRBY', KEYS[1], mine, 1)
  redis.call('PEXPIRE', KEYS[1], string.format('%.0f', 2 * windowMs))
  return { 1, current, 0, math.ceil(room / windowMs) - 1 }
end

if redis.call('TTL', KEYS[1]) == -1 then redis.call('PEXPIRE', KEYS[1], string.format('%.0f', 2 * windowMs)) end
local wait = windowMs - t + 1
if current < limit then
  wait = wait - math.ceil((limit - current) * windowMs / previous)
end
return { 0, current, wait, 0 }
