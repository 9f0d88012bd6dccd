// Two workers on one database share the work, take over from each other, and send nothing twice.

import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import type { Api } from '../harness.ts'
import { asOwner, done, inParallel, type Json, workspaceOf } from '../sandbox/scene.ts'
import { until } from '../until.ts'
import { type AnotherService, anotherService } from './another-service.ts'
import { type Receiver, startReceiver } from './receiver.ts'
import { deliveriesOf, eventOf, handedOut, register, sendTest, settled, startWebhookService } from './scene.ts'

const service = await startWebhookService()

/** Returns how many buckets each living worker has. */
async function shares(): Promise<number[]> {
  const rows = await service.services.database.read<{ count: number }[]>`
    select count(*)::integer as count from webhook_leases where owner is not null group by owner order by 1`
  return rows.map(({ count }) => count)
}
const shared = (...expected: number[]) =>
  until(`shares of ${expected}`, async () => (await shares()).join() === expected.join())

async function ownerOf(api: Api): Promise<string | null> {
  const { bucket } = await workspaceOf(service, api)
  const [row] = await service.services.database.read<{ owner: string | null }[]>`
    select owner from webhook_leases where bucket = ${bucket}`
  return row!.owner
}

type Place = { api: Api; receiver: Receiver; webhook: Json }

/** Creates workspaces in random buckets, each with an endpoint. */
async function places(count: number): Promise<Place[]> {
  return inParallel(count, 4, async () => {
    const [api, receiver] = [await service.workspace(), await startReceiver()]
    return { api, receiver, webhook: await register(api, receiver) }
  })
}

async function withSecond(body: (second: AnotherService) => Promise<void>): Promise<void> {
  const second = await anotherService(service)
  second.startWorker()
  try {
    await body(second)
  } finally {
    await second.stop()
  }
}

const deposit = async (api: Api) =>
  done(await api.post('/sandbox/deposits', { currency: 'usdt', amount_crypto: '10' }), 201)

function assertOnce(receiver: Receiver): void {
  const ids = receiver.received.map((received) => eventOf(received).id)
  assert.equal(new Set(ids).size, ids.length, 'an event was sent twice')
}

test('one worker has all 256 buckets, two share them, and when one stops the other takes all again and continues', async () => {
  await shared(256)
  const all = await places(8)
  await withSecond(async (second) => {
    await shared(128, 128)
    const owners = new Set(await Promise.all(all.map(({ api }) => ownerOf(api))))
    assert.equal(owners.size, 2, 'eight workspaces in random buckets are not all in one half')
    await Promise.all(all.map(({ api }) => deposit(api)))
    await Promise.all(all.map(({ receiver }) => receiver.waitFor(1)))
    await second.stopWorker()
    await shared(256)
    await Promise.all(all.map(({ api }) => deposit(api)))
    await Promise.all(all.map(({ receiver }) => receiver.waitFor(2)))
  })
  for (const { api, receiver, webhook } of all) {
    await handedOut(service, api)
    await settled(api, webhook)
    assertOnce(receiver)
    assert.equal(receiver.received.length, 2)
  }
})

test('every event is sent exactly once while workers start and stop', async () => {
  await shared(256)
  const all = await places(6)
  const ROUNDS = 12
  const writing = inParallel(ROUNDS * all.length, 6, (index) => deposit(all[index % all.length]!.api))
  await withSecond(async (second) => {
    await shared(128, 128)
    await Promise.all(all.map(({ api }) => deposit(api)))
    await second.stopWorker()
  })
  await writing
  for (const { api, receiver, webhook } of all) {
    await receiver.waitFor(ROUNDS + 1)
    await handedOut(service, api)
    await settled(api, webhook)
    assertOnce(receiver)
    assert.equal((await deliveriesOf(api, webhook)).length, ROUNDS + 1)
  }
})

/** Resolves when every living worker has renewed its leases and looked for work at least once more. */
async function everyoneLooked(): Promise<void> {
  const untils = () => service.services.database.read<{ id: string; until: Date }[]>`
    select id, until from webhook_workers where until > now()`
  const before = new Map((await untils()).map(({ id, until }) => [id, until.getTime()]))
  await until('every worker has looked for work twice more', async () =>
    (await untils()).every(({ id, until }) => until.getTime() > (before.get(id) ?? 0) + 1_500),
  )
}

test('a worker that starts while attempts are in progress does not repeat them', async () => {
  await shared(256)
  const all = await places(8)
  const gate = Promise.withResolvers<object>()
  for (const { receiver } of all) receiver.answer = () => gate.promise
  await Promise.all(all.map(({ api, webhook }) => sendTest(api, webhook)))
  await Promise.all(all.map(({ receiver }) => receiver.waitFor(1)))
  await withSecond(async () => {
    await shared(128, 128)
    await everyoneLooked()
    gate.resolve({})
    for (const { api, receiver, webhook } of all) {
      const [delivery] = (await settled(api, webhook)) as [Json]
      // On a slow machine an attempt may have timed out and been repeated. Every attempt must still be counted.
      assert.equal(receiver.received.length, delivery.attempt, 'an attempt was made that is not counted')
    }
  })
})

test('a dead worker is replaced when its row expires, and not before', async () => {
  await shared(256)
  const [place] = (await places(1)) as [Place]
  const dead = randomUUID()
  await service.stopWorker()
  const lapses = await asOwner(service, (sql) =>
    sql.begin(async (tx) => {
      const [row] = await tx<{ until: Date }[]>`
        insert into webhook_workers (id, until) values (${dead}, now() + interval '3 seconds') returning until`
      await tx`update webhook_leases set owner = ${dead}`
      return row!.until
    }),
  )
  await deposit(place.api)
  await withSecond(async () => {
    const [received] = await place.receiver.waitFor(1)
    // The database and this process have read the clock to a millisecond, one after the other.
    assert.ok(
      received!.at >= lapses.getTime() - 5,
      `the delivery was sent at ${received!.at}, while the other worker had the lease until ${lapses.getTime()}`,
    )
    await shared(256)
    await settled(place.api, place.webhook)
    assertOnce(place.receiver)
  })
})

test('a hanging receiver delays the stop of a worker by seconds only', async () => {
  const second = await anotherService(service)
  second.startWorker()
  await shared(256)
  const [place] = (await places(1)) as [Place]
  place.receiver.answer = () => 'hang'
  await sendTest(place.api, place.webhook)
  await place.receiver.waitFor(1)
  const LIMIT_MS = 12_000 // the receiver would be given up after 15 s
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<'late'>((resolve) => {
    timer = setTimeout(() => resolve('late'), LIMIT_MS)
  })
  const stopping = second.stopWorker()
  const outcome = await Promise.race([stopping.then(() => 'stopped' as const), late])
  clearTimeout(timer)
  await place.receiver.close()
  await stopping
  await second.stop()
  assert.equal(outcome, 'stopped', `the worker had not stopped after ${LIMIT_MS / 1000} s`)
})
