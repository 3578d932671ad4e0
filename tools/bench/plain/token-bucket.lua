-- The calls of lua/token-bucket.lua, where it allows, and nothing else: no decision, no arithmetic.

redis.call('TIME')
redis.call('HMGET', KEYS[1], 'tokens', 'parts', 'at')
redis.call('HSET', KEYS[1], 'tokens', 999999000, 'parts', 250, 'at', 1767225600000)
redis.call('PEXPIRE', KEYS[1], 3600000)
return { 1, 999999000, 0 }
