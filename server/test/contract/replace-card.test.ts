// POST /cards/{card_id}/replace.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Api, startTestService } from '../harness.ts'
import { done, eventsDuring, openScene, type Scene, sceneOf } from '../sandbox/scene.ts'
import {
  assertError,
  assertNothingChanges,
  assertReplayed,
  missingId,
  newCard,
  withKey,
  workspaceOf,
  workspaceWith,
} from './assertions.ts'
import { assertShape } from './shapes.ts'

const service = await startTestService({ DEPOSIT_FEE_BPS: '0' })
const api = await service.fundedWorkspace(50_000)

// biome-ignore lint/suspicious/noExplicitAny: the assertions check the shape
async function replace(of: Api, id: string, reason = 'lost'): Promise<any> {
  return done(await of.post(`/cards/${id}/replace`, { reason }), 201)
}

/** Replaces the card of a scene and returns a scene with the new card. */
async function replaced({ api: of, card }: Scene): Promise<Scene> {
  return sceneOf(of, (await replace(of, card)).id)
}

test('the replacement has the balance, settings and metadata of the old card and another number', async () => {
  const settings = {
    label: 'Ads',
    spending_limit: 1500,
    allowed_categories: ['advertising'],
    auto_freeze_at: 20,
    controls: { limits: [{ window: 'day', amount: 250 }], countries: { allowed: ['US'] } },
    metadata: { team: 'growth' },
  }
  const old = await newCard(api, { amount: 64.35, ...settings })
  const card = await replace(api, old.id)
  assertShape(card, 'card')
  for (const field of [...Object.keys(settings), 'bin_id', 'network', 'balance'])
    assert.deepEqual(card[field], old[field], field)
  assert.deepEqual([card.status, card.held, card.replaces, card.replaced_by], ['active', 0, old.id, null])
  const [before, after] = await Promise.all(
    [old.id, card.id].map(async (id) => done(await api.get(`/cards/${id}/details`), 200)),
  )
  assert.notEqual(before.pan, after.pan)
})

test('the replaced card is terminated, empty and names its replacement, and the wallet is unchanged', async () => {
  const old = await newCard(api, { amount: 40 })
  const wallet = (await api.get('/wallet/balance')).body
  const card = await replace(api, old.id)
  const summary = (await api.get(`/cards/${old.id}`)).body
  assertShape(summary, 'cardSummary')
  assert.deepEqual(
    [summary.status, summary.balance, summary.replaces, summary.replaced_by],
    ['terminated', 0, null, card.id],
  )
  assert.equal((await api.get(`/cards/${card.id}`)).body.replaces, old.id)
  assert.deepEqual((await api.get('/wallet/balance')).body, wallet)
  assert.equal(
    (await api.delete(`/cards/${old.id}`)).body.refunded_amount,
    0,
    'the balance moved to the new card, not to the wallet',
  )
})

test('a card that was never replaced has null in replaces and replaced_by', async () => {
  const card = await newCard(api)
  const summary = (await api.get(`/cards/${card.id}`)).body
  assert.deepEqual([card.replaces, card.replaced_by, summary.replaces, summary.replaced_by], [null, null, null, null])
})

test('a frozen card can be replaced, and its replacement is active', async () => {
  const scene = await openScene(service)
  await scene.api.post(`/cards/${scene.card}/freeze`)
  const next = await replaced(scene)
  assert.equal((await next.hold(5)).balance_after, 95)
  const { cards_active, cards_total_balance } = await scene.wallet()
  assert.deepEqual([cards_active, cards_total_balance], [1, 95])
})

test('a replacement can be replaced, and each card names the one before and after it', async () => {
  const scene = await openScene(service)
  const second = await replaced(scene)
  const third = await replaced(second)
  const links = async (id: string) => {
    const { replaces, replaced_by } = await scene.summary(id)
    return [replaces, replaced_by]
  }
  assert.deepEqual(await links(scene.card), [null, second.card])
  assert.deepEqual(await links(second.card), [scene.card, third.card])
  assert.deepEqual(await links(third.card), [second.card, null])
  assert.equal((await scene.summary(third.card)).balance, 100)
  await service.audit()
})

