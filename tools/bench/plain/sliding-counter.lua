-- The calls of lua/sliding-counter.lua, where it allows, and nothing else: no decision, no arithmetic.

redis.call('TIME')
redis.call('HMGET', KEYS[1], 'frame', 'current', 'previous')
redis.call('HSET', KEYS[1], 'frame', 490896, 'current', 1000, 'previous', 0)
redis.call('PEXPIREAT', KEYS[1], 4102444800000)
return { 1, 1000, 0, 1000000 }
