// POST /sandbox/authorizations/{txn_id}/settle and POST /sandbox/settlements: a settlement is always posted.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startTestService } from '../harness.ts'
import { play } from './ledger-table.ts'
import { ads, assertError, changesNothing, DAY, done, FOUR_YEARS, noDetails, openScene, unknownId } from './scene.ts'

const service = await startTestService({ DEPOSIT_FEE_BPS: '0' })

test('a settlement returns 201 with a negative transaction and updates last_used_at and total_spent', async () => {
  const { hold, on, card, full, summary, advance } = await openScene(service)
  const authorization = await hold(60)
  await advance(DAY)
  const body = done(await on(authorization, 'settle'), 201)
  const { id, created_at } = body
  assert.deepEqual(body, {
    id,
    card_id: card,
    type: 'settlement',
    amount: -60,
    currency: 'USD',
    merchant: authorization.merchant,
    balance_after: 40,
    created_at,
    ...noDetails,
  })
  const { authorization_id, authorization_status, held_amount } = await full(body)
  assert.deepEqual([authorization_id, authorization_status, held_amount], [authorization.id, 'settled', 0])
  const { total_spent, transaction_count, last_used_at } = await summary()
  assert.deepEqual([total_spent, transaction_count, last_used_at], [60, 2, created_at])
})

test('the amount and balance_after of a transaction never change, whatever happens to its authorization later', async () => {
  const { hold, on, full } = await openScene(service)
  const authorization = await hold(60)
  done(await on(authorization, 'reverse', { amount: 20 }), 200)
  const settlement = done(await on(authorization, 'settle', { amount: 55 }), 201)
  assert.deepEqual([settlement.amount, settlement.balance_after], [-55, 45])
  const seen = await full(authorization)
  assert.deepEqual([seen.amount, seen.balance_after, seen.created_at], [-60, 40, authorization.created_at])
})

const tables: Record<string, string> = {
  'a settlement without an amount settles the whole hold': `
    hold    h1  60  | balance  40  held 60  spent  0
    settle  h1   -  | balance  40  held  0  spent 60`,
  'a settlement equal to the hold leaves the balance unchanged': `
    hold    h1  60  | balance  40  held 60
    settle  h1  60  | balance  40  held  0  spent 60`,
  'a settlement below the hold releases the rest': `
    hold    h1  60  | balance  40  held 60
    settle  h1  25.5 | balance 74.5 held  0  spent 25.5`,
  'a settlement above the hold takes the difference from the balance': `
    hold    h1  60  | balance  40  held 60
    settle  h1  70  | balance  30  held  0  spent 70`,
  'a settlement above the hold and the balance overdraws the card': `
    hold    h1  60  | balance  40  held 60  wallet 1000
    settle  h1 130  | balance -30  held  0  spent 130  wallet 1000`,
  'a hold is captured several times, and a settlement is final by default': `
    hold    h1  60  | balance  40  held 60
    capture h1  10  | balance  40  held 50  spent 10
    capture h1  20  | balance  40  held 30  spent 30
    settle  h1   5  | balance  65  held  0  spent 35`,
  'a capture without an amount takes the whole hold and leaves the authorization open': `
    hold    h1  60  | balance  40  held 60
    capture h1   -  | balance  40  held  0  spent 60
    capture h1  15  | balance  25  held  0  spent 75
    settle  h1   5  | balance  20  held  0  spent 80`,
  'a capture above the hold takes the difference from the balance': `
    hold    h1  60  | balance  40  held 60
    capture h1  70  | balance  30  held  0  spent 70
    settle  h1   1  | balance  29  held  0  spent 71`,
  'a settlement after a partial reversal settles the rest': `
    hold    h1  60  | balance  40  held 60
    reverse h1  45  | balance  85  held 15
    settle  h1   -  | balance  85  held  0  spent 15`,
  'a settlement with an amount is posted after a reversal': `
    hold    h1  60  | balance  40  held 60
    reverse h1   -  | balance 100  held  0
    settle  h1  60  | balance  40  held  0  spent 60`,
  'a settlement with an amount is posted after an expiry': `
    hold    h1  60  | balance  40  held 60
    days    -    8  | balance 100  held  0
    settle  h1  60  | balance  40  held  0  spent 60`,
  'captures are posted after an expiry': `
    hold    h1  60  | balance  40  held 60
    expire  h1   -  | balance 100  held  0
    capture h1  10  | balance  90  held  0  spent 10
    capture h1  10  | balance  80  held  0  spent 20
    settle  h1  10  | balance  70  held  0  spent 30`,
  'a settlement of one hold leaves the other hold unchanged': `
    hold    h1  60  | balance  40  held 60
    hold    h2  30  | balance  10  held 90
    settle  h1  50  | balance  20  held 30
    settle  h2   -  | balance  20  held  0  spent 80`,
  'settlements are posted on a frozen card': `
    hold    h1  60  | balance  40  held 60
    freeze  -    -  | balance  40  held 60
    settle  h1  70  | balance  30  held  0  spent 70
    force   f1  10  | balance  20  held  0  spent 80`,
  'settlements are posted on an expired card': `
    hold    h1  60  | balance  40  held 60
    days    - 1461  | balance 100  held  0
    settle  h1  60  | balance  40  held  0  spent 60
    force   f1  10  | balance  30  held  0  spent 70`,
  'the hold of a terminated card remains reserved, and its rest returns to the wallet after the settlement': `
    hold      h1  60 | balance 40  held 60  wallet 1000
    terminate  -   - | balance  0  held 60  wallet 1040
    settle    h1  45 | balance  0  held  0  wallet 1055  spent 45`,
  'the wallet pays the part of a settlement that exceeds the hold of a terminated card': `
    hold      h1  60 | balance 40  held 60  wallet 1000
    terminate  -   - | balance  0  held 60  wallet 1040
    settle    h1  80 | balance  0  held  0  wallet 1020  spent  80
    force     f1  20 | balance  0  held  0  wallet 1000  spent 100`,
  'a forced settlement without an authorization is posted even if it overdraws the card': `
    force   f1  30  | balance  70  held  0  spent  30
    force   f2 100  | balance -30  held  0  spent 130`,
  'a forced settlement leaves the held money unchanged': `
    hold    h1  60  | balance  40  held 60
    force   f1  50  | balance -10  held 60
    reverse h1   -  | balance  50  held  0`,
  'credits repay an overdraft first': `
    force   f1 130  | balance -30  held 0  wallet 1000
    fund    -   10  | balance -20  held 0  wallet  990
    credit  -   15  | balance  -5  held 0
    fund    -   25  | balance  20  held 0  wallet  965`,
}
for (const [name, table] of Object.entries(tables)) {
  test(name, async () => {
    await play(await openScene(service), table)
  })
}

