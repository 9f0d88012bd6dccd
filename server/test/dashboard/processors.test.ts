// What the dashboard shows about a simulated processor, and to whom.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { connect } from '../../src/database/database.ts'
import { parseId } from '../../src/ids.ts'
import { type Api, startTestService } from '../harness.ts'
import { accountOf, type Browser, join } from '../people.ts'
import { catchUp, pushStates } from '../processors/rounds.ts'
import { OUTSIDE_BIN, openScene } from '../processors/scene.ts'
import type { Life } from '../processors/world.ts'

const merchant = { name: 'SOMA EATS', mcc: '5812', country: 'US' }
const life = (amount: bigint, begins: Life['begins'] = 'asked'): Life => ({ amount, merchant, begins, steps: [] })

const scene = await openScene('lithic')
const { service, world, name } = scene
const bare = await startTestService()
const api = await service.fundedWorkspace(500)
const owner = await ownerOf(api)
const others = await service.fundedWorkspace(500)
const otherOwner = await ownerOf(others)

async function ownerOf(of: Api): Promise<Browser> {
  return join(service, await accountOf(service, of.key), 'owner')
}

async function reportFor(person: Browser) {
  await service.services.processors.minutes.flush()
  const { status, body } = await person.get('/dashboard/processors')
  assert.equal(status, 200, JSON.stringify(body))
  assert.equal(body.data.length, 1)
  return body.data[0]
}

test('without a processor there is nothing to tell, in either environment', async () => {
  const person = await join(bare, await accountOf(bare, (await bare.workspace()).key), 'owner')
  for (const environment of ['sandbox', 'production'] as const)
    assert.deepEqual((await person.in(environment).get('/dashboard/processors')).body, { data: [] })
})

test('a processor is told of only in the environment of its BINs', async () => {
  assert.deepEqual((await owner.in('production').get('/dashboard/processors')).body, { data: [] })
  const report = await reportFor(owner)
  assert.deepEqual([report.name, report.kind, report.connected_at, report.balance], [name, 'lithic', null, null])
})

test('questions of the last hour are counted with how long the answers took', async () => {
  const before = await reportFor(owner)
  assert.deepEqual([before.last_hour.answered, before.last_hour.p99_ms, before.last_question_at], [0, null, null])
  const { externalId } = await scene.newCard(api, 100)
  for (const amount of [100n, 200n, 300n]) await world.live(externalId, life(amount))
  const { last_hour, last_question_at } = await reportFor(owner)
  assert.deepEqual([last_hour.answered, last_hour.late, last_hour.failed], [3, 0, 0])
  assert.ok(last_hour.p50_ms >= 5 && last_hour.p99_ms >= last_hour.p50_ms)
  assert.ok(Date.parse(last_question_at) > Date.now() - 60_000)
})

test('a question that cannot be decided in time counts as late, and not among the answers', async () => {
  const { id, externalId } = await scene.newCard(api, 100)
  const before = (await reportFor(owner)).last_hour
  const database = connect(service.connection, { max: 1 })
  await database.begin(async (tx) => {
    await tx`select from cards where bucket = ${parseId('card', id)!.bucket} and id = ${parseId('card', id)!.uuid} for update`
    await world.live(externalId, life(100n))
  })
  await database.end()
  const after = (await reportFor(owner)).last_hour
  assert.ok(after.late > before.late) // they may have asked twice
  assert.deepEqual([after.answered, after.p99_ms], [before.answered, before.p99_ms])
})

test('polling says when news was read, what no message had brought, and what lies there', async () => {
  const { externalId } = await scene.newCard(api, 100)
  await world.live(externalId, life(1_000n, 'stood_in'))
  world.take() // the messages are lost
  await catchUp(service.services)
  const { last_hour, news_tried_at, news_read_at, balance } = await reportFor(owner)
  assert.ok(last_hour.missed >= 1)
  assert.ok(Date.parse(news_read_at) >= Date.parse(news_tried_at))
  assert.ok(balance.available > balance.held && balance.held >= 10, JSON.stringify(balance))
  assert.equal(balance.is_low, false)
})

test('news that could not be read is tried, and not read', async () => {
  await allowPoll()
  const before = await reportFor(owner)
  world.faults.push('fail', 'fail', 'fail')
  await catchUp(service.services)
  world.faults.length = 0
  const after = await reportFor(owner)
  assert.ok(after.news_tried_at > before.news_tried_at)
  assert.equal(after.news_read_at, before.news_read_at)
})

