// POST /sandbox/authorizations: the answer, both ways to name the card, and when it is approved.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startTestService } from '../harness.ts'
import { ads, assertError, changesNothing, newCard, noDetails, openScene, sceneOf, unknownId } from './scene.ts'

const service = await startTestService({ DEPOSIT_FEE_BPS: '0' })

test('an approval answers 201 {approved, decline_reason, transaction}; the authorization is negative and lowers the balance', async () => {
  const { ask, card, summary, now } = await openScene(service)
  const before = await now()
  const body = await ask(60.25)
  const { id, created_at } = body.transaction
  assert.deepEqual(body, {
    approved: true,
    decline_reason: null,
    transaction: {
      id,
      card_id: card,
      type: 'authorization',
      amount: -60.25,
      currency: 'USD',
      merchant: { name: 'Acme Ads', category: 'advertising', mcc: '7311', country: 'US' },
      balance_after: 39.75,
      created_at,
      ...noDetails,
    },
  })
  assert.match(id, /^txn_\w{28}$/)
  assert.ok(new Date(created_at) >= before && new Date(created_at) <= (await now()))
  const { balance, held, transaction_count, total_spent, last_used_at } = await summary()
  assert.deepEqual([balance, held, transaction_count, total_spent, last_used_at], [39.75, 60.25, 1, 0, created_at])
})

test('a decline carries the attempted amount, negative, moves nothing, counts, and does not touch last_used_at', async () => {
  const { ask, card, summary } = await openScene(service)
  const body = await ask(100.01)
  const { id, created_at } = body.transaction
  assert.deepEqual(body, {
    approved: false,
    decline_reason: 'insufficient_funds',
    transaction: {
      id,
      card_id: card,
      type: 'decline',
      amount: -100.01,
      currency: 'USD',
      merchant: { name: 'Acme Ads', category: 'advertising', mcc: '7311', country: 'US' },
      balance_after: 100,
      created_at,
      ...noDetails,
    },
  })
  const { balance, held, transaction_count, last_used_at } = await summary()
  assert.deepEqual([balance, held, transaction_count, last_used_at], [100, 0, 1, null])
})

test('the card is named by card_id, or by pan with nothing, any or all of cvv, exp_month and exp_year', async () => {
  const { api, card, hold } = await openScene(service)
  const { pan, cvv, exp_month, exp_year } = (await api.get(`/cards/${card}/details`)).body
  for (const more of [
    {},
    { cvv },
    { exp_month },
    { exp_year },
    { exp_month, exp_year },
    { cvv, exp_month, exp_year },
  ]) {
    assert.equal((await hold(1, { pan, ...more })).card_id, card)
  }
})

test('both card_id and pan, neither, or card data beside card_id: 400 invalid_request, and nothing happens', async () => {
  const { api, card, call } = await openScene(service)
  const { pan, cvv, exp_month, exp_year } = (await api.get(`/cards/${card}/details`)).body
  const refused: [object, string][] = [
    [{ card_id: card, pan }, 'pan'],
    [{}, 'card_id'],
    [{ cvv }, 'card_id'],
    [{ card_id: card, cvv }, 'cvv'],
    [{ card_id: card, exp_month }, 'exp_month'],
    [{ card_id: card, exp_year }, 'exp_year'],
  ]
  await changesNothing(service, api, async () => {
    for (const [body, param] of refused) {
      assertError(await call('authorizations', { ...body, amount: 1, merchant: ads }), 400, 'invalid_request', param)
    }
  })
})

test('an unknown card_id, malformed, never given out or of another workspace, is 404 card_not_found', async () => {
  const { api, call } = await openScene(service)
  const theirs = (await openScene(service)).card
  await changesNothing(service, api, async () => {
    for (const card_id of ['card_x', '', await unknownId(service, api, 'card'), theirs]) {
      assertError(await call('authorizations', { card_id, amount: 1, merchant: ads }), 404, 'card_not_found')
    }
  })
})

test('an unknown pan, or one of another workspace, is invalid_card with transaction null, and writes nothing', async () => {
  const { api, ask } = await openScene(service)
  const other = await openScene(service)
  const theirs = (await other.api.get(`/cards/${other.card}/details`)).body
  const answers = await changesNothing(service, api, () =>
    changesNothing(service, other.api, async () => [
      await ask(1, { pan: '4242424242424242' }),
      await ask(1, {
        pan: '4242424242424242',
        cvv: '000',
        exp_month: 1,
        exp_year: 2001,
        merchant: { ...ads, mcc: '0001' },
      }),
      await ask(1, { pan: theirs.pan, cvv: theirs.cvv }),
    ]),
  )
  for (const answer of answers) {
    assert.deepEqual(answer, { approved: false, decline_reason: 'invalid_card', transaction: null })
  }
})

