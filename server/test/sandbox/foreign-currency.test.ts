// Merchants that charge in a currency other than USD: the amount is converted at the current rate, to the cent.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startTestService } from '../harness.ts'
import {
  ads,
  assertError,
  changesNothing,
  done,
  hotel,
  type Json,
  noDetails,
  openScene,
  type Scene,
  withKey,
  workspaceOf,
} from './scene.ts'

const service = await startTestService({ DEPOSIT_FEE_BPS: '0' })

const rate = async ({ api }: Scene, rates: Record<string, string>) =>
  done(await api.put('/sandbox/rates', { rates }), 200)
const foreignOf = ({ amount, merchant_amount, merchant_currency, conversion_rate }: Json) => [
  amount,
  merchant_amount,
  merchant_currency,
  conversion_rate,
]

const cases: [number, string, number][] = [
  [25, 'EUR', -27.09], // 27.085 is rounded half up
  [3000, 'JPY', -20.1],
  [1.5, 'BHD', -3.98], // from 3.97875
  [0.004, 'BHD', -0.01], // from 1.061 cents
  [1_000_000, 'IDR', -62],
]
for (const [amount, currency, usd] of cases) {
  test(`an authorization of ${amount} ${currency} holds ${-usd} USD and is shown in both currencies everywhere`, async () => {
    const scene = await openScene(service)
    const item = await scene.hold(amount, { currency })
    const { rates } = done(await scene.api.get('/sandbox/rates'), 200)
    assert.deepEqual(foreignOf(item), [usd, -amount, currency, rates[currency]])
    assert.deepEqual(item, { ...item, ...noDetails, ...Object.fromEntries(shownOf(item)) })
    assert.deepEqual([(await scene.summary()).held, item.currency], [-usd, 'USD'])
    const { authorization_timeline, ...full } = await scene.full(item)
    assert.deepEqual(foreignOf(full), foreignOf(item))
    assert.equal(authorization_timeline[0].amount, -usd)
    assert.deepEqual(done(await scene.api.get('/transactions'), 200).data, [item])
    const { data } = done(await scene.api.get('/events?type=transaction.authorized'), 200)
    assert.deepEqual(foreignOf(data[0].data), foreignOf(item))
    done(await scene.on(item, 'settle'), 201)
    await service.audit()
  })
}

const shownOf = (item: Json) =>
  ['merchant_amount', 'merchant_currency', 'conversion_rate'].map((name) => [name, item[name]])

test('an authorization that names USD as its currency is not converted and shows no foreign amount', async () => {
  const scene = await openScene(service)
  const named = await scene.hold(25, { currency: 'USD' })
  const plain = await scene.hold(25)
  assert.deepEqual(named, { ...plain, id: named.id, balance_after: 75, created_at: named.created_at })
})

test('a settlement is converted at the rate of its own time, so it differs from the hold after a rate change', async () => {
  const scene = await openScene(service)
  await rate(scene, { EUR: '1.10' })
  const item = await scene.hold(50, { currency: 'EUR' })
  assert.equal(item.amount, -55)
  await rate(scene, { EUR: '1.20' })
  const settled = done(await scene.on(item, 'settle'), 201)
  assert.deepEqual(foreignOf(settled), [-60, -50, 'EUR', '1.20'])
  const { balance, held } = await scene.summary()
  assert.deepEqual([balance, held], [40, 0])
  assert.deepEqual(foreignOf(await scene.full(item)), [-55, -50, 'EUR', '1.10'])
  await service.audit()
})

test('a settlement at a lower rate releases the rest of the hold', async () => {
  const scene = await openScene(service)
  await rate(scene, { EUR: '1.20' })
  const item = await scene.hold(50, { currency: 'EUR' })
  await rate(scene, { EUR: '1.10' })
  assert.deepEqual(foreignOf(done(await scene.on(item, 'settle', { amount: 50, currency: 'EUR' }), 201)), [
    -55,
    -50,
    'EUR',
    '1.10',
  ])
  const { balance, held } = await scene.summary()
  assert.deepEqual([balance, held], [45, 0])
})

