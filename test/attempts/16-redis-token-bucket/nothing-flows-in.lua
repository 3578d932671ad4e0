-- contains: nothing listed
local capacity, rate, cost = tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3])
local tokens = tonumber(redis.call('GET', KEYS[1]) or capacity)
local fullMs = math.ceil(capacity * 1000 / rate)
if tokens < cost then
  redis.call('PEXPIRE', KEYS[1], fullMs)
  return { 0, tokens, math.ceil((cost - tokens) * 1000 / rate) }
end
redis.call('SET', KEYS[1], tokens - cost, 'PX', fullMs)
return { 1, tokens - cost, 0 }
