-- The calls of lua/fixed-window.lua, where it allows, and nothing else: no decision, no arithmetic.

redis.call('TIME')
redis.call('PTTL', KEYS[1])
redis.call('GET', KEYS[1])
redis.call('SET', KEYS[1], 1000, 'PXAT', 4102444800000)
return { 1, 1000, 0 }