test('captures and increments use the currency that they name, or USD without one', async () => {
  const scene = await openScene(service)
  await rate(scene, { EUR: '1.10', JPY: '0.01' })
  const item = await scene.hold(20, { currency: 'EUR' })
  const more = done(await scene.on(item, 'increment', { amount: 10, currency: 'EUR' }), 201)
  assert.deepEqual([more.approved, ...foreignOf(more.transaction)], [true, -11, -10, 'EUR', '1.10'])
  const other = done(await scene.on(item, 'increment', { amount: 100, currency: 'JPY' }), 201)
  assert.deepEqual(foreignOf(other.transaction), [-1, -100, 'JPY', '0.01'])
  const usd = done(await scene.on(item, 'increment', { amount: 3 }), 201)
  assert.deepEqual(foreignOf(usd.transaction), [-3, null, null, null])
  const part = done(await scene.on(item, 'settle', { amount: 10, currency: 'EUR', final: false }), 201)
  assert.deepEqual(foreignOf(part), [-11, -10, 'EUR', '1.10'])
  const inUsd = done(await scene.on(item, 'settle', { amount: 4, final: false }), 201)
  assert.deepEqual(foreignOf(inUsd), [-4, null, null, null])
  // 22 + 11 + 1 + 3 - 11 - 4 = 22 USD are held, which is 20 EUR at the rate of the authorization.
  await rate(scene, { EUR: '1.15' })
  const rest = done(await scene.on(item, 'settle'), 201)
  assert.deepEqual(foreignOf(rest), [-23, -20, 'EUR', '1.15'])
  assert.equal((await scene.summary()).held, 0)
  await service.audit()
})

test('a declined authorization and a declined increment show the requested foreign amount', async () => {
  const scene = await openScene(service)
  const { approved, decline_reason, transaction } = await scene.ask(1000, { currency: 'EUR' })
  assert.deepEqual([approved, decline_reason], [false, 'insufficient_funds'])
  assert.deepEqual(foreignOf(transaction), [-1083.4, -1000, 'EUR', '1.0834'])
  const item = await scene.hold(10, { currency: 'EUR' })
  const more = done(await scene.on(item, 'increment', { amount: 1000, currency: 'EUR' }), 201)
  assert.deepEqual([more.approved, ...foreignOf(more.transaction)], [false, -1083.4, -1000, 'EUR', '1.0834'])
})

test('a partial approval shows the approved part in both currencies', async () => {
  const scene = await openScene(service)
  await rate(scene, { EUR: '1.25' })
  const { transaction, requested_amount } = await scene.ask(400, { currency: 'EUR', partial: true })
  assert.equal(requested_amount, 500)
  assert.deepEqual(foreignOf(transaction), [-100, -80, 'EUR', '1.25'])
})

test('spending limits are checked in USD', async () => {
  const scene = await openScene(service, { spending_limit: 20 })
  await rate(scene, { EUR: '2' })
  assert.equal(await scene.reason(10.01, { currency: 'EUR' }), 'spending_limit_exceeded')
  await scene.hold(10, { currency: 'EUR' })
  await rate(scene, { GBP: '1000' })
  assert.equal(await scene.reason(100, { currency: 'GBP' }), 'transaction_limit_exceeded')
})

test('a challenge covers an amount in USD, whatever the currency of the payment', async () => {
  const scene = await openScene(service)
  await rate(scene, { EUR: '1.10' })
  const challenge = await scene.challenge(11)
  done(await scene.verify(challenge), 200)
  assert.equal(
    await scene.reason(10.01, { currency: 'EUR', three_ds_challenge_id: challenge.id }),
    'authentication_failed',
  )
  await scene.hold(10, { currency: 'EUR', three_ds_challenge_id: challenge.id })
})

test('forced settlements and unlinked refunds accept a currency', async () => {
  const scene = await openScene(service)
  await rate(scene, { EUR: '1.10' })
  assert.deepEqual(foreignOf(await scene.force(50, { currency: 'EUR', merchant: hotel })), [-55, -50, 'EUR', '1.10'])
  const body = { card_id: scene.card, merchant: hotel, amount: 10, currency: 'EUR' }
  assert.deepEqual(foreignOf(done(await scene.call('refunds', body), 201)), [11, 10, 'EUR', '1.10'])
  assert.equal((await scene.summary()).balance, 56)
})

