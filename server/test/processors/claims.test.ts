// Several workers on one database share the work that is due at a processor.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { finishIssuances } from '../../src/due/finish-issuances.ts'
import { asOwner } from '../contract/assertions.ts'
import { pushStates } from './rounds.ts'
import { OUTSIDE_BIN, openScene } from './scene.ts'

const WORKERS = 4
const CARDS = 6

const { service, world, newCard } = await openScene('lithic')
const inEveryWorker = (run: (services: typeof service.services) => Promise<void>) =>
  Promise.all(Array.from({ length: WORKERS }, () => run(service.services)))

test('a card state is pushed once by one of the workers, and again after a pause if the processor did not respond', async () => {
  const api = await service.fundedWorkspace(1_000)
  const made: { id: string; externalId: string }[] = []
  for (let n = 0; n < CARDS; n++) made.push(await newCard(api, 10))
  for (const { id } of made) assert.equal((await api.post(`/cards/${id}/freeze`)).status, 200)
  const before = world.calls.length
  world.faults.push('fail')
  await inEveryWorker(pushStates)
  assert.equal(world.calls.length - before, CARDS)
  const statesOf = () => made.map(({ externalId }) => world.cards.get(externalId)!.state).toSorted()
  assert.deepEqual(statesOf(), ['active', ...Array.from({ length: CARDS - 1 }, () => 'frozen')])
  await inEveryWorker(pushStates)
  assert.equal(world.calls.length - before, CARDS, 'nothing is pushed before the pause is over')
  const past = new Date(Date.now() - 1_000)
  await asOwner(service, (sql) => sql`update processor_cards set push_at = ${past} where push_at is not null`)
  await inEveryWorker(pushStates)
  assert.equal(world.calls.length - before, CARDS + 1)
  assert.deepEqual(statesOf(), Array(CARDS).fill('frozen'))
})

test('an unfinished card creation is completed once, by one of the workers', async () => {
  const api = await service.fundedWorkspace(1_000)
  world.faults.push('fail')
  const { status } = await api.post('/cards', { bin_id: OUTSIDE_BIN, amount: 10 }, { 'x-idempotency-key': 'lost' })
  assert.equal(status, 503)
  await asOwner(service, (sql) => sql`update card_issuances set next_try_at = now() - interval '1 minute'`)
  await inEveryWorker(finishIssuances)
  assert.equal((await asOwner(service, (sql) => sql`select id from card_issuances`)).length, 0)
  assert.equal((await api.get('/cards')).body.pagination.total, 1)
  await service.audit()
})
