// Keys that are bound to cards: to a list of ids, or to the cards that the key created. A card outside the bounds looks
// like one that does not exist, and lists show only cards within the bounds.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isBounded } from '../../src/accounts/key-rights.ts'
import { parseId, type Uuid } from '../../src/ids.ts'
import { routes } from '../../src/routes.ts'
import { anotherKey, assertError, BIN, stateOf, workspaceOf } from '../contract/assertions.ts'
import { type Answer, type Api, startTestService } from '../harness.ts'

const service = await startTestService()
const full = await service.fundedWorkspace()
const own = await anotherKey(service, full, { rights: { ownCards: true } })
const foreign = await made(full)
const mine = await made(own)
const listed = await anotherKey(service, full, { rights: { cardIds: [uuidOf(mine.card.id)] } })
const bounded = { own, listed }

type Made = {
  card: { id: string }
  authorization: { id: string }
  settlement: { id: string }
  challenge: { id: string }
}

/** A card with one of each object that belongs to a card. */
async function made(api: Api): Promise<Made> {
  const { body: card } = await api.post('/cards', { bin_id: BIN, amount: 100 })
  const merchant = { name: 'Shop', mcc: '5411', country: 'US' }
  const purchase = { card_id: card.id, amount: 5, merchant }
  const authorization = (await full.post('/sandbox/authorizations', purchase)).body.transaction
  const settlement = (await full.post('/sandbox/settlements', purchase)).body
  const { body: challenge } = await full.post('/sandbox/3ds', { card_id: card.id, merchant: 'Shop', amount: 5 })
  return { card, authorization, settlement: settlement.transaction ?? settlement, challenge }
}

function uuidOf(cardId: string): Uuid {
  return parseId('card', cardId)!.uuid
}

/** Every operation that names a card or one of its objects, with a valid body. */
function attempts({ card, authorization, settlement, challenge }: Made): Record<string, [string, string, unknown?]> {
  const merchant = { name: 'Shop', mcc: '5411', country: 'US' }
  return {
    getCard: ['GET', `/cards/${card.id}`],
    getCardDetails: ['GET', `/cards/${card.id}/details`],
    createRevealSession: ['POST', `/cards/${card.id}/reveal-sessions`, { origin: 'https://shop.example.com' }],
    getCardLimits: ['GET', `/cards/${card.id}/limits`],
    updateCard: ['PATCH', `/cards/${card.id}`, { label: 'mine now' }],
    freezeCard: ['POST', `/cards/${card.id}/freeze`],
    unfreezeCard: ['POST', `/cards/${card.id}/unfreeze`],
    fundCard: ['POST', `/cards/${card.id}/fund`, { amount: 5 }],
    withdrawFromCard: ['POST', `/cards/${card.id}/withdraw`, { amount: 1 }],
    getTransaction: ['GET', `/transactions/${authorization.id}`],
    explainTransaction: ['GET', `/transactions/${authorization.id}/explanation`],
    getChallenge: ['GET', `/3ds/${challenge.id}`],
    approveChallenge: ['POST', `/3ds/${challenge.id}/approve`],
    declineChallenge: ['POST', `/3ds/${challenge.id}/decline`],
    simulateAuthorization: ['POST', '/sandbox/authorizations', { card_id: card.id, amount: 1, merchant }],
    incrementAuthorization: ['POST', `/sandbox/authorizations/${authorization.id}/increment`, { amount: 1 }],
    settleAuthorization: ['POST', `/sandbox/authorizations/${authorization.id}/settle`, { amount: 1 }],
    reverseAuthorization: ['POST', `/sandbox/authorizations/${authorization.id}/reverse`],
    expireAuthorization: ['POST', `/sandbox/authorizations/${authorization.id}/expire`],
    simulateSettlement: ['POST', '/sandbox/settlements', { card_id: card.id, amount: 1, merchant }],
    simulateRefund: ['POST', '/sandbox/refunds', { transaction_id: settlement.id }],
    simulateChallenge: ['POST', '/sandbox/3ds', { card_id: card.id, merchant: 'Shop', amount: 5 }],
    verifyChallenge: ['POST', `/sandbox/3ds/${challenge.id}/verify`, { otp: '123456' }],
    replaceCard: ['POST', `/cards/${card.id}/replace`, { reason: 'lost' }],
    terminateCard: ['DELETE', `/cards/${card.id}`],
  }
}
const LISTS = [
  'listCards',
  'listTransactions',
  'listChallenges',
  'listEvents',
  'streamEvents',
  'getEvent',
  'createCard',
  'createSpendRequest',
]

test('this file tries every route that respects bounds', () => {
  const kept = routes.filter(({ bounds }) => bounds === 'within' || bounds === 'own')
  const names = [...Object.keys(attempts(mine)), ...LISTS]
  assert.deepEqual(kept.map(({ operationId }) => operationId).toSorted(), names.toSorted())
})

