/**
 * The take of `sliding-window.ts` as one Redis script, all windows at once or none.
 *
 * A window is a list of its slots, oldest first, each "slot newest before after": the slot's number, the time of its newest
 * request, and how many requests the list had seen before and after it. The running totals make the count a subtraction of
 * the two ends, so a take reads and writes ends only, however full the window: a hash of 61 counters had to be summed.
 *
 * KEYS: one list for each window. ARGV: the time in µs, or '' for Redis's own, then limit and seconds of each window.
 * Answers {1 or 0, remaining, reset seconds, remaining, reset seconds, …}.
 * Numbers are written with %.0f, because Lua's own conversion keeps 14 digits and a time in µs has 16.
 */
export const TAKE_SCRIPT = `
local now = tonumber(ARGV[1])
if not now then
  local time = redis.call('TIME')
  now = time[1] * 1000000 + time[2]
end

local function read(key, index)
  local text = redis.call('LINDEX', key, index)
  if not text then return nil end
  local slot, newest, before, after = string.match(text, '(%d+) (%d+) (%d+) (%d+)')
  return { slot = tonumber(slot), newest = tonumber(newest), before = tonumber(before), after = tonumber(after) }
end

local function text(s)
  return string.format('%.0f %.0f %.0f %.0f', s.slot, s.newest, s.before, s.after)
end

local function open(i)
  local w = { key = KEYS[i], limit = tonumber(ARGV[2 * i]), span = tonumber(ARGV[2 * i + 1]) * 1000000, at = now }
  w.newest = read(w.key, -1)
  if w.newest and math.abs(w.newest.newest - now) >= w.span then
    -- All of it has left; or the machine's clock went back by more than the window, and waiting for it would refuse too long.
    redis.call('DEL', w.key)
    w.newest = nil
  end
  if w.newest then
    w.at = math.max(now, w.newest.newest)
    w.oldest = read(w.key, 0)
    while w.oldest.newest <= w.at - w.span do
      redis.call('LPOP', w.key)
      w.oldest = read(w.key, 0)
    end
    if w.oldest.before == w.newest.before then w.oldest = w.newest end
  end
  w.count = w.newest and w.newest.after - w.oldest.before or 0
  return w
end

local function add(w)
  local slot = math.floor(w.at / (w.span / 60))
  local last = w.newest
  if last and last.slot == slot then
    last.newest = w.at
    last.after = last.after + 1
    redis.call('LSET', w.key, -1, text(last))
  else
    local before = last and last.after or 0
    w.newest = { slot = slot, newest = w.at, before = before, after = before + 1 }
    w.oldest = w.oldest or w.newest
    redis.call('RPUSH', w.key, text(w.newest))
    -- Once a slot is enough: the slot's own length covers what it still takes in, the second covers rounding.
    redis.call('PEXPIRE', w.key, math.ceil(w.span / 1000 * 61 / 60) + 1000)
  end
  w.count = w.count + 1
end

local function resetSeconds(w, remaining)
  if not w.newest then return 0 end
  local leaves = w.newest
  if remaining == 0 then
    leaves = w.oldest
    local index = 0
    while w.newest.after - leaves.after >= w.limit do
      index = index + 1
      leaves = read(w.key, index)
    end
  end
  return math.ceil((leaves.newest + w.span - now) / 1000000)
end

local windows = {}
local allowed = 1
for i = 1, #KEYS do
  windows[i] = open(i)
  if windows[i].count >= windows[i].limit then allowed = 0 end
end
local answer = { allowed }
for _, w in ipairs(windows) do
  if allowed == 1 then add(w) end
  local remaining = math.max(0, w.limit - w.count)
  answer[#answer + 1] = remaining
  answer[#answer + 1] = resetSeconds(w, remaining)
end
return answer
`
