// The sandbox: POST /sandbox/deposits, confirm and expire, the states of a deposit and its amounts.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Api, startTestService } from '../harness.ts'
import { assertError, assertNothingChanges, missingId } from './assertions.ts'
import { assertShape } from './shapes.ts'

const service = await startTestService()
const free = await startTestService({ DEPOSIT_FEE_BPS: '0' })
const greedy = await startTestService({ DEPOSIT_FEE_BPS: '10000' })
const api = await service.workspace()

async function deposit(currency: string, amount_crypto: string, confirm?: boolean, by: Api = api) {
  const { status, body } = await by.post('/sandbox/deposits', {
    currency,
    amount_crypto,
    ...(confirm !== undefined && { confirm }),
  })
  assert.equal(status, 201, JSON.stringify(body))
  return body
}
const balance = async (of: Api = api) => (await of.get('/wallet/balance')).body.balance

test('a simulated deposit returns 201 and is pending, with exactly the specified fields and no confirmed_at', async () => {
  const body = await deposit('usdt', '100')
  assertShape(body, 'deposit')
  assert.deepEqual([body.status, body.confirmations], ['pending', 0])
})

test('a deposit with confirm is credited immediately and has confirmed_at', async () => {
  const before = await balance()
  const body = await deposit('usdt', '100', true)
  assertShape(body, 'confirmedDeposit')
  assert.equal(body.status, 'confirmed')
  assert.equal(await balance(), before + 99)
})

test('confirm: false leaves a deposit pending', async () => {
  assert.equal((await deposit('usdt', '100', false)).status, 'pending')
})

// Currency, amount, value at the sandbox rate, fee of 1 % rounded half up, and credited amount.
const arithmetic: [currency: string, amount: string, usd: number, fee: number, credited: number][] = [
  ['usdt', '25000', 25000, 250, 24750],
  ['usdt', '10', 10, 0.1, 9.9],
  ['usdt', '10.49', 10.49, 0.1, 10.39],
  ['usdt', '10.50', 10.5, 0.11, 10.39],
  ['usdt', '10.51', 10.51, 0.11, 10.4],
  ['usdt', '10.009999', 10, 0.1, 9.9],
  ['btc', '0.0001', 6, 0.06, 5.94],
  ['btc', '0.5', 30000, 300, 29700],
  ['btc', '0.12345678', 7407.4, 74.07, 7333.33],
  ['eth', '0.005', 15, 0.15, 14.85],
  ['eth', '1.000000000000000001', 3000, 30, 2970],
  ['sol', '0.05', 7.5, 0.08, 7.42],
  ['sol', '2', 300, 3, 297],
]
for (const [currency, amount, usd, fee, credited] of arithmetic) {
  test(`a deposit of ${amount} ${currency} is worth ${usd}, costs ${fee} and credits ${credited}`, async () => {
    const { amount_usd, fee_usd, credited_usd, amount_crypto } = await deposit(currency, amount)
    assert.deepEqual([amount_usd, fee_usd, credited_usd], [usd, fee, credited])
    assert.equal(Number(amount_crypto), Number(amount))
  })
}

test('amount_crypto keeps every decimal place of the currency', async () => {
  assert.equal((await deposit('eth', '1.123456789012345678')).amount_crypto, '1.123456789012345678')
})

for (const [currency, below] of [
  ['btc', '0.00009999'],
  ['eth', '0.004999999999999999'],
  ['sol', '0.049999999'],
  ['usdt', '9.999999'],
] as const) {
  test(`a deposit of ${below} ${currency} is below the minimum and expires without a credit, even with confirm`, async () => {
    const before = await balance()
    const body = await deposit(currency, below, true)
    assertShape(body, 'deposit')
    assert.deepEqual([body.status, body.credited_usd], ['expired', 0])
    assertError(await api.post(`/sandbox/deposits/${body.id}/confirm`), 400, 'invalid_state')
    assert.equal(await balance(), before)
  })
}