for (const [name, key] of Object.entries(bounded)) {
  test(`${name}: objects of a card outside the bounds are not found and cannot be changed`, async () => {
    const before = await stateOf(service, full, [foreign.card.id])
    for (const [operation, [method, path, body]] of Object.entries(attempts(foreign))) {
      const answer = await call(key, method, path, body)
      const isReplaced = name === 'listed' && operation === 'replaceCard'
      assert.equal(answer.status, isReplaced ? 403 : 404, `${operation}: ${JSON.stringify(answer.body)}`)
      if (!isReplaced) assert.match(answer.body.error, /^(card|transaction|challenge)_not_found$/)
    }
    assert.deepEqual(await stateOf(service, full, [foreign.card.id]), before)
  })

  test(`${name}: lists show only objects within the bounds`, async () => {
    const { body: cards } = await key.get('/cards')
    assert.deepEqual([ids(cards), cards.pagination.total], [[mine.card.id], 1])
    const { body: transactions } = await key.get('/transactions')
    assert.ok(transactions.data.length >= 2, `${transactions.data.length} transactions`)
    assert.equal(transactions.pagination.total, transactions.data.length)
    assert.ok(
      transactions.data.every((each: { card_id: string }) => each.card_id === mine.card.id),
      JSON.stringify(transactions.data.map((each: { card_id: string }) => each.card_id)),
    )
    for (const filter of ['type=settlement', 'merchant=shop', 'min_amount=1']) {
      const { body } = await key.get(`/transactions?${filter}`)
      assert.ok(
        body.data.length >= 1 && body.data.every((each: { card_id: string }) => each.card_id === mine.card.id),
        `${filter}: ${JSON.stringify(body.data.map((each: { card_id: string }) => each.card_id))}`,
      )
      assert.equal(body.pagination.total, body.data.length, filter)
    }
    assert.equal((await key.get(`/transactions?card_id=${mine.card.id}`)).body.data.length, transactions.data.length)
    const challenges = (await key.get('/3ds')).body
    assert.deepEqual([ids(challenges), challenges.pagination.total], [[mine.challenge.id], 1])
    for (const path of ['/transactions', '/3ds']) {
      const { body } = await key.get(`${path}?card_id=${foreign.card.id}`)
      assert.deepEqual([body.data, body.pagination.total], [[], 0])
    }
    const csv = await textOf(key, '/transactions?format=csv')
    assert.ok(csv.includes(mine.card.id) && !csv.includes(foreign.card.id), csv)
  })

  test(`${name}: listed, paged, single and streamed events are only those of its cards`, async () => {
    const all = (await full.get('/events?per_page=100')).body.data
    const within = all.filter((event: object) => JSON.stringify(event).includes(mine.card.id))
    const { body: listed } = await key.get('/events?per_page=100')
    assert.deepEqual(listed.data, within)
    assert.deepEqual(listed.pagination, { page: 1, per_page: 100, total: within.length, next_cursor: null })
    assert.deepEqual(await walk(key, '/events?per_page=1'), within)
    assert.deepEqual(await walk(key, '/events?per_page=2&order=asc'), within.toReversed())
    assert.equal((await key.get('/events?type=card.created')).body.data.length, 1)
    assert.equal((await key.get('/events?type=deposit.confirmed')).body.data.length, 0)
    const outside = all.find((event: object) => JSON.stringify(event).includes(foreign.card.id))
    assertError(await key.get(`/events/${outside.id}`), 404, 'event_not_found')
    assert.deepEqual((await key.get(`/events/${within[0].id}`)).body, within[0])
    const streamed = await streamUntil(key, within[0].id)
    assert.ok(!streamed.includes(foreign.card.id) && !streamed.includes('deposit.'), streamed)
    assert.equal(streamed.split('\nevent: ').length - 1, within.length)
  })

  test(`${name}: calls that concern every card are rejected`, async () => {
    for (const route of routes.filter(({ bounds }) => bounds === undefined)) {
      const answer = await call(key, route.method, route.url.replaceAll(/:\w+/g, 'unknown'), {})
      assertError(answer, 403, 'forbidden', name === 'own' ? 'own_cards' : 'card_ids')
    }
  })
}

test('a bound key sees the totals of its own cards and the balance of the wallet', async () => {
  const { body: all } = await full.get('/wallet/balance')
  assert.deepEqual([all.cards_active, all.total_spent, all.cards_total_balance], [2, 10, 180])
  for (const [name, key] of Object.entries(bounded)) {
    const { body } = await key.get('/wallet/balance')
    assert.deepEqual([body.cards_active, body.total_spent, body.cards_total_balance], [1, 5, 90], name)
    assert.equal(body.balance, all.balance)
  }
  const empty = await anotherKey(service, full, { rights: { ownCards: true } })
  const { body: nothing } = await empty.get('/wallet/balance')
  assert.deepEqual([nothing.cards_active, nothing.total_spent, nothing.cards_total_balance], [0, 0, 0])
})

