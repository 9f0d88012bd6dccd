// Messages that are stored because they cannot be applied yet: none is lost for being like another, and none outlives its use.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { applyDeferred } from '../../src/card-network/catch-up.ts'
import { asOwner, withKey } from '../contract/assertions.ts'
import type { Api } from '../harness.ts'
import { OUTSIDE_BIN, openScene } from './scene.ts'
import type { Life, LifeStep, Message } from './world.ts'

const merchant = { name: 'SOMA EATS', mcc: '5812', country: 'US' }
const stoodIn = (amount: bigint, steps: LifeStep[]): Life => ({ amount, merchant, begins: 'stood_in', steps })
const settle = (amount: bigint): LifeStep => ({ act: 'settle', amount, isFinal: false })

const [lithic, stripe] = [await openScene('lithic'), await openScene('stripe')]

const storedIn = async ({ service }: typeof lithic | typeof stripe) =>
  (await asOwner(service, (sql) => sql<{ reason: string }[]>`select reason from processor_parked`)).map(
    ({ reason }) => reason,
  )

async function makeDue({ service }: typeof lithic | typeof stripe): Promise<void> {
  await asOwner(service, (sql) => sql`update processor_parked set next_try_at = now() - interval '1 minute'`)
}

test('two postings of one authorization, reported before the card is known, are both in the books at the end', async () => {
  const { service, world, deliver } = stripe
  const api = await service.fundedWorkspace(1_000)
  const request = { bin_id: OUTSIDE_BIN, amount: 100 }
  // Both the cardholder and the card are created; the answer about the card is lost.
  world.faults.push(undefined as never, 'silent after effect')
  assert.equal((await api.post('/cards', request, withKey('late'))).status, 503)
  const [externalId] = [...world.cards.keys()]
  await world.live(externalId!, stoodIn(5_000n, [settle(1_000n), settle(1_500n), settle(700n)]))
  const postings = world.take().filter(({ body }) => JSON.parse(body).type === 'issuing_transaction.created')
  assert.equal(postings.length, 3)
  for (const message of [...postings, ...postings]) assert.equal((await deliver(message)).status, 200)
  assert.deepEqual(await storedIn(stripe), Array(3).fill('unknown card'))
  const { status, body: card } = await api.post('/cards', request, withKey('late'))
  assert.equal(status, 201)
  await makeDue(stripe)
  await applyDeferred(service.services)
  assert.deepEqual(await storedIn(stripe), [])
  assert.equal((await api.get(`/cards/${card.id}`)).body.total_spent, 32)
  await service.audit()
})

/** Snapshots of one Lithic transaction: after the first and after the second settlement, each with a settlement missing. */
async function snapshots(api: Api): Promise<{ id: string; whole: Message; partial: Message; older: Message }> {
  const { world, newCard } = lithic
  const { id, externalId } = await newCard(api, 100)
  await world.live(externalId, stoodIn(5_000n, [settle(1_000n), settle(1_500n), settle(700n)]))
  const messages = world.take()
  const [older, partial] = [messages.at(-2)!, messages.at(-1)!].map(withoutOneSettlement)
  return { id, whole: messages.at(-1)!, partial: partial!, older: older! }
}

/** The total stays, and one event is left out, so that the postings do not add up to it. */
function withoutOneSettlement(message: Message): Message {
  const body = JSON.parse(message.body)
  const index = body.events.findIndex(({ type }: { type: string }) => type === 'CLEARING')
  body.events.splice(index, 1)
  return lithic.world.signAgain({ ...message, body: JSON.stringify(body) })
}

async function take(...messages: Message[]): Promise<void> {
  for (const message of messages) {
    const { status } = await lithic.deliver(lithic.world.signAgain(message))
    assert.equal(status, 200)
  }
}

test('an incomplete message is dropped as soon as a newer one adds up', async () => {
  const api = await lithic.service.fundedWorkspace(1_000)
  const { id, older, partial, whole } = await snapshots(api)
  await take(older, partial)
  assert.deepEqual(await storedIn(lithic), Array(2).fill('posts do not add up'))
  await makeDue(lithic)
  await applyDeferred(lithic.service.services)
  assert.equal((await storedIn(lithic)).length, 2, 'they are kept as long as a posting is missing')
  await take(whole)
  assert.deepEqual(await storedIn(lithic), [])
  assert.equal((await api.get(`/cards/${id}`)).body.total_spent, 32)
  await lithic.service.audit()
})

test('an incomplete message that comes after a newer one that adds up is not stored', async () => {
  const api = await lithic.service.fundedWorkspace(1_000)
  const { id, older, partial, whole } = await snapshots(api)
  await take(whole, partial, older)
  assert.deepEqual(await storedIn(lithic), [])
  assert.equal((await api.get(`/cards/${id}`)).body.total_spent, 32)
  await lithic.service.audit()
})

test('an incomplete message is stored although an older one added up, and after a newer one that is incomplete too', async () => {
  const api = await lithic.service.fundedWorkspace(1_000)
  const { older, partial } = await snapshots(api)
  await take(partial, older)
  assert.equal((await storedIn(lithic)).length, 2)
  await asOwner(lithic.service, (sql) => sql`delete from processor_parked`)
  await lithic.service.audit()
})
