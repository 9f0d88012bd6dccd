// The service is killed with -9 while a processor asks questions and cards are being issued. No question gets two
// different answers, no hold stays that the processor does not have, no card is issued twice, and no money is stuck.
// `OPERATIONS=500` plays as many of each.

import assert from 'node:assert/strict'
import { randomInt, randomUUID } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { KEY, ServiceProcess } from '../money/service-process.ts'
import { until } from '../until.ts'
import { openLithicWorld } from './lithic-world.ts'
import { binsOf, entryOf, OUTSIDE_BIN, post } from './outside-service.ts'
import type { Message, Reply } from './world.ts'

const OPERATIONS = Number(process.env.OPERATIONS ?? 60)
const KILLS = 4
const NAME = 'lithic-test'
const merchant = { name: 'SOMA EATS', mcc: '5812', country: 'US' }

/** Nobody begins to buy while the service is away: a question that meets its death is what counts. */
let isUp = true
const replies = new Map<string, Reply>()
const world = await openLithicWorld({ seed: 5, clock: () => new Date(), ask: askUntilAnswered })
after(() => world.close())
const service = new ServiceProcess({ env: entryOf(NAME, world) })
writeFileSync(join(service.folder, 'bins.json'), binsOf(NAME))
after(() => service.remove())

const deliver = (message: Message) => post(`${service.url}/processors/${NAME}/${message.callback}`, message)

/** As they do: again after a broken connection or a 5xx, and then they give up. The same question, the same bytes. */
async function askUntilAnswered(message: Message): Promise<Reply> {
  for (let n = 0; n < 2; n++) {
    const reply = await deliver(message).catch(() => undefined)
    if (!reply || reply.status >= 500) continue
    replies.set(message.body, reply)
    return reply
  }
  throw new Error('no answer')
}

// biome-ignore lint/suspicious/noExplicitAny: answers of many shapes, each checked where it is used
type Answer = { status: number; body: any }

async function call(method: string, path: string, body?: object, key?: string): Promise<Answer> {
  const response = await fetch(`${service.url}/v1${path}`, {
    method,
    headers: {
      authorization: `Bearer ${KEY}`,
      ...(body && { 'content-type': 'application/json' }),
      ...(key && { 'x-idempotency-key': key }),
    },
    ...(body && { body: JSON.stringify(body) }),
  })
  return { status: response.status, body: await response.json() }
}

/** Until it is answered, under one key, through every death of the service. */
async function createCard(key: string): Promise<Answer> {
  for (;;) {
    const answer = await call('POST', '/cards', { bin_id: OUTSIDE_BIN, amount: 1 }, key).catch(() => undefined)
    if (answer && answer.status < 500) return answer
    await pause(20)
  }
}

test(`${KILLS} kills during ${OPERATIONS} questions and ${OPERATIONS} creations`, { timeout: 400_000 }, async (t) => {
  await service.start()
  const first = await createFunded(4)
  const wallet = (await call('GET', '/wallet/balance')).body.balance
  let done = 0
  const spending = spread(OPERATIONS, 8, async (n) => {
    await until('the service runs', () => isUp, 60_000)
    const steps = n % 3 === 0 ? [{ act: 'settle' as const, amount: 50n, isFinal: true }] : []
    await world.live(first[n % first.length]!, { amount: 100n, merchant, begins: 'asked', steps })
    done += 1
  })
  const creating = spread(OPERATIONS, 8, async (n) => {
    if (n % 10 === 0) world.faults.push('silent after effect')
    return createCard(`creation-${n}`)
  })
  const killing = killAlong(() => done / OPERATIONS)
  const [answers] = await Promise.all([creating, spending, killing])

  for (const { status } of answers) assert.equal(status, 201)
  const ids = answers.map(({ body }) => body.id)
  assert.equal(new Set(ids).size, OPERATIONS, 'each creation has a card of its own')
  const there = [...world.cards.values()].map(({ cardId }) => cardId)
  assert.equal(new Set(there).size, there.length, 'no card was issued twice')
  assert.equal(there.length, OPERATIONS + first.length)
  assert.equal((await call('GET', '/wallet/balance')).body.balance, wallet - OPERATIONS, 'no money is stuck')

  for (const message of world.take()) assert.equal((await deliver(message)).status, 200)
  for (const [body, reply] of replies) await assertSameAnswer(body, reply)
  for (const externalId of first) await assertBooks(externalId)
  const audit = await service.audit()
  assert.ok(audit.isClean, audit.said)
  t.diagnostic(`${replies.size} questions answered, ${there.length} cards`)
  await service.stop()
})

async function createFunded(count: number): Promise<string[]> {
  for (let n = 0; n < count; n++) {
    const { status, body } = await call('POST', '/cards', { bin_id: OUTSIDE_BIN, amount: 500 }, randomUUID())
    assert.equal(status, 201, JSON.stringify(body))
  }
  return [...world.cards.keys()]
}

/** `count` pieces of work, so many at a time. */
async function spread<T>(count: number, width: number, work: (n: number) => Promise<T>): Promise<T[]> {
  const results: T[] = []
  let next = 0
  const worker = async () => {
    while (next < count) {
      const n = next++
      results[n] = await work(n)
    }
  }
  await Promise.all(Array.from({ length: width }, worker))
  return results
}

async function killAlong(progress: () => number): Promise<void> {
  for (let n = 1; n <= KILLS; n++) {
    await until('the load goes on', () => progress() >= (n - 0.7) / (KILLS + 1), 120_000)
    await pause(randomInt(5, 60))
    isUp = false
    await service.kill()
    await service.start()
    isUp = true
  }
}

/** Signed anew, since signatures age; the question is the same. */
async function assertSameAnswer(body: string, reply: Reply): Promise<void> {
  const again = await deliver(world.signAgain({ callback: 'decisions', headers: { 'webhook-id': randomUUID() }, body }))
  assert.deepEqual([again.status, again.body], [reply.status, reply.body])
}

async function assertBooks(externalId: string): Promise<void> {
  const { cardId } = world.cards.get(externalId)!
  const { held, taken } = world.books(externalId)
  const { body } = await call('GET', `/cards/${cardId}`)
  assert.deepEqual([BigInt(Math.round(body.held * 100)), BigInt(Math.round(body.total_spent * 100))], [held, taken])
}
