// Requests whose card a processor issues: approval waits for the processor. If it refuses, the money is returned; if it
// does not answer, the worker ends the request.

import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import builtIn from '../../src/bins/catalogue.json' with { type: 'json' }
import { finishIssuances } from '../../src/due/finish-issuances.ts'
import { folderWith } from '../folder-with.ts'
import { type Api, startTestService } from '../harness.ts'
import { openLithicWorld } from '../processors/lithic-world.ts'
import { entryOf, OUTSIDE_BIN, post } from '../processors/outside-service.ts'
import type { Message } from '../processors/world.ts'
import { anotherKey, asOwner, assertError, done, type Json, withKey } from '../sandbox/scene.ts'

const NAME = 'lithic-test'
let url = ''
const deliver = (message: Message) => post(`${url}/processors/${NAME}/${message.callback}`, message)
const world = await openLithicWorld({ seed: 3, clock: () => new Date(), ask: deliver })
after(() => world.close())
// Cards of requests have the first BIN that is offered, so the one of the processor is the only one.
const bin = { ...builtIn[0]!, id: OUTSIDE_BIN, prefix: '45111111', processor: NAME, environment: 'sandbox' }
const folder = folderWith({ 'bins.json': JSON.stringify([bin]) })
const service = await startTestService(
  { DEPOSIT_FEE_BPS: '0', CARDWRIGHT_DATA_DIR: folder, ...entryOf(NAME, world) },
  { worker: false },
)
url = service.url

const budget = { amountCents: 10_000n, window: 'month' as const }
const automatic = { auto_approve: { per_request: 5_000, per_day: 50_000 }, merchants: [], confirm_above: null }

async function open(isAutomatic = false) {
  const boss = await service.fundedWorkspace(1_000)
  const rights = { kind: 'agent' as const, ownCards: true, budget, ...(isAutomatic && { spendPolicy: automatic }) }
  const agent = await anotherKey(service, boss, { rights })
  return { boss, agent, wallet: await walletOf(boss) }
}

const body = { amount: 25, merchant: { name: 'SOMA EATS' }, reason: 'Lunch for the four people of the workshop.' }
const ask = (api: Api, headers = {}) => api.post('/spend-requests', body, headers)
const approve = (api: Api, { id }: Json, headers = {}) => api.post(`/spend-requests/${id}/approve`, {}, headers)
const again = async (api: Api, { id }: Json): Promise<Json> => done(await api.get(`/spend-requests/${id}`), 200)
const walletOf = async (api: Api): Promise<number> => done(await api.get('/wallet/balance'), 200).balance
const leftOf = async (api: Api): Promise<number> => done(await api.get('/keys/self'), 200).budget.remaining

/** As the worker does, without waiting for the time of the next attempt. */
async function finishNow(): Promise<void> {
  await asOwner(service, (sql) => sql`update card_issuances set next_try_at = now() - interval '1 hour'`)
  await finishIssuances(service.services)
}

test('the approval answers once the processor has issued the card, which can do only that', async () => {
  const { boss, agent, wallet } = await open()
  const request = done(await approve(boss, done(await ask(agent), 201)), 200)
  assert.equal(request.status, 'approved')
  const card = done(await agent.get(`/cards/${request.card_id}`), 200)
  assert.deepEqual([card.balance, card.controls.uses], [25, 1])
  assert.equal(await walletOf(boss), wallet - 25)
  assert.ok([...world.cards.values()].some(({ cardId }) => cardId === request.card_id))
  await service.audit()
})

test('refused there, it is denied, and the money and the budget are back', async () => {
  const { boss, agent, wallet } = await open()
  const waiting = done(await ask(agent), 201)
  world.faults.push('refuse')
  const denied = done(await approve(boss, waiting, withKey('refused')), 200)
  assert.deepEqual([denied.status, denied.card_id], ['denied', null])
  assert.match(denied.note, /^The processor has refused the card: /)
  assert.equal(await walletOf(boss), wallet)
  assert.equal(await leftOf(agent), 100)
  assert.deepEqual(done(await approve(boss, waiting, withKey('refused')), 200), denied)
  await service.audit()
})

for (const ends of ['a repeat', 'the worker'])
  for (const fault of ['silent before effect', 'silent after effect'] as const)
    test(`${fault}: 503, and ${ends} ends it with one card; the key has the same answer from then on`, async () => {
      const { boss, agent, wallet } = await open()
      const waiting = done(await ask(agent), 201)
      const issued = world.cards.size
      world.faults.push(fault)
      assertError(await approve(boss, waiting, withKey('silent')), 503, 'service_unavailable')
      assert.equal(await walletOf(boss), wallet - 25)
      await service.audit()
      if (ends === 'the worker') await finishNow()
      const answer = done(await approve(boss, waiting, withKey('silent')), 200)
      assert.equal(answer.status, 'approved')
      assert.deepEqual(answer, await again(boss, waiting))
      assert.deepEqual(done(await approve(boss, waiting, withKey('silent')), 200), answer)
      assert.equal(done(await boss.get(`/cards/${answer.card_id}`), 200).balance, 25)
      assert.equal(world.cards.size, issued + 1)
      assert.equal(await walletOf(boss), wallet - 25)
      await service.audit()
    })

