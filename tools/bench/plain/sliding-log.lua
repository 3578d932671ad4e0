-- The calls of lua/sliding-log.lua, where it allows, and nothing else: no decision, no arithmetic.

redis.call('TIME')
redis.call('ZRANGEBYSCORE', KEYS[1], '(4102444800000', '+inf')
redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', 1767225600000)
redis.call('ZCARD', KEYS[1])
redis.call('ZADD', KEYS[1], 1767225600001, ARGV[3])
redis.call('PEXPIRE', KEYS[1], 3600000)
return { 1, 1000, 0 }
