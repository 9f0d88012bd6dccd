// POST /sandbox/authorizations: the response, both ways to name the card, and when a payment is approved.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startTestService } from '../harness.ts'
import { ads, assertError, changesNothing, newCard, noDetails, openScene, sceneOf, unknownId } from './scene.ts'

const service = await startTestService({ DEPOSIT_FEE_BPS: '0' })

test('an approved authorization returns 201 with a negative transaction and lowers the card balance', async () => {
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
  assert.ok(
    new Date(created_at) >= before && new Date(created_at) <= (await now()),
    `${created_at} is before ${before.toISOString()} or in the future`,
  )
  const { balance, held, transaction_count, total_spent, last_used_at } = await summary()
  assert.deepEqual([balance, held, transaction_count, total_spent, last_used_at], [39.75, 60.25, 1, 0, created_at])
})

test('a declined authorization shows the attempted amount, moves no money, counts as a transaction and leaves last_used_at unchanged', async () => {
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

test('a card is named by card_id, or by pan with any combination of cvv, exp_month and exp_year', async () => {
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

test('a request with both card_id and pan, with neither, or with card data next to card_id returns 400 invalid_request and changes nothing', async () => {
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

test('a card_id that is malformed, was never issued or belongs to another workspace returns 404 card_not_found', async () => {
  const { api, call } = await openScene(service)
  const theirs = (await openScene(service)).card
  await changesNothing(service, api, async () => {
    for (const card_id of ['card_x', '', await unknownId(service, api, 'card'), theirs]) {
      assertError(await call('authorizations', { card_id, amount: 1, merchant: ads }), 404, 'card_not_found')
    }
  })
})

test('a pan that is unknown or belongs to another workspace is declined with invalid_card, without a transaction and without writing a row', async () => {
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

test('an unknown 3-D Secure challenge returns 404 challenge_not_found and changes nothing', async () => {
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

test('an unknown merchant category code is shown as the category "other"', async () => {
  const { ask } = await openScene(service)
  const { approved, transaction } = await ask(1, { merchant: { ...ads, mcc: '0001' } })
  assert.deepEqual([approved, transaction.merchant.category, transaction.merchant.mcc], [true, 'other', '0001'])
})

test('an amount of exactly the BIN maximum is approved', async () => {
  const { api, card, hold } = await openScene(service, { wallet: 5000, amount: 5000 })
  await api.post(`/cards/${card}/fund`, { amount: 1 })
  assert.equal((await hold(5000)).balance_after, 1)
})

test('allowed_categories accepts names and codes, and an empty list allows every category', async () => {
  const answers = async (allowed_categories: string[]) => {
    const { ask } = await openScene(service, { allowed_categories })
    const codes = ['7311', '7372', '5734', '5812', '0001']
    const asked = await Promise.all(codes.map((mcc) => ask(1, { merchant: { ...ads, mcc } })))
    assert.ok(
      asked.every(({ approved, decline_reason }) => approved === (decline_reason === null)),
      `approved and decline_reason disagree in ${JSON.stringify(asked)}`,
    )
    return codes.filter((_, index) => asked[index].approved)
  }
  assert.deepEqual(await answers([]), ['7311', '7372', '5734', '5812', '0001'])
  assert.deepEqual(await answers(['software']), ['7372', '5734'])
  assert.deepEqual(await answers(['5734']), ['5734'])
  assert.deepEqual(await answers(['advertising', '5812']), ['7311', '5812'])
  assert.deepEqual(await answers(['other']), ['0001'])
})

test('a partial authorization is approved up to the balance and shows requested_amount', async () => {
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

test('a partial authorization is declined when it exceeds a limit other than the balance', async () => {
  const { reason } = await openScene(service, { spending_limit: 50 })
  assert.equal(await reason(60, { partial: true }), 'spending_limit_exceeded')
  assert.equal(await reason(5000.01, { partial: true }), 'transaction_limit_exceeded')
})

test('a declined authorization that is repeated with the same idempotency key returns the same response and is stored once', async () => {
  const { api, card, summary } = await openScene(service)
  const body = { card_id: card, amount: 101, merchant: ads }
  const [first, second] = [
    await api.post('/sandbox/authorizations', body, { 'x-idempotency-key': 'd' }),
    await api.post('/sandbox/authorizations', body, { 'x-idempotency-key': 'd' }),
  ]
  assert.deepEqual([second.status, second.body, second.headers.get('idempotent-replayed')], [201, first.body, 'true'])
  assert.equal((await summary()).transaction_count, 1)
})

test('an authorization on one card leaves the balance of the other cards unchanged', async () => {
  const { api, hold, summary, card } = await openScene(service)
  const second = sceneOf(api, (await newCard(api)).id)
  await hold(100)
  assert.equal((await second.hold(100)).balance_after, 0)
  assert.deepEqual([(await summary(card)).held, (await summary(second.card)).held], [100, 100])
})

test('the books balance', () => service.audit())
