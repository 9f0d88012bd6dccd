// A card that the processor's own risk team has frozen. We do not undo the freeze, and report it.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { observeCards } from '../../src/processors/observed-states.ts'
import { asOwner, assertError } from '../contract/assertions.ts'
import type { Api } from '../harness.ts'
import { cardwright, environmentOf as databaseOf } from '../operator/operator-fixture.ts'
import { pushStates } from './rounds.ts'
import { environmentOf, openScene } from './scene.ts'

const scene = await openScene('lithic')
const { service, world, name, deliver } = scene

async function newCard(): Promise<{ api: Api; id: string; externalId: string }> {
  const api = await service.fundedWorkspace(1_000)
  return { api, ...(await scene.newCard(api, 100)) }
}

/** Delivers the messages of Lithic and runs the worker. */
async function settle(messages = world.take()): Promise<void> {
  for (const message of messages) assert.equal((await deliver(message)).status, 200)
  await asOwner(service, (sql) => sql`update processor_cards set push_at = push_at - interval '1 hour'`)
  await pushStates(service.services)
}

const stateThere = (externalId: string) => world.cards.get(externalId)!.state

/** Compares the states, as if an hour had passed since the last comparison. */
async function compare(): Promise<void> {
  await asOwner(service, (sql) => sql`update processor_cards set observed_at = observed_at - interval '2 hours'`)
  await observeCards(service.services)
}

async function rowOf(externalId: string) {
  const [row] = await asOwner(
    service,
    (sql) => sql`
      select restriction, push_at, differs_since from processor_cards where external_id = ${externalId}`,
  )
  return row
}

async function problems(): Promise<string> {
  const env = { ...databaseOf(service.connection), ...environmentOf(name, world), CARDWRIGHT_PUBLIC_URL: service.url }
  return (await cardwright(['processors', 'check', name], env)).out
}

for (const reason of ['SUSPICIOUS_ACTIVITY', 'INTERNAL_REVIEW']) {
  test(`a freeze for ${reason} is not undone by us, is reported, and ends when Lithic releases the card`, async () => {
    const { api, id, externalId } = await newCard()
    world.restrict(externalId, reason)
    const told = world.take()
    await settle(told)
    assert.equal(stateThere(externalId), 'frozen')
    const calls = world.calls.length
    await settle(told)
    assert.equal(world.calls.length, calls, 'a repeated message causes no call to the processor')
    assert.deepEqual({ ...(await rowOf(externalId)) }, { restriction: reason, push_at: null, differs_since: null })
    await compare()
    await settle()
    assert.equal(stateThere(externalId), 'frozen', 'the hourly comparison does not undo the freeze either')
    assert.match(await problems(), new RegExp(`The processor itself has frozen 1 card: ${reason}\\.`))
    assert.equal((await api.get(`/cards/${id}`)).body.status, 'active', 'our own state does not change')

    world.release(externalId)
    await settle()
    assert.deepEqual({ ...(await rowOf(externalId)) }, { restriction: null, push_at: null, differs_since: null })
    assert.doesNotMatch(await problems(), /has frozen/)
    await service.audit()
  })
}

test('a manual freeze at Lithic without a risk reason is replaced by our own state', async () => {
  const { externalId } = await newCard()
  world.restrict(externalId, 'OTHER')
  await settle()
  assert.equal(stateThere(externalId), 'active')
})

test('a restricted card can be frozen and terminated here but cannot be unfrozen', async () => {
  const { api, id, externalId } = await newCard()
  world.restrict(externalId, 'SUSPICIOUS_ACTIVITY')
  await settle()
  assert.equal((await api.post(`/cards/${id}/freeze`)).status, 200)
  await settle()
  const refused = await api.post(`/cards/${id}/unfreeze`)
  assertError(refused, 400, 'processor_refused')
  assert.match(refused.body.message, /keeps the card frozen\. Its own reason is SUSPICIOUS_ACTIVITY/)
  assert.equal((await api.get(`/cards/${id}`)).body.status, 'frozen')
  assert.equal(stateThere(externalId), 'frozen')
  assert.equal((await rowOf(externalId))!.restriction, 'SUSPICIOUS_ACTIVITY')
  assert.equal((await api.delete(`/cards/${id}`)).status, 200)
  await settle()
  assert.equal(stateThere(externalId), 'closed')
  assert.equal((await rowOf(externalId))!.restriction, null)
  await service.audit()
})
