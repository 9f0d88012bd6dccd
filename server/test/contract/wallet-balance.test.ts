// Wallet: GET /wallet/balance.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startTestService } from '../harness.ts'
import { newCard, workspaceWith } from './assertions.ts'
import { assertShape } from './shapes.ts'

const service = await startTestService({ DEPOSIT_FEE_BPS: '0' })
type Wallet = {
  balance: number
  pending_deposits: number
  total_deposited: number
  total_spent: number
  cards_active: number
  cards_total_balance: number
}
const nothing = {
  balance: 0,
  currency: 'USD',
  pending_deposits: 0,
  total_deposited: 0,
  total_spent: 0,
  cards_active: 0,
  cards_total_balance: 0,
}

test('a new wallet is empty and has exactly the fields of the specification', async () => {
  for (const environment of ['sandbox', 'production'] as const) {
    const { status, body } = await (await service.workspace(environment)).get('/wallet/balance')
    assert.equal(status, 200)
    const { processor_balances, ...wallet } = body
    assertShape(wallet, 'wallet')
    assert.deepEqual(wallet, nothing)
    // No processor offers a BIN here.
    assert.deepEqual(processor_balances, environment === 'production' ? [] : undefined)
  }
})

test('every movement shows in the wallet immediately', async () => {
  const api = await workspaceWith(service, 1000)
  const after = async (what: string, expected: Partial<Wallet>) => {
    const { body } = await api.get('/wallet/balance')
    assertShape(body, 'wallet')
    for (const [field, value] of Object.entries(expected)) assert.equal(body[field], value, `${field} after ${what}`)
  }
  await after('deposit', {
    balance: 1000,
    total_deposited: 1000,
    pending_deposits: 0,
    cards_active: 0,
    cards_total_balance: 0,
  })
  const a = await newCard(api, { amount: 300 })
  await after('create', { balance: 700, total_deposited: 1000, cards_active: 1, cards_total_balance: 300 })
  const b = await newCard(api, { amount: 50.5 })
  await after('second card', { balance: 649.5, cards_active: 2, cards_total_balance: 350.5 })
  await api.post(`/cards/${a.id}/fund`, { amount: 49.5 })
  await after('fund', { balance: 600, cards_active: 2, cards_total_balance: 400 })
  await api.post(`/cards/${a.id}/freeze`)
  await after('freeze, which keeps the balance in the total', {
    balance: 600,
    cards_active: 1,
    cards_total_balance: 400,
  })
  await api.post(`/cards/${a.id}/withdraw`, { amount: 100 })
  await after('withdraw', { balance: 700, cards_active: 1, cards_total_balance: 300 })
  await api.post(`/cards/${a.id}/unfreeze`)
  await after('unfreeze', { cards_active: 2 })
  await api.delete(`/cards/${b.id}`)
  await after('terminate', { balance: 750.5, cards_active: 1, cards_total_balance: 249.5 })
  await api.post(`/cards/${a.id}/freeze`)
  await api.delete(`/cards/${a.id}`)
  await after('terminating a frozen card', {
    balance: 1000,
    cards_active: 0,
    cards_total_balance: 0,
    total_deposited: 1000,
    total_spent: 0,
  })
})

test('pending_deposits is the sum that pending deposits would credit, and confirming moves it to the balance', async () => {
  const api = await service.workspace()
  const deposit = async (amount_crypto: string) =>
    (await api.post('/sandbox/deposits', { currency: 'usdt', amount_crypto })).body.id
  const wallet = async (): Promise<Wallet> => (await api.get('/wallet/balance')).body
  const first = await deposit('100')
  const second = await deposit('50.25')
  const third = await deposit('10')
  assert.deepEqual(await wallet(), { ...nothing, pending_deposits: 160.25 })
  await api.post(`/sandbox/deposits/${first}/confirm`)
  assert.deepEqual(await wallet(), { ...nothing, balance: 100, pending_deposits: 60.25, total_deposited: 100 })
  await api.post(`/sandbox/deposits/${second}/expire`)
  assert.deepEqual(await wallet(), { ...nothing, balance: 100, pending_deposits: 10, total_deposited: 100 })
  await api.post(`/sandbox/deposits/${third}/confirm`)
  assert.deepEqual(await wallet(), { ...nothing, balance: 110, total_deposited: 110 })
})

test('a deposit below the minimum is never pending', async () => {
  const api = await service.workspace()
  await api.post('/sandbox/deposits', { currency: 'usdt', amount_crypto: '9.99' })
  assert.deepEqual((await api.get('/wallet/balance')).body, nothing)
})

test('sums stay exact to the cent over many small movements', async () => {
  const api = await workspaceWith(service, 100)
  const { id } = await newCard(api, { amount: 10 })
  for (let i = 0; i < 30; i++)
    await api.post(`/cards/${id}/${i % 3 ? 'fund' : 'withdraw'}`, { amount: i % 3 ? 1.1 : 0.7 })
  const { balance, cards_total_balance } = (await api.get('/wallet/balance')).body
  assert.deepEqual([balance, cards_total_balance], [75, 25])
})

test('the books balance', () => service.audit())
