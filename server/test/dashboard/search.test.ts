// The search of the dashboard by id, label, last four digits, merchant and amount, within the rights of the role. Also
// the names of cards in lists.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { neighbours, newCard } from '../contract/assertions.ts'
import { startTestService } from '../harness.ts'
import { accountOf, type Browser, join } from '../people.ts'
import { ads, done, sceneOf } from '../sandbox/scene.ts'

const service = await startTestService()
const [mine, theirs] = await neighbours(service)
for (const api of [mine, theirs])
  done(await api.post('/sandbox/deposits', { currency: 'usdt', amount_crypto: '5000', confirm: true }), 201)
const account = await accountOf(service, mine.key)
const owner = await join(service, account, 'owner')
const viewer = await join(service, account, 'viewer')
const stranger = await join(service, await accountOf(service, theirs.key), 'owner')

const card = await newCard(mine, { amount: 500, label: 'Ads, November' })
const other = await newCard(mine, { amount: 500, label: 'Travel' })
const scene = sceneOf(mine, card.id)
const held = await scene.hold(42.5)

async function find(person: Browser, text: string) {
  return done(await person.get(`/dashboard/search?text=${encodeURIComponent(text)}`), 200)
}

test('an id is found only by people who can open its page', async () => {
  const webhook = done(await mine.post('/webhooks', { url: 'https://example.com/hook', events: ['*'] }), 201)
  const delivery = done(await mine.post(`/webhooks/${webhook.id}/test`), 201)
  const when = [{ attribute: 'amount', op: 'above', value: 200 }]
  const rule = done(await mine.post('/rules', { name: 'A rule', action: 'decline', when }), 201)
  const template = done(await mine.post('/card-templates', { name: 'Advertising' }), 201)
  const asked = { amount: 5, merchant: { name: 'Acme Books' }, reason: 'The manual for the printer.' }
  const request = done(await mine.post('/spend-requests', asked), 201)
  const deposit = done(await mine.get('/wallet/deposits'), 200).data[0]
  const challenge = await scene.challenge(1)
  const event = done(await mine.get('/events?per_page=1'), 200).data[0]
  const { headers } = await mine.get('/bins')
  const session = done(await owner.get('/dashboard/session'), 200)
  const key = done(await owner.get('/dashboard/keys'), 200).data[0]
  const seen: [id: string, kind: string, isForViewers: boolean, parent?: string][] = [
    [card.id, 'card', true],
    [held.id, 'transaction', true],
    [deposit.id, 'deposit', true],
    [template.id, 'template', true],
    [request.id, 'spend_request', true],
    [rule.id, 'rule', true],
    [challenge.id, 'challenge', false],
    [event.id, 'event', false],
    [webhook.id, 'webhook', false],
    [delivery.id, 'delivery', false, webhook.id],
    [key.id, 'key', false],
    [session.user.id, 'user', false],
    [headers.get('x-request-id')!, 'request', false],
  ]
  for (const [id, kind, isForViewers, parent = null] of seen) {
    const found = { kind, id, parent_id: parent }
    assert.deepEqual((await find(owner, id)).object, found, kind)
    assert.deepEqual((await find(viewer, id)).object, isForViewers ? found : null, `${kind}, for a viewer`)
    assert.equal((await find(stranger, id)).object, null, `${kind}, of another account`)
    const elsewhere = await find(owner.in('production'), id)
    assert.deepEqual(elsewhere.object, kind === 'user' ? found : null, `${kind}, in the other environment`)
  }
  assert.equal((await find(owner, `${card.id.slice(0, -1)}!`)).object, null)
})

