// Funding: POST /cards/{card_id}/fund and /withdraw.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startTestService } from '../harness.ts'
import { assertError, assertNothingChanges, missingId, newCard, workspaceWith } from './assertions.ts'
import { assertShape } from './shapes.ts'

const service = await startTestService({ DEPOSIT_FEE_BPS: '0' })

async function start(inWallet: number, onCard = 100) {
  const api = await workspaceWith(service, inWallet + onCard)
  const { id } = await newCard(api, { amount: onCard })
  const fund = (amount: unknown) => api.post(`/cards/${id}/fund`, { amount })
  const withdraw = (amount: unknown) => api.post(`/cards/${id}/withdraw`, { amount })
  return { api, id, fund, withdraw }
}

test('fund returns exactly {id, previous_balance, funded_amount, new_balance, wallet_balance}', async () => {
  const { id, fund } = await start(1000)
  const { status, body } = await fund(50.25)
  assert.equal(status, 200)
  assertShape(body, 'funded')
  assert.deepEqual(body, {
    id,
    previous_balance: 100,
    funded_amount: 50.25,
    new_balance: 150.25,
    wallet_balance: 949.75,
  })
})

test('withdraw returns exactly {id, previous_balance, withdrawn_amount, new_balance, wallet_balance}', async () => {
  const { id, withdraw } = await start(1000)
  const { status, body } = await withdraw(30.01)
  assert.equal(status, 200)
  assertShape(body, 'withdrawn')
  assert.deepEqual(body, {
    id,
    previous_balance: 100,
    withdrawn_amount: 30.01,
    new_balance: 69.99,
    wallet_balance: 1030.01,
  })
})

test('the card and the wallet show the amounts that were funded and withdrawn', async () => {
  const { api, id, fund, withdraw } = await start(1000)
  for (const { body } of [await fund(12.34), await withdraw(0.99)]) assert.equal(body.id, id)
  const wallet = (await api.get('/wallet/balance')).body
  assert.deepEqual(
    [wallet.balance, wallet.cards_total_balance, (await api.get(`/cards/${id}`)).body.balance],
    [988.65, 111.35, 111.35],
  )
})

for (const amount of [1, 1.01, 1.1, 2.3, 4.35, 8.2, 64.1, 1001.29, 4999.99, 5000]) {
  test(`${amount} can be funded and withdrawn again without a loss`, async () => {
    const { api, fund, withdraw } = await start(5000)
    assert.equal((await fund(amount)).body.funded_amount, amount)
    const { body } = await withdraw(amount)
    assert.deepEqual([body.withdrawn_amount, body.new_balance, body.wallet_balance], [amount, 100, 5000])
    assert.equal((await api.get('/wallet/balance')).body.balance, 5000)
  })
}

test('the whole wallet can be funded, and one cent more returns insufficient_funds and changes nothing', async () => {
  const { api, id, fund } = await start(250)
  assertError(await assertNothingChanges(service, api, [id], () => fund(250.01)), 400, 'insufficient_funds')
  assert.equal((await fund(250)).body.wallet_balance, 0)
  assertError(await assertNothingChanges(service, api, [id], () => fund(1)), 400, 'insufficient_funds')
})

test('the whole balance can be withdrawn, and one cent more returns insufficient_funds and changes nothing', async () => {
  const { api, id, withdraw } = await start(0)
  assertError(await assertNothingChanges(service, api, [id], () => withdraw(100.01)), 400, 'insufficient_funds')
  assert.equal((await withdraw(100)).body.new_balance, 0)
  assertError(await assertNothingChanges(service, api, [id], () => withdraw(0.01)), 400, 'insufficient_funds')
})

test('one cent can be withdrawn, because the minimum of fund does not apply to withdraw', async () => {
  const { withdraw } = await start(0)
  assert.equal((await withdraw(0.01)).body.new_balance, 99.99)
  assert.equal((await withdraw(0.99)).body.new_balance, 99)
})

test('more than 5,000.00 can be withdrawn in one request', async () => {
  const { fund, withdraw } = await start(5000, 4000)
  await fund(5000)
  assert.equal((await withdraw(9000)).body.withdrawn_amount, 9000)
})

test('a card may hold more than 5,000.00, because the maximum applies to one funding', async () => {
  const { fund } = await start(10_000, 5000)
  await fund(5000)
  assert.equal((await fund(5000)).body.new_balance, 15_000)
})

for (const path of ['fund', 'withdraw']) {
  test(`${path} on a card that does not exist returns 404 card_not_found`, async () => {
    const { api } = await start(100)
    assertError(
      await api.post(`/cards/${await missingId(service, api)}/${path}`, { amount: 10 }),
      404,
      'card_not_found',
    )
  })
}

test('concurrent fundings succeed only as often as the wallet can pay', async () => {
  const { api, id } = await start(500)
  const answers = await Promise.all(Array.from({ length: 12 }, () => api.post(`/cards/${id}/fund`, { amount: 100 })))
  assert.equal(answers.filter(({ status }) => status === 200).length, 5)
  for (const answer of answers.filter(({ status }) => status !== 200)) assertError(answer, 400, 'insufficient_funds')
  const { balance, cards_total_balance } = (await api.get('/wallet/balance')).body
  assert.deepEqual([balance, cards_total_balance], [0, 600])
})

test('concurrent card creations succeed only as often as the wallet can pay', async () => {
  const { api } = await start(300)
  const answers = await Promise.all(
    Array.from({ length: 10 }, () => api.post('/cards', { bin_id: 'bin_visa_us_prepaid_1', amount: 100 })),
  )
  assert.equal(answers.filter(({ status }) => status === 201).length, 3)
  assert.equal((await api.get('/cards')).body.pagination.total, 4)
})

test('concurrent withdrawals succeed only as often as the card can pay', async () => {
  const { api, withdraw } = await start(0)
  const answers = await Promise.all(Array.from({ length: 12 }, () => withdraw(25)))
  assert.equal(answers.filter(({ status }) => status === 200).length, 4)
  assert.equal((await api.get('/wallet/balance')).body.balance, 100)
})

test('concurrent fundings and withdrawals neither create nor lose money', async () => {
  const { api, fund, withdraw } = await start(200)
  await Promise.all(Array.from({ length: 20 }, (_, i) => (i % 2 ? fund(13.37) : withdraw(7.77))))
  const { balance, cards_total_balance } = (await api.get('/wallet/balance')).body
  assert.equal(Math.round((balance + cards_total_balance) * 100), 30_000)
})

test('the books balance', () => service.audit())