test('a balance that is no more than what cards hold open is low', async () => {
  const { externalId } = await scene.newCard(others, 100)
  const { balance } = await reportFor(owner)
  await world.live(externalId, life(BigInt(balance.available) * 100n, 'stood_in'))
  await allowPoll()
  await catchUp(service.services)
  assert.equal((await reportFor(owner)).balance.is_low, true)
})

test('a card that is frozen here and not there waits to be told, and then does not', async () => {
  const card = await scene.newCard(api, 50)
  await api.post(`/cards/${card.id}/freeze`)
  const { waiting_cards } = await reportFor(owner)
  assert.equal(waiting_cards.length, 1)
  const [waiting] = waiting_cards
  assert.deepEqual([waiting.card_id, waiting.state, waiting.state_there], [card.id, 'frozen', 'active'])
  const there = (await owner.get(`/dashboard/cards/${card.id}/processor`)).body.processor
  assert.deepEqual(
    [there.name, there.kind, there.external_id, there.state_there, there.shows_number],
    [name, 'lithic', card.externalId, 'active', false],
  )
  assert.equal(there.next_try_at, waiting.next_try_at)
  assert.deepEqual((await reportFor(otherOwner)).waiting_cards, [])
  await pushStates(service.services)
  assert.deepEqual((await reportFor(owner)).waiting_cards, [])
  const told = (await owner.get(`/dashboard/cards/${card.id}/processor`)).body.processor
  assert.deepEqual([told.state_there, told.next_try_at], ['frozen', null])
})

test('a card that the processor itself has frozen shows the reason, and does not wait to be told', async () => {
  const card = await scene.newCard(api, 50)
  world.restrict(card.externalId, 'INTERNAL_REVIEW')
  for (const message of world.take()) assert.equal((await scene.deliver(message)).status, 200)
  const { database } = service.services
  await database.write`update processor_cards set push_at = push_at - interval '1 hour' where push_at is not null`
  await pushStates(service.services)
  const there = (await owner.get(`/dashboard/cards/${card.id}/processor`)).body.processor
  assert.deepEqual([there.state_there, there.restriction, there.next_try_at], ['frozen', 'INTERNAL_REVIEW', null])
  assert.deepEqual((await reportFor(owner)).waiting_cards, [])
})

test('a creation that hangs, and what is said of its card before it is there', async () => {
  world.faults.push('silent after effect')
  const request = { bin_id: OUTSIDE_BIN, amount: 20, label: 'Hanging' }
  const headers = { 'x-idempotency-key': 'hangs' }
  assert.equal((await api.post('/cards', request, headers)).status, 503)
  const { creations } = await reportFor(owner)
  assert.equal(creations.length, 1)
  assert.deepEqual([creations[0].label, creations[0].amount, creations[0].attempts], ['Hanging', 20, 0])
  assert.deepEqual((await reportFor(otherOwner)).creations, [])

  const externalId = [...world.cards].find(([, { cardId }]) => cardId === creations[0].card_id)![0]
  await world.live(externalId, life(500n, 'stood_in'))
  for (const message of world.take()) assert.equal((await scene.deliver(message)).status, 200)
  const report = await reportFor(owner)
  assert.ok(report.deferred.length >= 1)
  for (const deferred of report.deferred) assert.deepEqual([deferred.reason, deferred.card_id], ['unknown card', null])
  assert.doesNotMatch(JSON.stringify(report), new RegExp(`${externalId}|SOMA|${world.apiKey}|${world.signingSecret}`))
  assert.equal((await reportFor(otherOwner)).deferred.length, report.deferred.length, 'nobody knows whose it is')

  // Now it is a card of this workspace, and its messages are nobody else's affair.
  assert.equal((await api.post('/cards', request, headers)).status, 201)
  const known = await reportFor(owner)
  assert.deepEqual(known.creations, [])
  for (const deferred of known.deferred) assert.equal(deferred.card_id, creations[0].card_id)
  assert.deepEqual((await reportFor(otherOwner)).deferred, [])
})

test('another workspace’s card is not found, and one of ours lies at no processor', async () => {
  const theirs = await scene.newCard(others, 50)
  const { status, body } = await owner.get(`/dashboard/cards/${theirs.id}/processor`)
  assert.deepEqual([status, body.error], [404, 'card_not_found'])
  const { body: own } = await api.post('/cards', { bin_id: 'bin_visa_us_prepaid_1', amount: 10 })
  assert.deepEqual((await owner.get(`/dashboard/cards/${own.id}/processor`)).body, { processor: null })
})

/** A minute has passed since the last poll. */
async function allowPoll(): Promise<void> {
  const { database } = service.services
  await database.write`update processor_states set polled_at = polled_at - interval '2 minutes' where processor = ${name}`
}