test('an unknown 3-D Secure challenge is 404 challenge_not_found, and nothing happens', async () => {
  const { api, card, call } = await openScene(service)
  const other = await openScene(service)
  const theirs = (await other.challenge(5)).id
  await changesNothing(service, api, async () => {
    for (const three_ds_challenge_id of ['3ds_x', await unknownId(service, api, 'challenge'), theirs]) {
      const body = { card_id: card, amount: 1, merchant: ads, three_ds_challenge_id }
      assertError(await call('authorizations', body), 404, 'challenge_not_found')
    }
  })
})

test('an unknown merchant category code is category other', async () => {
  const { ask } = await openScene(service)
  const { approved, transaction } = await ask(1, { merchant: { ...ads, mcc: '0001' } })
  assert.deepEqual([approved, transaction.merchant.category, transaction.merchant.mcc], [true, 'other', '0001'])
})

test('the maximum of the BIN itself is approved', async () => {
  const { api, card, hold } = await openScene(service, { wallet: 5000, amount: 5000 })
  await api.post(`/cards/${card}/fund`, { amount: 1 })
  assert.equal((await hold(5000)).balance_after, 1)
})

test('allowed_categories holds names or codes; empty means all', async () => {
  const answers = async (allowed_categories: string[]) => {
    const { ask } = await openScene(service, { allowed_categories })
    const codes = ['7311', '7372', '5734', '5812', '0001']
    const asked = await Promise.all(codes.map((mcc) => ask(1, { merchant: { ...ads, mcc } })))
    assert.ok(asked.every(({ approved, decline_reason }) => approved === (decline_reason === null)))
    return codes.filter((_, index) => asked[index].approved)
  }
  assert.deepEqual(await answers([]), ['7311', '7372', '5734', '5812', '0001'])
  assert.deepEqual(await answers(['software']), ['7372', '5734'])
  assert.deepEqual(await answers(['5734']), ['5734'])
  assert.deepEqual(await answers(['advertising', '5812']), ['7311', '5812'])
  assert.deepEqual(await answers(['other']), ['0001'])
})

test('partial approves up to the balance and adds requested_amount', async () => {
  const { ask, summary } = await openScene(service)
  const whole = await ask(60, { partial: true })
  assert.deepEqual([whole.approved, whole.transaction.amount, whole.requested_amount], [true, -60, 60])
  const part = await ask(60, { partial: true })
  assert.deepEqual([part.approved, part.transaction.amount, part.requested_amount], [true, -40, 60])
  assert.equal(part.transaction.balance_after, 0)
  const none = await ask(60, { partial: true })
  assert.deepEqual([none.approved, none.decline_reason, none.requested_amount], [false, 'insufficient_funds', 60])
  assert.equal(none.transaction.amount, -60)
  assert.deepEqual([(await summary()).balance, (await summary()).held], [0, 100])
  assert.equal('requested_amount' in (await ask(1, { partial: false })), false)
})

test('partial does not go past the other limits', async () => {
  const { reason } = await openScene(service, { spending_limit: 50 })
  assert.equal(await reason(60, { partial: true }), 'spending_limit_exceeded')
  assert.equal(await reason(5000.01, { partial: true }), 'transaction_limit_exceeded')
})

test('a decline under an idempotency key is answered again and written once', async () => {
  const { api, card, summary } = await openScene(service)
  const body = { card_id: card, amount: 101, merchant: ads }
  const [first, second] = [
    await api.post('/sandbox/authorizations', body, { 'x-idempotency-key': 'd' }),
    await api.post('/sandbox/authorizations', body, { 'x-idempotency-key': 'd' }),
  ]
  assert.deepEqual([second.status, second.body, second.headers.get('idempotent-replayed')], [201, first.body, 'true'])
  assert.equal((await summary()).transaction_count, 1)
})

test('cards do not share their money', async () => {
  const { api, hold, summary, card } = await openScene(service)
  const second = sceneOf(api, (await newCard(api)).id)
  await hold(100)
  assert.equal((await second.hold(100)).balance_after, 0)
  assert.deepEqual([(await summary(card)).held, (await summary(second.card)).held], [100, 100])
})

test('the books balance', () => service.audit())
