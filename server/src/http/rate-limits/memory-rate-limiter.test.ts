import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { test } from 'node:test'
import fc from 'fast-check'
import { memoryRateLimiter } from './rate-limiter.ts'
import { keepsItsPromises, scenarios } from './sliding-promises.ts'

const minute = { name: 'minute', limit: 3, seconds: 60 }
const hour = { name: 'hour', limit: 5, seconds: 3600 }

function limiterAt(startMs: number) {
  const clock = { ms: startMs }
  return { clock, limiter: memoryRateLimiter({ now: () => clock.ms }) }
}

test("any period of the window's length allows at most the limit, and no request that fits is rejected", async () => {
  await fc.assert(
    fc.asyncProperty(scenarios, async (scenario) => {
      const { clock, limiter } = limiterAt(0)
      await keepsItsPromises(limiter, 'ws', clock, scenario)
    }),
    { numRuns: 1500 },
  )
})

test('the limit holds while a full window slides for hours', () => {
  const { clock, limiter } = limiterAt(12_345)
  const passed: number[] = []
  const window = { name: 'minute', limit: 100, seconds: 60 }
  for (let i = 0; i < 20_000; i++) {
    clock.ms += 370
    if (limiter.take('ws', [window]).allowed) passed.push(clock.ms)
  }
  const crowded = passed.findIndex((ms, i) => i >= 100 && ms - passed[i - 100]! < 60_000)
  assert.equal(crowded, -1)
  // It runs for somewhat more than 120 minutes at 100 per minute. The slots may cost one part in 61.
  assert.ok(passed.length >= (100 * 123 * 60) / 61 && passed.length <= 100 * 125, `${passed.length} passed`)
})

test('a rejected request is not counted in any window', () => {
  const { clock, limiter } = limiterAt(0)
  for (let i = 0; i < 3; i++) assert.equal(limiter.take('ws', [minute, hour]).allowed, true)
  for (let i = 0; i < 50; i++) {
    clock.ms += 100
    const refused = limiter.take('ws', [minute, hour])
    assert.equal(refused.allowed, false)
    assert.deepEqual([refused.windows[0]!.remaining, refused.windows[1]!.remaining], [0, 2])
  }
  clock.ms = 60_000
  assert.equal(limiter.take('ws', [minute, hour]).allowed, true)
})

test('the verdict lists every window, the tightest one and the time to wait', () => {
  const { clock, limiter } = limiterAt(0)
  limiter.take('ws', [minute, hour])
  clock.ms = 10_500
  assert.deepEqual(limiter.take('ws', [minute, hour]), {
    allowed: true,
    windows: [
      { ...minute, remaining: 1, resetSeconds: 60 },
      { ...hour, remaining: 3, resetSeconds: 3600 },
    ],
    tightest: { ...minute, remaining: 1, resetSeconds: 60 },
    retryAfterSeconds: 0,
  })
  assert.equal(
    limiter.take('ws', [minute, hour]).tightest!.resetSeconds,
    50,
    'the reset of a full window is the time until its oldest request expires',
  )
  assert.equal(limiter.take('ws', [minute, hour]).retryAfterSeconds, 50)
})

test('of two full windows the one that frees up last is the tightest and sets the time to wait', () => {
  const { limiter } = limiterAt(0)
  const windows = [
    { name: 'short', limit: 1, seconds: 60 },
    { name: 'long', limit: 1, seconds: 3600 },
  ]
  limiter.take('ws', windows)
  const refused = limiter.take('ws', windows)
  assert.equal(refused.tightest!.name, 'long')
  assert.equal(refused.retryAfterSeconds, 3600)
})

test('scopes are counted separately, and so are windows of another name or length in one scope', () => {
  const { limiter } = limiterAt(0)
  const creations = { name: 'creations', limit: 1, seconds: 60 }
  for (let i = 0; i < 4; i++) limiter.take('ws_a', [minute])
  assert.equal(limiter.take('ws_a', [minute]).allowed, false)
  assert.equal(limiter.take('ws_b', [minute]).windows[0]!.remaining, 2)
  assert.equal(limiter.take('ws_a', [creations]).allowed, true)
  assert.equal(limiter.take('ws_a', [creations]).allowed, false)
  assert.equal(limiter.take('ws_a', [{ ...creations, seconds: 120 }]).allowed, true)
})

test('a lowered limit applies immediately to the requests that were counted, and its time to wait is sufficient', () => {
  const { clock, limiter } = limiterAt(0)
  const wide = { name: 'minute', limit: 10, seconds: 60 }
  for (let i = 0; i < 10; i++) {
    clock.ms += 2000
    limiter.take('ws', [wide])
  }
  const refused = limiter.take('ws', [minute])
  assert.equal(refused.windows[0]!.remaining, 0)
  assert.equal(refused.retryAfterSeconds, 56, 'eight of ten must expire, the eighth came at 16 s, and it is now 20 s')
  clock.ms += 56_000
  assert.equal(limiter.take('ws', [minute]).allowed, true)
})

test('a clock that is set back neither frees a window nor throws', () => {
  const { clock, limiter } = limiterAt(500_000)
  for (let i = 0; i < 3; i++) limiter.take('ws', [minute])
  clock.ms = 0
  assert.equal(limiter.take('ws', [minute]).allowed, false)
})

test('without windows every request is allowed', () => {
  const nothing = { allowed: true, windows: [], tightest: undefined, retryAfterSeconds: 0 }
  assert.deepEqual(memoryRateLimiter().take('ws', []), nothing)
})

test('a window without a limit, with a fractional length or with an invalid name throws', () => {
  const limiter = memoryRateLimiter()
  assert.throws(() => limiter.take('ws', [{ ...minute, limit: 0 }]), RangeError)
  assert.throws(() => limiter.take('ws', [{ ...minute, seconds: 0.5 }]), RangeError)
  assert.throws(() => limiter.take('ws', [{ ...minute, name: 'a"b' }]), RangeError)
})

test('the limiter forgets idle scopes, so that memory use follows the busy ones', () => {
  const { clock, limiter } = limiterAt(0)
  const second = { name: 'second', limit: 5, seconds: 1 }
  let maxScopes = 0
  for (let i = 0; i < 50_000; i++) {
    clock.ms += 1
    limiter.take(`ws_${i}`, [second])
    maxScopes = Math.max(maxScopes, limiter.scopeCount)
  }
  // A thousand scopes are used in a second, and the sweep may be one round behind.
  assert.ok(maxScopes < 4000, `${maxScopes} scopes at most`)
})

test('a busy scope is never forgotten while other scopes come and go', () => {
  const { clock, limiter } = limiterAt(0)
  const few = { name: 'few', limit: 2, seconds: 30 }
  limiter.take('ws_busy', [few])
  limiter.take('ws_busy', [few])
  for (let i = 0; i < 29_000; i++) {
    clock.ms += 1
    limiter.take(`ws_${i}`, [{ name: 'blink', limit: 1, seconds: 1 }])
  }
  assert.equal(limiter.take('ws_busy', [few]).allowed, false)
})

test('a process ends although its limiter was never closed', () => {
  const limiterUrl = new URL('./rate-limiter.ts', import.meta.url).href
  const program = `import { memoryRateLimiter } from '${limiterUrl}'
    memoryRateLimiter().take('ws', [{ name: 'minute', limit: 1, seconds: 60 }])`
  execFileSync(process.execPath, ['--input-type=module', '-e', program], { timeout: 10_000 })
})
