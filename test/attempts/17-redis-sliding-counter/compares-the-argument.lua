-- contains: compares-strings, ttl-from-the-first-request
local windowMs = tonumber(ARGV[1])
local limit = ARGV[2]
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local frame = math.floor(now / windowMs)
local left = windowMs - now % windowMs
local nowField, beforeField = string.format('%.0f', frame), string.format('%.0f', frame - 1)
local current = redis.call('HGET', KEYS[1], nowField) or '0'
local previous = redis.call('HGET', KEYS[1], beforeField) or '0'
local room = (limit - current) * windowMs - previous * left
if current < limit and room > 0 then
  current = redis.call('HINCRBY', KEYS[1], nowField, 1)
  if redis.call('PTTL', KEYS[1]) < 0 then
    redis.call('PEXPIRE', KEYS[1], 2 * windowMs)
  end
  return { 1, current, 0, math.ceil(room / windowMs) - 1 }
end
if room <= 0 and tonumber(previous) > 0 and tonumber(current) < tonumber(limit) then
  return { 0, tonumber(current), math.floor(-room / previous) + 1, 0 }
end
return { 0, tonumber(current), left + 1, 0 }
