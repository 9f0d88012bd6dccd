// A card that the processor's own risk team has frozen: we do not undo it, and say so.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { cardwright, environmentOf as databaseOf } from '../../src/operator/operator-fixture.ts'
import { observeCards } from '../../src/processors/observed-states.ts'
import { asOwner, assertError } from '../contract/assertions.ts'
import type { Api } from '../harness.ts'
import { pushStates } from './rounds.ts'
import { environmentOf, openScene } from './scene.ts'

const scene = await openScene('lithic')
const { service, world, name, deliver } = scene

async function newCard(): Promise<{ api: Api; id: string; externalId: string }> {
  const api = await service.fundedWorkspace(1_000)
  return { api, ...(await scene.newCard(api, 100)) }
}

/** What Lithic tells of, and what the worker does then. */
async function settle(messages = world.take()): Promise<void> {
  for (const message of messages) assert.equal((await deliver(message)).status, 200)
  await asOwner(service, (sql) => sql`update processor_cards set push_at = push_at - interval '1 hour'`)
  await pushStates(service.services)
}

const stateThere = (externalId: string) => world.cards.get(externalId)!.state

/** As if an hour had passed since the states were compared. */
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
    assert.equal(world.calls.length, calls, 'the same message again is no reason to ask again')
    assert.deepEqual({ ...(await rowOf(externalId)) }, { restriction: reason, push_at: null, differs_since: null })
    await compare()
    await settle()
    assert.equal(stateThere(externalId), 'frozen', 'nor by the hourly comparison')
    assert.match(await problems(), new RegExp(`The processor itself has frozen 1 card: ${reason}\\.`))
    assert.equal((await api.get(`/cards/${id}`)).body.status, 'active', 'our own state is not changed')

    world.release(externalId)
    await settle()
    assert.deepEqual({ ...(await rowOf(externalId)) }, { restriction: null, push_at: null, differs_since: null })
    assert.doesNotMatch(await problems(), /has frozen/)
    await service.audit()
  })
}

test('a freeze that somebody made by hand has no such reason, and our state counts', async () => {
  const { externalId } = await newCard()
  world.restrict(externalId, 'OTHER')
  await settle()
  assert.equal(stateThere(externalId), 'active')
})

test('a restricted card cannot be unfrozen here, can be frozen, and can be terminated', async () => {
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