test('the replacement has already used what the old card used of its limits', async () => {
  const controls = { limits: [{ window: 'day', amount: 60, count: 3 }] }
  const scene = await openScene(service, { amount: 500, spending_limit: 80, controls })
  await scene.hold(50)
  const next = await replaced(scene)
  assert.equal(await next.reason(11), 'limit_exceeded')
  await next.hold(10)
  await next.advance(86_400)
  if ((await next.now()).getUTCDate() !== 1) assert.equal(await next.reason(21), 'spending_limit_exceeded')
})

test('the replacement keeps the number of uses and the merchant lock of the old card', async () => {
  const scene = await openScene(service, { controls: { uses: 3, merchant_lock: 'first' } })
  await scene.hold(5)
  await scene.hold(5)
  const next = await replaced(scene)
  const elsewhere = { name: 'Somebody Else', mcc: '7311', country: 'US' }
  assert.equal(await next.reason(5, { merchant: elsewhere }), 'merchant_not_allowed')
  await next.hold(5)
  assert.equal((await next.summary()).status, 'terminated', 'the third use was the last')
})

test('a limit that is set after a replacement includes the spending of the earlier cards', async () => {
  const scene = await openScene(service, { amount: 500, controls: { limits: [{ window: 'day', amount: 100 }] } })
  await scene.hold(30)
  const second = await replaced(scene)
  await second.hold(20)
  const third = await replaced(second)
  const limits = [
    { window: 'day', amount: 100 },
    { window: 'all_time', count: 3 },
  ]
  done(await scene.api.patch(`/cards/${third.card}`, { controls: { limits } }), 200)
  const { data } = done(await scene.api.get(`/cards/${third.card}/limits`), 200)
  assert.deepEqual(
    data.slice(1).map(({ used_amount, used_count }: Record<string, number>) => [used_amount, used_count]),
    [
      [50, 2],
      [50, 2],
    ],
  )
  await third.hold(1)
  assert.equal(await third.reason(1), 'limit_exceeded')
})

test('a hold stays on the old card, and the wallet pays or receives the difference when it settles', async () => {
  const scene = await openScene(service, { wallet: 100, amount: 100 })
  const [above, below, back] = [await scene.hold(10), await scene.hold(20), await scene.hold(30)]
  const next = await replaced(scene)
  assert.deepEqual([(await scene.summary()).held, (await next.summary()).balance], [60, 40])
  done(await scene.on(above, 'settle', { amount: 17 }), 201)
  assert.equal((await scene.wallet()).balance, 93)
  done(await scene.on(below, 'settle', { amount: 12 }), 201)
  assert.equal((await scene.wallet()).balance, 101)
  done(await scene.on(back, 'reverse'), 200)
  assert.equal((await scene.wallet()).balance, 131)
  const late = await scene.force(9)
  assert.equal((await scene.wallet()).balance, 122, 'the wallet pays a forced settlement')
  done(await scene.call('refunds', { transaction_id: late.id }), 201)
  assert.equal((await scene.wallet()).balance, 131, 'a refund of the old card goes to the wallet')
  assert.deepEqual([(await scene.summary()).held, (await next.summary()).balance], [0, 40])
  assert.equal((await next.summary()).transaction_count, 0)
  await service.audit()
})

test('reversing a hold of the old card does not free the limits of the new card', async () => {
  const scene = await openScene(service, { amount: 500, spending_limit: 80 })
  const hold = await scene.hold(50)
  const next = await replaced(scene)
  done(await scene.on(hold, 'reverse'), 200)
  assert.equal(await next.reason(31), 'spending_limit_exceeded')
})

test('the wallet pays the overdraft of the old card, and the new card starts at zero', async () => {
  const scene = await openScene(service, { wallet: 50, amount: 10 })
  await scene.force(25)
  assert.equal((await scene.summary()).balance, -15)
  const next = await replaced(scene)
  assert.deepEqual([(await next.summary()).balance, (await scene.wallet()).balance], [0, 35])
  await service.audit()
})

test('the workspace owes an overdraft that the wallet cannot pay', async () => {
  const scene = await openScene(service, { wallet: 5, amount: 10 })
  await scene.force(25)
  const next = await replaced(scene)
  assert.deepEqual([(await next.summary()).balance, (await scene.wallet()).balance], [0, 0])
  done(await scene.call('deposits', { currency: 'usdt', amount_crypto: '100', confirm: true }), 201)
  assert.equal((await scene.wallet()).balance, 90)
  await service.audit()
})

