import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { after, before, type TestContext, test } from 'node:test'
import { promisify } from 'node:util'
import fc from 'fast-check'
import { Redis } from 'ioredis'
import { hasRedis, LogForTests, RedisForTests } from '../../../test/rate-limits/redis.ts'
import { memoryRateLimiter, redisRateLimiter } from './rate-limiter.ts'
import { keepsItsPromises, scenarios } from './sliding-promises.ts'

const minute = { name: 'minute', limit: 3, seconds: 60 }
const hour = { name: 'hour', limit: 5, seconds: 3600 }

// The deadline is long, because a busy test machine is not an outage.
const PATIENT_MS = 10_000

if (hasRedis()) {
  const redis = new RedisForTests()
  const log = new LogForTests()
  before(() => redis.start())
  after(async () => {
    await redis.remove()
    assert.deepEqual(log.lines, [], 'Redis was available, so nothing should be logged')
  })

  // The limiter is closed after the test, also if it fails, because an open connection would keep the process alive.
  const limiterFor = (t: TestContext, now?: () => number) => {
    const clock = now === undefined ? {} : { now }
    const fallback = memoryRateLimiter(clock)
    const limiter = redisRateLimiter(redis.url, { log, fallback, deadlineMs: PATIENT_MS, ...clock })
    t.after(() => limiter.close())
    return limiter
  }
  const clientFor = (t: TestContext) => {
    const client = new Redis(redis.url)
    t.after(() => client.disconnect())
    return client
  }

  test("Redis: any period of the window's length allows at most the limit, and no request that fits is rejected", async (t) => {
    const clock = { ms: 0 }
    const limiter = limiterFor(t, () => clock.ms)
    let scope = 0
    const promises = fc.asyncProperty(scenarios, async (scenario) => {
      scope += 1
      await keepsItsPromises(limiter, `property_${scope}`, clock, scenario)
    })
    await fc.assert(promises, { numRuns: 200 })
  })

  test('the limiters in Redis and in memory give the same verdicts', async (t) => {
    const clock = { ms: 0 }
    const shared = limiterFor(t, () => clock.ms)
    let scope = 0
    const sameVerdicts = fc.asyncProperty(scenarios, async ({ startMs, windows, steps }) => {
      scope += 1
      clock.ms = startMs
      const memory = memoryRateLimiter({ now: () => clock.ms })
      for (const { gapMs } of steps) {
        clock.ms += gapMs
        assert.deepEqual(await shared.take(`same_${scope}`, windows), memory.take('ws', windows))
      }
    })
    await fc.assert(sameVerdicts, { numRuns: 100 })
  })

  test('two processes share one count in Redis', { timeout: 30_000 }, async (t) => {
    const windows = [{ name: 'minute', limit: 50, seconds: 60 }]
    const limiterUrl = new URL('./rate-limiter.ts', import.meta.url).href
    const program = `import { memoryRateLimiter, redisRateLimiter } from '${limiterUrl}'
      const limiter = redisRateLimiter('${redis.url}', {
        log: console, fallback: memoryRateLimiter(), deadlineMs: ${PATIENT_MS} })
      const takes = Array.from({ length: 40 }, () => limiter.take('pair', ${JSON.stringify(windows)}))
      console.log((await Promise.all(takes)).filter((verdict) => verdict.allowed).length)
      await limiter.close()`
    const limiter = limiterFor(t)
    const takes = Array.from({ length: 40 }, () => limiter.take('pair', windows))
    const other = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', program])
    const passedHere = (await Promise.all(takes)).filter((verdict) => verdict.allowed).length
    assert.equal(passedHere + Number(other.stdout), 50)
  })

  test('Redis: a request that one window rejects is not counted in any window', async (t) => {
    const limiter = limiterFor(t)
    for (let i = 0; i < 10; i++) await limiter.take('refused', [minute, hour])
    const { windows } = await limiter.take('refused', [minute, hour])
    assert.deepEqual([windows[0]!.remaining, windows[1]!.remaining], [0, 2])
  })

  test('keys in Redis expire automatically soon after their window', async (t) => {
    const limiter = limiterFor(t)
    const client = clientFor(t)
    await limiter.take('leaving', [minute, hour])
    const keys = await client.keys('cardwright:rate:{leaving}:*')
    const ttls = await Promise.all(keys.sort().map((key) => client.pttl(key)))
    assert.deepEqual(keys, ['cardwright:rate:{leaving}:hour:3600', 'cardwright:rate:{leaving}:minute:60'])
    assert.ok(ttls[0]! >= 3600_000 && ttls[0]! <= 3661_000 && ttls[1]! >= 60_000 && ttls[1]! <= 62_000, String(ttls))
  })

  test('the list of a window in Redis never has more than 61 slots', async (t) => {
    const clock = { ms: 1_790_000_000_000 }
    const limiter = limiterFor(t, () => clock.ms)
    const client = clientFor(t)
    for (let i = 0; i < 500; i++) {
      clock.ms += 333
      await limiter.take('long', [{ name: 'minute', limit: 1000, seconds: 60 }])
      const slots = await client.llen('cardwright:rate:{long}:minute:60')
      assert.ok(slots <= 61, `${slots} slots`)
    }
  })

  test('a Redis clock that is set back frees nothing, unless it is set back by more than the window', async (t) => {
    const clock = { ms: 1_790_000_000_000 }
    const limiter = limiterFor(t, () => clock.ms)
    for (let i = 0; i < 2; i++) await limiter.take('back', [minute])
    clock.ms -= 30_000
    assert.equal((await limiter.take('back', [minute])).allowed, true)
    clock.ms += 65_000
    assert.equal((await limiter.take('back', [minute])).allowed, false, 'the first two are 35 s old')
    clock.ms -= 65_000
    const refused = await limiter.take('back', [minute])
    assert.deepEqual([refused.allowed, refused.retryAfterSeconds], [false, 90])
    clock.ms -= 86_400_000
    assert.equal((await limiter.take('back', [minute])).windows[0]!.remaining, 2)
  })

  test('the script is sent again to a Redis that has lost it', async (t) => {
    const limiter = limiterFor(t)
    const client = clientFor(t)
    await limiter.take('flushed', [minute])
    await client.script('FLUSH')
    assert.equal((await limiter.take('flushed', [minute])).windows[0]!.remaining, 1)
  })

  test('a pause of this process does not count towards the deadline of Redis', async (t) => {
    const limiter = redisRateLimiter(redis.url, { log, fallback: memoryRateLimiter() })
    t.after(() => limiter.close())
    await limiter.take('busy', [minute])
    const answer = limiter.take('busy', [minute])
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 300)
    assert.equal((await answer).windows[0]!.remaining, 1)
  })
}
