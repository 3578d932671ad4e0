-- contains: window-starts-at-the-first-hit, counts-the-denied, ttl-only-with-the-first-hit
local count = redis.call('INCR', KEYS[1])
if count == 1 then
  redis.call('PEXPIRE', KEYS[1], ARGV[1])
end
if count > tonumber(ARGV[2]) then
  return { 0, count, redis.call('PTTL', KEYS[1]) }
end
return { 1, count, 0 }
