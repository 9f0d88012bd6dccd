// Isolation: a workspace is one account in one environment and cannot see any other workspace.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Api, startTestService } from '../harness.ts'
import { anotherKey, assertError, BIN, type Call, make, missingId, neighbours, newCard, stateOf } from './assertions.ts'

const service = await startTestService()

const [owner, neighbour] = await neighbours(service)
await owner.post('/sandbox/deposits', { currency: 'usdt', amount_crypto: '1000', confirm: true })
const { id } = await newCard(owner, { label: 'secret plan', metadata: { team: 'hidden' } })
const deposit = (await owner.post('/sandbox/deposits', { currency: 'usdt', amount_crypto: '10' })).body.id

const strangers: Record<string, Api> = {
  'another workspace': await service.fundedWorkspace(1000),
  'another workspace of the same bucket': neighbour,
  'the production key of the same account': await anotherKey(service, owner, { live: true }),
}

const calls = (card: string): Call[] => [
  { method: 'GET', path: `/cards/${card}` },
  { method: 'GET', path: `/cards/${card}/details` },
  { method: 'PATCH', path: `/cards/${card}`, body: { label: 'mine' } },
  { method: 'POST', path: `/cards/${card}/freeze` },
  { method: 'POST', path: `/cards/${card}/unfreeze` },
  { method: 'POST', path: `/cards/${card}/replace`, body: { reason: 'lost' } },
  { method: 'DELETE', path: `/cards/${card}` },
  { method: 'POST', path: `/cards/${card}/fund`, body: { amount: 1 } },
  { method: 'POST', path: `/cards/${card}/withdraw`, body: { amount: 1 } },
]

for (const [who, stranger] of Object.entries(strangers)) {
  for (const { method, path } of calls('{card_id}')) {
    test(`${who} cannot tell the owner’s card from a missing one with ${method} ${path}`, async () => {
      const before = await stateOf(service, owner, [id])
      const seen = calls(id).find((call) => call.method === method && call.path === path.replace('{card_id}', id))!
      const absent = { ...seen, path: seen.path.replace(id, await missingId(service, stranger)) }
      const [real, missing] = [await make(stranger, seen), await make(stranger, absent)]
      assertError(real, 404, 'card_not_found')
      assert.deepEqual({ ...real.body, request_id: '' }, { ...missing.body, request_id: '' })
      assert.deepEqual([...real.headers.keys()].sort(), [...missing.headers.keys()].sort())
      assert.deepEqual(await stateOf(service, owner, [id]), before)
    })
  }

  test(`${who} sees nothing of the owner in lists, wallet and counters`, async () => {
    for (const query of ['', `?bin_id=${BIN}`, '?label=secret', '?status=active', '?sort=balance', '?sort=last_used']) {
      const { data, pagination } = (await stranger.get(`/cards${query}`)).body
      assert.deepEqual([data, pagination.total], [[], 0])
    }
    const { cards_active, cards_total_balance, pending_deposits } = (await stranger.get('/wallet/balance')).body
    assert.deepEqual(
      { cards_active, cards_total_balance, pending_deposits },
      { cards_active: 0, cards_total_balance: 0, pending_deposits: 0 },
    )
  })

  test(`${who} can use an idempotency key that the owner has used`, async () => {
    const headers = { 'x-idempotency-key': `shared ${who}` }
    await owner.patch(`/cards/${id}`, { label: 'secret plan' }, headers)
    assertError(await stranger.patch(`/cards/${id}`, { label: 'secret plan' }, headers), 404, 'card_not_found')
  })
}

for (const [who, stranger] of Object.entries(strangers).slice(0, 2)) {
  for (const verb of ['confirm', 'expire']) {
    test(`${who} cannot ${verb} the owner’s deposit`, async () => {
      const refused = await stranger.post(`/sandbox/deposits/${deposit}/${verb}`)
      assertError(refused, 404, 'deposit_not_found')
      assert.equal((await owner.get('/wallet/balance')).body.pending_deposits, 9.9)
    })
  }
}

test('a production key gets 400 sandbox_only from every sandbox call and changes nothing', async () => {
  const live = strangers['the production key of the same account']!
  for (const [path, body] of [
    ['/sandbox/deposits', { currency: 'usdt', amount_crypto: '10' }],
    [`/sandbox/deposits/${deposit}/confirm`],
    [`/sandbox/deposits/${deposit}/expire`],
  ] as const) {
    assertError(await live.post(path, body), 400, 'sandbox_only')
  }
  assert.equal((await live.get('/wallet/balance')).body.balance, 0)
  assert.equal((await owner.get('/wallet/balance')).body.pending_deposits, 9.9)
})

test('the owner’s card is unchanged after all attempts', async () => {
  const { body } = await owner.get(`/cards/${id}`)
  assert.deepEqual([body.label, body.status, body.balance], ['secret plan', 'active', 100])
})

test('the books balance', () => service.audit())
