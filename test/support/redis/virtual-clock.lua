-- Folded into one line and put before a script under test: see virtual-clock.ts.
-- Shadows `redis`, in `_G` too, so that TIME answers the time handed in as ARGV's last two (seconds,
-- micros). `cjson` is the script's own: see as-it-stands.ts.
-- Every deadline is kept as a real one, BASE ms later, in the year 2109 or after: Redis itself then
-- keeps, moves, compares and drops deadlines as ever, but never finds one over: that is done here.
-- (Comments end a line; no string in this file holds two dashes.)
local redis, _G, cjson = (function(real, globals, cjson, caller, forbidden, setresp)
  local BASE = 4398046511104 -- 2^42; also far below the 2^48 that a hash field's deadline may reach
  local FIELD_MAX = 281474976710654
  local floor, upper, find = math.floor, string.upper, string.find
  local unpack, type, tonumber = unpack, type, tonumber

  local micros, seconds = table.remove(ARGV), table.remove(ARGV)
  local now = seconds * 1000 + floor(micros / 1000)

  -- Is the deadline `when` (as Redis holds it) over? Redis still shows a key in the very ms.
  local function over(when) return when >= BASE and when < BASE + now end

  -- Deletes the hash's fields whose deadline is over.
  local function purgeFields(key)
    local fields = real.call('HKEYS', key)
    for from = 1, #fields, 1000 do
      local to = math.min(from + 999, #fields)
      local n = to - from + 1
      local whens = real.call('HPEXPIRETIME', key, 'FIELDS', n, unpack(fields, from, to))
      for i = 1, #whens do
        if over(whens[i]) then real.call('HDEL', key, fields[from + i - 1]) end
      end
    end
  end

  -- Deletes the key if its deadline is over, as Redis does with a key that is looked at.
  local function purge(key)
    local when = real.call('PEXPIRETIME', key)
    if over(when) then
      real.call('DEL', key)
    elseif when ~= -2 and real.call('TYPE', key).ok == 'hash' then
      purgeFields(key)
    end
  end

  -- Any argument may be a key; one that is none costs a look-up and changes nothing. Time stands
  -- still in a script, so once per script is enough.
  local looked = {}
  local function look(key)
    if not looked[key] then
      looked[key] = true
      purge(key)
    end
  end

  -- `value` as whole ms, or nil where Redis will have an error to say.
  local function toMs(value, unit)
    if type(value) == 'string' then
      if value ~= '0' and not find(value, '^%-?[1-9]%d*$') then return nil end
      value = tonumber(value)
    elseif value ~= floor(value) then
      return nil
    end
    value = value * unit
    if value >= -2 ^ 62 and value <= 2 ^ 62 then return value end
  end

  -- Turns EX, PX, EXAT or PXAT among args[from..to] into PXAT and returns the virtual deadline.
  -- Returns nil, and changes nothing, if there is none or Redis will refuse it.
  local UNIT = { EX = 1000, EXAT = 1000, PX = 1, PXAT = 1 }
  local BASIS = { EX = now, EXAT = 0, PX = now, PXAT = 0 }
  local WITH_VALUE = { IFEQ = true, IFNE = true, IFDEQ = true, IFDNE = true }
  local function translate(args, from, to, once)
    local option, places, i = nil, {}, from
    while i <= to do
      local word = upper(args[i])
      if UNIT[word] then
        if option and option ~= word then return nil end
        option, places[#places + 1], i = word, i, i + 1
      elseif WITH_VALUE[word] then
        i = i + 1
      end
      i = i + 1
    end
    if not option or places[#places] == to or (once and #places > 1) then return nil end
    local value = toMs(args[places[#places] + 1], UNIT[option])
    if not value or value <= 0 then return nil end
    for _, at in ipairs(places) do args[at], args[at + 1] = 'PXAT', BASE + value + BASIS[option] end
    return value + BASIS[option]
  end

  local function fieldsAt(args, n)
    for i = 3, n do
      if upper(args[i]) == 'FIELDS' then return i end
    end
    return n + 1
  end

  -- One function for each command that knows time: (args, n) -> reply. args[1] is the name.
  local commands = {}

  local function plain(args, n) return real.pcall(unpack(args, 1, n)) end

  function commands.TIME(args, n)
    if n ~= 1 then return plain(args, n) end
    return { seconds, micros }
  end

  local function expire(unit, basis)
    return function(args, n)
      local value = n >= 3 and toMs(args[3], unit)
      if not value then return plain(args, n) end
      local when = basis + value
      local reply = real.pcall('PEXPIREAT', args[2], BASE + when, unpack(args, 4, n))
      if reply == 1 and when <= now then real.call('DEL', args[2]) end
      return reply
    end
  end
  commands.EXPIRE, commands.PEXPIRE = expire(1000, now), expire(1, now)
  commands.EXPIREAT, commands.PEXPIREAT = expire(1000, 0), expire(1, 0)

  -- What is left of a deadline, or the deadline itself (basis 0); -1 and -2 stay.
  local function left(when, unit, basis, half)
    if when < 0 then return when end
    return floor((math.max(when - BASE - basis, 0) + half) / unit)
  end
  local function ttl(unit, basis, half)
    return function(args, n)
      if n ~= 2 then return plain(args, n) end
      return left(real.call('PEXPIRETIME', args[2]), unit, basis, half)
    end
  end
  commands.TTL, commands.PTTL = ttl(1000, now, 500), ttl(1, now, 0)
  commands.EXPIRETIME, commands.PEXPIRETIME = ttl(1000, 0, 500), ttl(1, 0, 0)

  function commands.SET(args, n)
    local when = translate(args, 4, n)
    local reply = plain(args, n)
    if when and when < now then purge(args[2]) end
    return reply
  end

  local function setex(option)
    return function(args, n)
      local set = { 'SET', args[2], args[4], option, args[3] }
      if n ~= 4 or not translate(set, 4, 5) then return plain(args, n) end
      return plain(set, 5)
    end
  end
  commands.SETEX, commands.PSETEX = setex('EX'), setex('PX')

  function commands.GETEX(args, n)
    local when = translate(args, 3, n)
    local reply = plain(args, n)
    if when and when <= now and type(reply) == 'string' then real.call('DEL', args[2]) end
    return reply
  end

  -- The fields of a hash, each with a deadline of its own.
  local function hexpire(unit, basis)
    return function(args, n)
      local value = n >= 3 and toMs(args[3], unit)
      local when = value and basis + value
      if not when or value < 0 or BASE + when > FIELD_MAX then return plain(args, n) end
      local reply = real.pcall('HPEXPIREAT', args[2], BASE + when, unpack(args, 4, n))
      local first = fieldsAt(args, n) + 2
      for i = 1, when <= now and #reply or 0 do
        if reply[i] == 1 then
          real.call('HDEL', args[2], args[first + i - 1])
          reply[i] = 2
        end
      end
      return reply
    end
  end
  commands.HEXPIRE, commands.HPEXPIRE = hexpire(1000, now), hexpire(1, now)
  commands.HEXPIREAT, commands.HPEXPIREAT = hexpire(1000, 0), hexpire(1, 0)

  local function httl(name, unit, basis, half)
    commands[name] = function(args, n)
      args[1] = 'HPEXPIRETIME'
      local reply = plain(args, n)
      for i = 1, #reply do reply[i] = left(reply[i], unit, basis, half) end
      return reply
    end
  end
  httl('HTTL', 1000, now, 999)
  httl('HPTTL', 1, now, 0)
  httl('HEXPIRETIME', 1000, 0, 999)
  httl('HPEXPIRETIME', 1, 0, 0)

  local function hash(args, n)
    local when = translate(args, 3, fieldsAt(args, n) - 1, true)
    local reply = plain(args, n)
    if when and when <= now and not (type(reply) == 'table' and reply.err) then
      when = BASE + when
      for _, field in ipairs(real.call('HKEYS', args[2])) do
        if real.call('HPEXPIRETIME', args[2], 'FIELDS', 1, field)[1] == when then
          real.call('HDEL', args[2], field)
        end
      end
    end
    return reply
  end
  commands.HSETEX, commands.HGETEX = hash, hash

  -- Better no answer than one on the wrong clock.
  local function refuse(args)
    return { err = 'KATA-CLOCK the virtual clock of the tests does not know ' .. upper(args[1]) }
  end
  commands.MSETEX, commands.RESTORE = refuse, refuse

  local function run(...)
    local args, n = { ... }, select('#', ...)
    for i = 1, n do
      local kind = type(args[i])
      if kind ~= 'string' and kind ~= 'number' then return real.pcall(...) end
    end
    local refused = forbidden(...)
    if refused then return refused end
    for i = 2, n do look(args[i]) end
    local command = n > 0 and commands[upper(args[1])]
    if command then return command(args, n) end
    return real.pcall(...)
  end

  local redis = setmetatable({ call = caller(run), pcall = run, setresp = setresp }, { __index = real, __newindex = real })
  local own = { redis = redis, cjson = cjson }
  own._G = own
  return redis, setmetatable(own, { __index = globals, __newindex = globals }), cjson
end)(redis, _G, cjson.new(), CALLER, FORBIDDEN);