test('a bound key cannot read webhooks', async () => {
  const { body: endpoint } = await full.post('/webhooks', {
    url: 'https://receiver.example/secret-path',
    events: ['*'],
  })
  for (const [name, key] of Object.entries(bounded))
    for (const path of ['/webhooks', `/webhooks/${endpoint.id}`, `/webhooks/${endpoint.id}/deliveries`]) {
      const answer = await key.get(path)
      assertError(answer, 403, 'forbidden', name === 'own' ? 'own_cards' : 'card_ids')
      assert.ok(!JSON.stringify(answer.body).includes('receiver.example'), JSON.stringify(answer.body))
    }
})

test('a key that is bound by card ids cannot create cards, because it could not reach them', async () => {
  const create = await listed.post('/cards', { bin_id: BIN, amount: 10 })
  assertError(create, 403, 'forbidden', 'card_ids')
  assertError(await listed.post(`/cards/${mine.card.id}/replace`, { reason: 'lost' }), 403, 'forbidden', 'card_ids')
  const wish = { amount: 5, merchant: { name: 'Shop' }, reason: 'Something that would need a new card.' }
  const asked = await listed.post('/spend-requests', wish)
  assertError(asked, 403, 'forbidden', 'card_ids')
  assert.match(asked.body.message, /use a key that is bound to its own cards/)
})

test('a card number does not bypass the bounds of a key', async () => {
  const { body: details } = await full.get(`/cards/${foreign.card.id}/details`)
  const merchant = { name: 'Shop', mcc: '5411', country: 'US' }
  const paid = await own.post('/sandbox/authorizations', { pan: details.pan, amount: 1, merchant })
  assertError(paid, 404, 'card_not_found')
})

test('another key that is bound to its own cards cannot reach the cards of the first', async () => {
  const other = await anotherKey(service, full, { rights: { ownCards: true } })
  assertError(await other.get(`/cards/${mine.card.id}`), 404, 'card_not_found')
  assert.equal((await other.get('/cards')).body.pagination.total, 0)
  const workspace = await workspaceOf(service, full)
  assert.ok(!isBounded(workspace), 'the full key is bound')
})

test('a stored response of another key is not replayed to a key with fewer rights', async () => {
  const headers = { 'x-idempotency-key': 'theirs' }
  const body = { bin_id: BIN, amount: 10, label: 'secret plan' }
  const first = await full.post('/cards', body, headers)
  assert.equal(first.status, 201)
  assertError(await own.post('/cards', body, headers), 400, 'idempotency_key_reused')
  const again = await own.post('/cards', body, { 'x-idempotency-key': 'mine' })
  const replayed = await own.post('/cards', body, { 'x-idempotency-key': 'mine' })
  assert.deepEqual(
    [again.status, replayed.body.id, replayed.headers.get('idempotent-replayed')],
    [201, again.body.id, 'true'],
  )
})

test('a replacement of an own card is an own card, whichever key replaces it', async () => {
  const { body: old } = await own.post('/cards', { bin_id: BIN, amount: 10 })
  const { body: second } = await own.post(`/cards/${old.id}/replace`, { reason: 'lost' })
  const { body: third } = await full.post(`/cards/${second.id}/replace`, { reason: 'stolen' })
  assert.equal((await own.get(`/cards/${third.id}`)).status, 200)
  await service.audit()
})

async function call(key: Api, method: string, path: string, body?: unknown): Promise<Answer> {
  if (method === 'GET') return key.get(path)
  if (method === 'DELETE') return key.delete(path)
  return method === 'PATCH'
    ? key.patch(path, body ?? {})
    : method === 'PUT'
      ? key.put(path, body ?? {})
      : key.post(path, body ?? {})
}

function ids({ data }: { data: { id: string }[] }): string[] {
  return data.map(({ id }) => id)
}

async function textOf(key: Api, path: string): Promise<string> {
  const response = await fetch(`${service.url}/v1${path}`, { headers: { authorization: `Bearer ${key.key}` } })
  return response.text()
}

async function walk(key: Api, path: string): Promise<unknown[]> {
  const seen: unknown[] = []
  let cursor: string | null = ''
  for (let page = 0; page < 1_000 && cursor !== null; page++) {
    const { body }: Answer = await key.get(cursor === '' ? path : `${path}&cursor=${cursor}`)
    seen.push(...body.data)
    cursor = body.pagination.next_cursor
  }
  assert.equal(cursor, null, 'the list has an end')
  return seen
}

async function streamUntil(key: Api, eventId: string): Promise<string> {
  const controller = new AbortController()
  const response = await fetch(`${service.url}/v1/events/stream?after_sequence=0`, {
    headers: { authorization: `Bearer ${key.key}` },
    signal: controller.signal,
  })
  let seen = ''
  for await (const chunk of response.body!.pipeThrough(new TextDecoderStream())) {
    seen += chunk
    if (seen.includes(eventId) && seen.endsWith('\n\n')) break
  }
  controller.abort()
  return seen
}