test('replacing a card of a workspace with a debt keeps the money on the new card', async () => {
  const scene = await openScene(service, { wallet: 20, amount: 10 })
  const other = await newCard(scene.api, { amount: 20 })
  await scene.force(30)
  await scene.api.delete(`/cards/${scene.card}`)
  const card = await replace(scene.api, other.id)
  assert.equal(card.balance, 20, 'debts are taken only from wallet credits, and a replacement is not one')
  await service.audit()
})

test('a terminated or already replaced card cannot be replaced', async () => {
  const ended = await newCard(api)
  await api.delete(`/cards/${ended.id}`)
  const old = await newCard(api)
  await replace(api, old.id)
  for (const { id } of [ended, old]) {
    const answer = await assertNothingChanges(service, api, [id], () =>
      api.post(`/cards/${id}/replace`, { reason: 'lost' }),
    )
    assertError(answer, 400, 'card_terminated')
  }
})

test('a replacement requires one of four reasons', async () => {
  const { id } = await newCard(api)
  const path = `/cards/${id}/replace`
  for (const body of [{}, undefined, { reason: 'found' }, { reason: 1 }, { reason: null }])
    assertError(
      await assertNothingChanges(service, api, [id], () => api.post(path, body)),
      400,
      'invalid_request',
      'reason',
    )
  assertError(await api.post(path, { reason: 'lost', amount: 5 }), 400, 'invalid_request', 'amount')
  let current = id
  for (const reason of ['lost', 'stolen', 'compromised', 'other']) current = (await replace(api, current, reason)).id
})

test('replacing a card of another workspace returns 404 card_not_found', async () => {
  const { id } = await newCard(api)
  const stranger = await service.fundedWorkspace(100)
  for (const card of [id, await missingId(service, stranger), 'x'])
    assertError(await stranger.post(`/cards/${card}/replace`, { reason: 'lost' }), 404, 'card_not_found')
})

test('a repeated replacement under the same key returns the same card', async () => {
  const { id } = await newCard(api)
  const call = { method: 'POST', path: `/cards/${id}/replace`, body: { reason: 'stolen' } }
  const first = await assertReplayed(service, api, call, 'replace once', [id])
  assert.equal(first.status, 201)
  const other = await api.post(`/cards/${id}/replace`, { reason: 'lost' }, withKey('replace once'))
  assertError(other, 400, 'idempotency_key_reused')
})

test('a replacement sends card.terminated and card.created, and each names the other card', async () => {
  const old = await newCard(api, { amount: 30 })
  let card: { id: string } | undefined
  const [types, events] = await eventsDuring(service, api, async () => {
    card = await replace(api, old.id)
  })
  assert.deepEqual(types, ['card.terminated', 'card.created'])
  assert.deepEqual([events[0]!.data.id, events[0]!.data.replaced_by], [old.id, card!.id])
  assert.deepEqual([events[1]!.data.id, events[1]!.data.replaces, events[1]!.data.balance], [card!.id, old.id, 30])
})

test('a replacement does not appear in the wallet transactions, and the ledger moves its money through the issuing account', async () => {
  const own = await workspaceWith(service, 100)
  const old = await newCard(own, { amount: 30 })
  const before = (await own.get('/wallet/transactions')).body
  await replace(own, old.id)
  assert.deepEqual((await own.get('/wallet/transactions')).body, before)
  const { bucket, id } = await workspaceOf(service, own)
  const rows = await service.services.database.read<{ debit: number; credit: number; amount_cents: bigint }[]>`
    select debit, credit, amount_cents from transfers where bucket = ${bucket} and workspace_id = ${id} and kind = 11
    order by debit`
  assert.deepEqual(
    rows.map(({ debit, credit, amount_cents }) => [debit, credit, amount_cents]),
    [
      [1, 9, 3000n],
      [9, 1, 3000n],
    ],
  )
  await service.audit()
})

test('a card can be replaced while the wallet is on hold', async () => {
  const own = await workspaceWith(service, 100)
  const old = await newCard(own, { amount: 30 })
  const { bucket, id } = await workspaceOf(service, own)
  await service.services.database.write`update workspaces set on_hold = true where bucket = ${bucket} and id = ${id}`
  assert.equal((await replace(own, old.id)).balance, 30)
})