for (const [currency, depth] of [
  ['btc', 2],
  ['eth', 12],
  ['usdt', 12],
  ['sol', 32],
] as const) {
  test(`a deposit in ${currency} is confirmed with at least ${depth} confirmations`, async () => {
    const { confirmations } = await deposit(currency, '20', true)
    assert.ok(confirmations >= depth, `${confirmations} confirmations`)
  })
}

test('confirm credits a pending deposit once, and a repeated confirm changes nothing', async () => {
  const { id } = await deposit('usdt', '200')
  const before = await balance()
  const first = await api.post(`/sandbox/deposits/${id}/confirm`)
  assert.equal(first.status, 200)
  assertShape(first.body, 'confirmedDeposit')
  assert.equal(await balance(), before + 198)
  const again = await assertNothingChanges(service, api, [], () => api.post(`/sandbox/deposits/${id}/confirm`))
  assert.deepEqual([again.status, again.body], [200, first.body])
})

test('concurrent confirmations credit a deposit once', async () => {
  const { id } = await deposit('usdt', '300')
  const before = await balance()
  await Promise.all(Array.from({ length: 8 }, () => api.post(`/sandbox/deposits/${id}/confirm`)))
  assert.equal(await balance(), before + 297)
})

test('expire ends a pending deposit without a credit, and a repeated expire changes nothing', async () => {
  const { id } = await deposit('usdt', '200')
  const before = await balance()
  const first = await api.post(`/sandbox/deposits/${id}/expire`)
  assertShape(first.body, 'deposit')
  assert.deepEqual([first.status, first.body.status, first.body.credited_usd], [200, 'expired', 0])
  const again = await assertNothingChanges(service, api, [], () => api.post(`/sandbox/deposits/${id}/expire`))
  assert.deepEqual([again.status, again.body], [200, first.body])
  assert.equal(await balance(), before)
})

test('expire after confirm and confirm after expire return 400 invalid_state and change nothing', async () => {
  for (const [first, second] of [
    ['confirm', 'expire'],
    ['expire', 'confirm'],
  ]) {
    const { id } = await deposit('usdt', '50')
    await api.post(`/sandbox/deposits/${id}/${first}`)
    assertError(
      await assertNothingChanges(service, api, [], () => api.post(`/sandbox/deposits/${id}/${second}`)),
      400,
      'invalid_state',
    )
  }
})

test('of a concurrent confirm and expire exactly one succeeds', async () => {
  const { id } = await deposit('usdt', '50')
  const answers = await Promise.all(['confirm', 'expire'].map((verb) => api.post(`/sandbox/deposits/${id}/${verb}`)))
  assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 400])
})

test('confirm and expire return 404 deposit_not_found for a deposit that does not exist', async () => {
  for (const id of [await missingId(service, api, 'deposit'), await missingId(service, api, 'card'), 'dep_1', 'x']) {
    for (const verb of ['confirm', 'expire'])
      assertError(await api.post(`/sandbox/deposits/${id}/${verb}`), 404, 'deposit_not_found')
  }
})

test('every deposit has a unique transaction hash', async () => {
  const hashes = await Promise.all(
    ['btc', 'eth', 'sol', 'usdt', 'usdt'].map(async (currency) => (await deposit(currency, '20')).tx_hash),
  )
  assert.equal(new Set(hashes).size, 5)
})

test('simulating a deposit with a production key returns 400 sandbox_only', async () => {
  const live = await service.workspace('production')
  assertError(await live.post('/sandbox/deposits', { currency: 'usdt', amount_crypto: '100' }), 400, 'sandbox_only')
})

test('DEPOSIT_FEE_BPS sets the fee, from nothing at 0 to the whole amount at 10,000', async () => {
  const [a, b] = [await free.workspace(), await greedy.workspace()]
  const [kept, lost] = [await deposit('usdt', '100', true, a), await deposit('usdt', '100', true, b)]
  assert.deepEqual([kept.fee_usd, kept.credited_usd, await balance(a)], [0, 100, 100])
  assert.deepEqual([lost.fee_usd, lost.credited_usd, await balance(b)], [100, 0, 0])
})

for (const [name, each] of Object.entries({ service, free, greedy }))
  test(`the books balance (${name})`, () => each.audit())