test('an authorization on an overdrawn card is declined for insufficient funds, also with partial', async () => {
  const { force, reason } = await openScene(service)
  await force(100.01)
  assert.equal(await reason(0.01), 'insufficient_funds')
  assert.equal(await reason(0.01, { partial: true }), 'insufficient_funds')
})

test('a settlement without an amount returns 400 invalid_amount when nothing is held', async () => {
  const scene = await openScene(service)
  const ended = await Promise.all([scene.hold(10), scene.hold(10), scene.hold(10)])
  done(await scene.on(ended[0], 'reverse'), 200)
  done(await scene.on(ended[1], 'expire'), 200)
  done(await scene.on(ended[2], 'settle', { final: false }), 201)
  for (const each of ended) {
    const answer = await changesNothing(service, scene.api, () => scene.on(each, 'settle', { final: true }))
    assertError(answer, 400, 'invalid_amount', 'amount')
  }
})

test('a further settlement after the final one returns invalid_state, with or without an amount', async () => {
  const { api, hold, on } = await openScene(service)
  const authorization = await hold(60)
  done(await on(authorization, 'settle', { amount: 10, final: true }), 201)
  for (const body of [undefined, { amount: 10 }, { amount: 10, final: false }]) {
    assertError(await changesNothing(service, api, () => on(authorization, 'settle', body)), 400, 'invalid_state')
  }
})

test('a forced settlement returns 201 with a settlement that has no authorization', async () => {
  const { force, card, full } = await openScene(service)
  const body = await force(30, { merchant: { ...ads, mcc: '0001' } })
  const { id, created_at } = body
  assert.deepEqual(body, {
    id,
    card_id: card,
    type: 'settlement',
    amount: -30,
    currency: 'USD',
    merchant: { ...ads, mcc: '0001', category: 'other' },
    balance_after: 70,
    created_at,
    ...noDetails,
  })
  const { authorization_id, authorization_status, held_amount, authorization_timeline } = await full(body)
  assert.deepEqual([authorization_id, authorization_status, held_amount], [null, null, 0])
  assert.deepEqual(authorization_timeline, [
    { event: 'settled', amount: 30, reason: null, processor_word: null, created_at },
  ])
})

test('a forced settlement ignores categories, limits and the BIN maximum', async () => {
  const { force } = await openScene(service, { allowed_categories: ['software'], spending_limit: 1 })
  assert.equal((await force(6000)).balance_after, -5900)
})

test('a forced settlement for a card that is unknown or belongs to another workspace returns 404 card_not_found', async () => {
  const { api, call } = await openScene(service)
  const other = await openScene(service)
  for (const card_id of ['card_x', await unknownId(service, api, 'card'), other.card]) {
    const body = { card_id, amount: 1, merchant: ads }
    const answer = await changesNothing(service, other.api, () => call('settlements', body))
    assertError(answer, 404, 'card_not_found')
  }
})

test('the debt of a terminated card beyond the wallet is taken from the next wallet credits', async () => {
  const { api, card, force, wallet, advance } = await openScene(service, { wallet: 50 })
  await advance(FOUR_YEARS / 4)
  done(await api.delete(`/cards/${card}`), 200)
  await force(180)
  assert.equal((await wallet()).balance, 0)
  done(await api.post('/sandbox/deposits', { currency: 'usdt', amount_crypto: '100', confirm: true }), 201)
  assert.equal((await wallet()).balance, 70)
})

test('the books balance', () => service.audit())