test('a request that its policy approves ends in the same ways: the answer is that of the request', async () => {
  const { boss, agent, wallet } = await open(true)
  assert.equal(done(await ask(agent), 201).status, 'approved')
  world.faults.push('silent before effect')
  assertError(await ask(agent, withKey('silent')), 503, 'service_unavailable')
  await finishNow()
  const answer = done(await ask(agent, withKey('silent')), 201)
  assert.deepEqual([answer.status, answer.decided_by], ['approved', null])
  assert.equal(await walletOf(boss), wallet - 50)

  // Of the repeat, the search for the card is answered and the request for it is refused.
  world.faults.push('silent before effect', 'none', 'refuse')
  assertError(await ask(agent, withKey('refused')), 503, 'service_unavailable')
  await finishNow()
  assert.equal(done(await ask(agent, withKey('refused')), 201).status, 'denied')
  assert.equal(await walletOf(boss), wallet - 50)
  assert.equal(await leftOf(agent), 50)
  await service.audit()
})

test('refused there, what the policy approved counts neither in its day nor in the budget', async () => {
  const boss = await service.fundedWorkspace(1_000)
  const spendPolicy = { ...automatic, auto_approve: { per_request: 5_000, per_day: 5_000 } }
  for (const rights of [{ spendPolicy }, { spendPolicy, budget: { ...budget, amountCents: 5_000n } }]) {
    const agent = await anotherKey(service, boss, { rights: { kind: 'agent', ownCards: true, ...rights } })
    assert.equal(done(await ask(agent), 201).status, 'approved')
    world.faults.push('refuse')
    assert.equal(done(await ask(agent), 201).status, 'denied')
    // 25.00 of the 50.00 are left, and no more.
    assert.equal(done(await ask(agent), 201).status, 'approved')
    const over = await ask(agent)
    if ('budget' in rights) assertError(over, 400, 'budget_exceeded', 'amount')
    else assert.equal(done(over, 201).status, 'pending')
  }
  await service.audit()
})

test('a card that a key creates, refused there, counts for nothing; one that is made does', async () => {
  const { boss, agent, wallet } = await open()
  const create = (headers = {}) => agent.post('/cards', { bin_id: OUTSIDE_BIN, amount: 25 }, headers)
  world.faults.push('refuse')
  assertError(await create(), 400, 'processor_refused')
  assert.deepEqual([await leftOf(agent), await walletOf(boss)], [100, wallet])
  // Of the repeat, the search for the card is answered and the request for it is refused.
  world.faults.push('silent before effect', 'none', 'refuse')
  assertError(await create(withKey('create-refused')), 503, 'service_unavailable')
  assert.equal(await leftOf(agent), 75, 'it counts until it is known what becomes of it')
  await finishNow()
  assert.deepEqual([await leftOf(agent), await walletOf(boss)], [100, wallet])
  assert.equal((await create()).status, 201)
  assert.deepEqual([await leftOf(agent), await walletOf(boss)], [75, wallet - 25])
  await service.audit()
})

test('what was counted in a day that is over is not taken from the next one', async () => {
  const { boss, agent } = await open(true)
  world.faults.push('silent before effect')
  assertError(await ask(agent, withKey('yesterday')), 503, 'service_unavailable')
  await boss.post('/sandbox/clock/advance', { seconds: 40 * 86_400 })
  assert.equal(done(await ask(agent), 201).status, 'approved')
  assert.equal(await leftOf(agent), 75)
  world.faults.push('none', 'refuse')
  await finishNow()
  assert.equal(await leftOf(agent), 75)
  await service.audit()
})

test('the address for a person names production, in answers and in events', async () => {
  const data = folderWith({ 'bins.json': JSON.stringify([{ ...bin, environment: 'production' }]) })
  const live = await startTestService(
    { CARDWRIGHT_DATA_DIR: data, ...entryOf(NAME, world, 'production') },
    { worker: false },
  )
  const api = await live.workspace('production')
  const asked = done(await ask(api), 201)
  const address = new RegExp(`/spend-requests/${asked.id}\\?env=production$`)
  assert.match(asked.approval_url, address)
  assert.match((await again(api, asked)).approval_url, address)
  assert.match(done(await api.get('/spend-requests'), 200).data[0].approval_url, address)
  const { data: events } = done(await api.get('/events'), 200)
  assert.match(events[0].data.approval_url, address)
})
