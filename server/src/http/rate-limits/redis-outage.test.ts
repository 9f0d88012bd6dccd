import assert from 'node:assert/strict'
import { afterEach, beforeEach, test } from 'node:test'
import { Redis } from 'ioredis'
import { hasRedis, LogForTests, RedisForTests } from '../../../test/rate-limits/redis.ts'
import { until } from '../../../test/until.ts'
import { memoryRateLimiter, redisRateLimiter } from './rate-limiter.ts'
import type { RateLimiter } from './verdict.ts'

const windows = [{ name: 'minute', limit: 1000, seconds: 60 }]
const OUT_OF_REACH = 'Redis is out of reach: each process counts rate limits for itself until it is back'
const BACK = 'Redis is back: rate limits are shared again'

if (hasRedis()) {
  let redis: RedisForTests
  let log: LogForTests
  let limiter: RateLimiter | undefined
  let memory: RateLimiter
  beforeEach(() => {
    redis = new RedisForTests()
    log = new LogForTests()
    memory = memoryRateLimiter()
  })
  afterEach(async () => {
    await limiter?.close()
    await redis.remove()
  })

  // The deadline is long unless a test is about it, because a busy test machine is not an outage.
  const connect = (url = redis.url, deadlineMs = 10_000) => {
    limiter = redisRateLimiter(url, { log, fallback: memory, deadlineMs })
  }
  const take = async () => {
    const verdict = await limiter!.take('ws', windows)
    assert.equal(verdict.allowed, true)
    return verdict.windows[0]!.remaining
  }
  const messages = () => log.lines.map((line) => line.message)

  test('when Redis stops no request fails and one warning is logged, and when it returns the count is shared again', {
    timeout: 30_000,
  }, async () => {
    await redis.start()
    connect()
    assert.deepEqual(await Promise.all([take(), take(), take()]), [999, 998, 997])
    const during = Array.from({ length: 100 }, take)
    await redis.kill()
    await Promise.all([...during, ...Array.from({ length: 100 }, take)])
    for (let i = 0; i < 100; i++) await take()
    await log.line(1)
    assert.deepEqual(messages(), [OUT_OF_REACH])

    await redis.start()
    await log.line(2)
    assert.deepEqual(messages(), [OUT_OF_REACH, BACK])
    assert.deepEqual([await take(), await take()], [999, 998], 'the new, empty Redis did not count')
  })

  test('when Redis hangs only the first requests wait for the deadline', { timeout: 30_000 }, async () => {
    await redis.start()
    connect(redis.url, 100)
    await take()
    redis.pause()
    const start = performance.now()
    assert.deepEqual(
      (await Promise.all([take(), take(), take()])).sort(),
      [997, 998, 999],
      'the requests were not counted in memory',
    )
    const waited = performance.now() - start
    // A timer of Node may end a millisecond early, and a busy machine ends it late.
    assert.ok(waited >= 95 && waited < 10_000, `waited ${waited} ms`)
    const again = performance.now()
    for (let i = 0; i < 100; i++) await take()
    const againMs = performance.now() - again
    assert.ok(againMs < 5_000, `${againMs} ms; a hundred deadlines would be ten seconds`)
    assert.deepEqual(messages(), [OUT_OF_REACH])

    redis.resume()
    await log.line(2)
    // The count continues from the first request. The three that were not waited for may have reached Redis late.
    const remaining = await take()
    assert.ok(remaining <= 998, `${remaining} remaining`)
    assert.deepEqual(messages(), [OUT_OF_REACH, BACK])
  })

  test('a Redis that is missing at the start is used once it is available', { timeout: 30_000 }, async () => {
    connect()
    assert.deepEqual([await take(), await take()], [999, 998])
    await redis.start()
    await log.line(2)
    assert.deepEqual(messages(), [OUT_OF_REACH, BACK])
    assert.equal(await take(), 999)
  })

  test('a Redis that answers but cannot count is not used, with one warning', { timeout: 30_000 }, async (t) => {
    await redis.start()
    connect()
    await take()
    const client = new Redis(redis.url)
    t.after(() => client.disconnect())
    await client.config('SET', 'min-replicas-to-write', '1')
    await take()
    const refusedWrites = async () => {
      const [, count = '0'] = /errorstat_NOREPLICAS:count=(\d+)/.exec(await client.info('errorstats')) ?? []
      return Number(count)
    }
    await until('the first request and two probes are refused', async () => (await refusedWrites()) >= 3)
    await take()
    assert.deepEqual(messages(), [OUT_OF_REACH])
    await client.config('SET', 'min-replicas-to-write', '0')
    await log.line(2)
    assert.deepEqual(messages(), [OUT_OF_REACH, BACK])
  })

  test('the Redis password is never logged', { timeout: 30_000 }, async () => {
    await redis.start('--requirepass', 'right-password')
    connect(`${redis.url}?password=wrong-password`)
    await take()
    const { fields } = await log.line(1)
    assert.match(JSON.stringify(fields), /WRONGPASS/)
    assert.doesNotMatch(JSON.stringify(log.lines), /wrong-password/)
  })

  test('after close nothing is logged and requests are counted in memory', { timeout: 30_000 }, async () => {
    await redis.start()
    connect()
    await take()
    await limiter!.close()
    assert.equal(await take(), 999)
    assert.deepEqual(messages(), [])
  })
}