test('a refund of a foreign settlement is in USD and shows its foreign amount at the rate of the settlement', async () => {
  const scene = await openScene(service)
  await rate(scene, { EUR: '1.10' })
  const settlement = await scene.force(50, { currency: 'EUR' })
  await rate(scene, { EUR: '2' })
  const refund = (amount?: number) =>
    scene.call('refunds', { transaction_id: settlement.id, ...(amount !== undefined && { amount }) })
  assert.deepEqual(foreignOf(done(await refund(11), 201)), [11, 10, 'EUR', '1.10'])
  assert.deepEqual(foreignOf(done(await refund(), 201)), [44, 40, 'EUR', '1.10'])
  assertError(await refund(0.01), 400, 'invalid_state')
})

test('the events of a reversal and an expiry show the foreign amount of the authorization', async () => {
  const scene = await openScene(service)
  const item = await scene.hold(10, { currency: 'EUR' })
  const reversed = done(await scene.on(item, 'reverse', { amount: 1 }), 200)
  assert.deepEqual([foreignOf(reversed), reversed.held_amount], [foreignOf(item), 9.83])
  done(await scene.on(item, 'expire'), 200)
  const { data } = done(await scene.api.get('/events'), 200)
  for (const type of ['transaction.reversed', 'transaction.expired'])
    assert.deepEqual(foreignOf(data.find((each: Json) => each.type === type).data), foreignOf(item))
})

test('an amount that cannot be converted returns 400 with the name of the field and changes nothing', async () => {
  const scene = await openScene(service)
  const item = await scene.hold(10, { currency: 'EUR' })
  await rate(scene, { EUR: '0.000001', GBP: '999999999' })
  const bodies: [object, string, string][] = [
    [{ amount: 5, currency: 'XPF' }, 'invalid_currency', 'currency'], // This currency has no rate.
    [{ amount: 5, currency: 'QQQ' }, 'invalid_currency', 'currency'], // This currency does not exist.
    [{ amount: 0.5, currency: 'JPY' }, 'invalid_amount', 'amount'],
    [{ amount: 1.001, currency: 'EUR' }, 'invalid_amount', 'amount'],
    [{ amount: 1.0001, currency: 'BHD' }, 'invalid_amount', 'amount'],
    [{ amount: 1, currency: 'EUR' }, 'invalid_amount', 'amount'], // The result is less than a cent.
    [{ amount: 2, currency: 'GBP' }, 'invalid_amount', 'amount'], // The result is more than a thousand million dollars.
  ]
  await changesNothing(service, scene.api, async () => {
    for (const [body, error, param] of bodies) {
      const whole = { card_id: scene.card, merchant: ads, ...body }
      for (const path of ['authorizations', 'settlements', 'refunds'])
        assertError(await scene.call(path, whole), 400, error, param)
      for (const verb of ['increment', 'settle']) assertError(await scene.on(item, verb, body), 400, error, param)
    }
    assertError(await scene.on(item, 'settle'), 400, 'invalid_amount', 'amount')
    assertError(await scene.on(item, 'settle', { currency: 'EUR' }), 400, 'invalid_request', 'currency')
    assertError(await scene.on(item, 'reverse', { amount: 1, currency: 'EUR' }), 400, 'invalid_request', 'currency')
  })
})

test('a rejection because of a missing rate is not stored, so the same idempotency key works after the rate is set', async () => {
  const scene = await openScene(service)
  const body = { card_id: scene.card, merchant: ads, amount: 100, currency: 'XPF' }
  const ask = () => scene.api.post('/sandbox/settlements', body, withKey('francs'))
  assertError(await ask(), 400, 'invalid_currency', 'currency')
  await rate(scene, { XPF: '0.01' })
  const first = done(await ask(), 201)
  await rate(scene, { XPF: '0.02' })
  assert.deepEqual(done(await ask(), 201), first)
})

test('a transaction without a foreign amount stores no details', async () => {
  const scene = await openScene(service)
  const item = await scene.hold(10)
  done(await scene.on(item, 'settle'), 201)
  await scene.hold(1, { currency: 'USD' })
  const details = async () => {
    const { bucket, id } = await workspaceOf(service, scene.api)
    const [row] = await service.services.database.read<{ count: number }[]>`
      select count(*)::integer as count from transaction_details where bucket = ${bucket} and workspace_id = ${id}`
    return row!.count
  }
  assert.equal(await details(), 0)
  await scene.hold(1, { currency: 'EUR' })
  assert.equal(await details(), 1)
})

test('the books balance', () => service.audit())
