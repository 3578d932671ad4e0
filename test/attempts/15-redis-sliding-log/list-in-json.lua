-- contains: keeps-the-boundary-hit, ttl-only-when-allowed
local windowMs, limit = tonumber(ARGV[1]), tonumber(ARGV[2])
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)

local times = {}
local stored = redis.call('GET', KEYS[1])
if stored then
  for part in string.gmatch(stored, '%d+') do
    local one = tonumber(part)
    if one >= now - windowMs then
      table.insert(times, one)
    end
  end
end

if #times >= limit then
  return { 0, #times, times[1] + windowMs - now }
end

table.insert(times, now)
local texts = {}
for i, one in ipairs(times) do texts[i] = string.format('%d', one) end
redis.call('SET', KEYS[1], table.concat(texts, ','), 'PX', windowMs)
return { 1, #times, 0 }
