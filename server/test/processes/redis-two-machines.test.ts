// Two supervisors with two processes each simulate two machines. With one Redis, the limits hold over all four
// processes, to the exact request.

import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { testDatabase } from '../harness.ts'
import { BIN, ok } from '../money/books.ts'
import { RedisForTests } from '../rate-limits/redis.ts'
import { until } from '../until.ts'
import { KeptConnection, sendMany, statusesOf } from './kept-connections.ts'
import { accountsOn, groupOn } from './service-group.ts'

const redis = new RedisForTests()
const connection = await testDatabase()
const { newAccount } = accountsOn(connection)
const env = { REDIS_URL: `unix://${redis.url}` }
const machines = [groupOn(connection, 2, env, ['--role', 'api']), groupOn(connection, 2, env, ['--role', 'api'])]
after(async () => {
  for (const each of connections) each.close()
  for (const machine of machines) await machine.kill()
  await redis.remove()
})
const connections: KeptConnection[] = []

const OUT = 'Redis is out of reach: each process counts rate limits for itself until it is back'
const BACK = 'Redis is back: rate limits are shared again'
const MAX_ROUNDS = 8

const told = (message: string) => machines.reduce((sum, machine) => sum + machine.count(message), 0)

/**
 * Returns the result of the first round of `act` in which Redis answered every process within its deadline of 100 ms.
 * On a busy machine a response may come later, and then a process counts on its own, as designed.
 */
async function whileRedisAnswers<T>(act: () => Promise<T>): Promise<T> {
  for (let round = 0; round < MAX_ROUNDS; round++) {
    await until('every process counts in Redis', () => told(BACK) === told(OUT))
    const before = told(OUT)
    const result = await act()
    if (told(OUT) === before) return result
  }
  assert.fail(`Redis was late in each of ${MAX_ROUNDS} rounds`)
}

test('limits are exact over two machines with two processes each', { timeout: 300_000 }, async () => {
  await redis.start()
  for (const machine of machines) await machine.start()
  for (const { url } of machines) for (let n = 0; n < 6; n++) connections.push(new KeptConnection(url))
  const reads = await whileRedisAnswers(async () => {
    const { api } = await newAccount(machines[0]!.url)
    return sendMany(connections, 1_100, (each) => each.send('GET', '/v1/categories', api.key))
  })
  assert.deepEqual(statusesOf(reads), { 200: 1_000, 429: 100 })
  const creations = await whileRedisAnswers(async () => {
    const { api } = await newAccount(machines[1]!.url)
    ok(await api.post('/sandbox/deposits', { currency: 'usdt', amount_crypto: '5000', confirm: true }), 201)
    return sendMany(connections, 80, (each) => each.send('POST', '/v1/cards', api.key, { bin_id: BIN, amount: 5 }))
  })
  assert.deepEqual(statusesOf(creations), { 201: 50, 429: 30 })
  for (const machine of machines) assert.equal(machine.readyLines('worker').length, 0)
})