test('cards are found by label and by the last four digits, also in the API', async () => {
  const ids = (found: { data: { id: string }[] }) => found.data.map(({ id }) => id)
  assert.deepEqual(ids((await find(owner, 'NOVEMBER')).cards), [card.id])
  const byLast4 = ids((await find(owner, card.last4)).cards)
  assert.ok(byLast4.includes(card.id), `${card.id} is not in ${byLast4.join(', ')}`)
  const listed = done(await mine.get(`/cards?search=${card.last4}`), 200)
  assert.ok(ids(listed).includes(card.id), `${card.id} is not in ${ids(listed).join(', ')}`)
  assert.equal(listed.pagination.total, listed.data.length)
  assert.deepEqual(ids(done(await mine.get('/cards?search=trav'), 200)), [other.id])
  // Four digits also match digits of a label; three digits do not match the end of a number.
  const labelled = await newCard(mine, { amount: 1, label: `Budget ${other.last4}` })
  const both = ids(done(await mine.get(`/cards?search=${other.last4}`), 200))
  assert.ok(both.includes(labelled.id) && both.includes(other.id), `found ${both.join(', ')}`)
  const byThree = ids(done(await mine.get(`/cards?search=${card.last4.slice(1)}`), 200))
  assert.ok(!byThree.includes(card.id), `${card.id} is in ${byThree.join(', ')}`)
  assert.deepEqual((await find(stranger, 'november')).cards, { data: [], more: false })
})

test('transactions are found by merchant and amount, at most five, with the names of their cards', async () => {
  const byMerchant = await find(owner, ads.name.slice(0, 5).toUpperCase())
  assert.deepEqual(byMerchant.merchants, { data: [{ name: ads.name }], more: false })
  assert.deepEqual(byMerchant.transactions.data[0].card, { label: 'Ads, November', last4: card.last4 })
  for (const text of ['42.50', '$42.5', '-42.50']) {
    const { amount, transactions } = await find(owner, text)
    assert.equal(amount, 42.5)
    assert.deepEqual(
      transactions.data.map(({ id }: { id: string }) => id),
      [held.id],
    )
  }
  for (let n = 0; n < 6; n++) await scene.hold(3)
  const { data, more } = (await find(owner, '3.00')).transactions
  assert.deepEqual([data.length, more], [5, true])
  const nobodys = await find(stranger, '42.50')
  assert.deepEqual(nobodys.transactions, { data: [], more: false })
  for (const text of ['%', '_', "'", '\\', 'x'.repeat(64)]) await find(owner, text)
  assert.equal((await owner.get('/dashboard/search?text=')).status, 400)
  assert.equal((await owner.get(`/dashboard/search?text=${'x'.repeat(65)}`)).status, 400)
})

test("lists contain the names of the account's own cards only", async () => {
  const { data } = done(await owner.get('/dashboard/transactions?per_page=1'), 200)
  assert.deepEqual(data[0].card, { label: 'Ads, November', last4: card.last4 })
  const { card: _, note: __, tags: ___, ...rest } = data[0]
  assert.deepEqual(rest, done(await mine.get('/transactions?per_page=1'), 200).data[0])
  const path = `/dashboard/cards/names?ids=${card.id},${other.id},card_none`
  assert.deepEqual(done(await viewer.get(path), 200).data, {
    [card.id]: { label: 'Ads, November', last4: card.last4 },
    [other.id]: { label: 'Travel', last4: other.last4 },
  })
  for (const person of [stranger, owner.in('production')]) assert.deepEqual(done(await person.get(path), 200).data, {})
})

test('the request log distinguishes API keys from people', async () => {
  const sources = async (query: string) => {
    const { data } = done(await owner.get(`/v1/request-logs?per_page=100${query}`), 200)
    return [...new Set(data.map(({ source }: { source: string }) => source))].sort()
  }
  done(await owner.get('/v1/bins'), 200)
  assert.deepEqual(await sources(''), ['api_key', 'dashboard'])
  assert.deepEqual(await sources('&source=api_key'), ['api_key'])
  assert.deepEqual(await sources('&source=dashboard'), ['dashboard'])
  assert.equal((await owner.get('/v1/request-logs?source=cron')).status, 400)
  await service.audit()
})
