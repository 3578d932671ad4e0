-- The calls of lua/gcra.lua, where it allows, and nothing else: no decision, no arithmetic.

redis.call('TIME')
redis.call('GET', KEYS[1])
redis.call('SET', KEYS[1], '1767225600000 250', 'PXAT', 4102444800000)
return { 1, 999999000, 0 }
