// Many concurrent requests on one settlement, hold, challenge, deposit, clock or workspace.

import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { type Api, apiOf, startTestService } from '../harness.ts'
import { until } from '../until.ts'
import {
  allTransactions,
  assertConserved,
  authorize,
  booksOf,
  newCard,
  ok,
  ownerOf,
  shop,
  summaryOf,
  walletOf,
} from './books.ts'
import { atOnce, count, noServerError, test } from './race-scene.ts'
import { secondService } from './second-service.ts'

const service = await startTestService()
const owner = ownerOf(service)
const second = await secondService(service)

/** Returns the same workspace through the other process. */
const throughSecond = (api: Api): Api => apiOf(second.url, api.key)

test('concurrent refunds of one settlement never exceed its amount', async () => {
  const api = await service.fundedWorkspace(500)
  const card = await newCard(api, 100)
  const other = throughSecond(api)
  for (let round = 0; round < 10; round++) {
    const { id } = ok(await api.post('/sandbox/settlements', { card_id: card, amount: 5, merchant: shop }), 201)
    const answers = await atOnce(4, (n) =>
      (n % 2 ? other : api).post('/sandbox/refunds', { transaction_id: id, ...(round % 2 && { amount: 3 }) }),
    )
    noServerError(answers)
    assert.equal(
      count(answers, ({ status }) => status === 201),
      1,
    )
    assert.ok(
      answers.every(({ status, body }) => status === 201 || ['invalid_amount', 'invalid_state'].includes(body.error)),
      JSON.stringify(answers.map(({ body }) => body)),
    )
  }
  assert.equal((await summaryOf(api, card)).total_spent, 10)
  assertConserved(await booksOf(owner, card))
})

test('concurrent final settlements, reversals and expiries of one authorization end its hold once', async () => {
  const api = await service.fundedWorkspace(500)
  const card = await newCard(api, 100)
  const other = throughSecond(api)
  for (let round = 0; round < 10; round++) {
    const { transaction } = ok(await authorize(api, card, 5), 201)
    const path = `/sandbox/authorizations/${transaction.id}`
    const answers = await atOnce(9, (n) => {
      const each = n % 2 ? other : api
      if (n % 3 === 0) return each.post(`${path}/settle`, { amount: 2 })
      return n % 3 === 1 ? each.post(`${path}/reverse`) : each.post(`${path}/expire`)
    })
    noServerError(answers)
    assert.ok(
      count(answers, ({ status, body }) => status === 201 && body.type === 'settlement') <= 1,
      'more than one settlement was posted',
    )
    assert.ok(
      answers.every(({ status, body }) => status < 300 || body.error === 'invalid_state'),
      JSON.stringify(answers.map(({ body }) => body)),
    )
    assert.equal((await summaryOf(api, card)).held, 0)
  }
  assertConserved(await booksOf(owner, card))
})

test('an authorization approved before a concurrent termination remains held, and none is approved after it', async () => {
  const api = await service.fundedWorkspace(500)
  const other = throughSecond(api)
  for (let round = 0; round < 5; round++) {
    const { balance } = await walletOf(api)
    const card = await newCard(api, 50)
    const [spends, [ended]] = await Promise.all([
      atOnce(40, (n) => authorize(n % 2 ? other : api, card, 1)),
      atOnce(1, () => (round % 2 ? other : api).delete(`/cards/${card}`)),
    ])
    noServerError([...spends, ended!])
    const approved = count(spends, ({ body }) => body.approved)
    assert.equal(
      count(spends, ({ body }) => body.decline_reason === 'card_terminated'),
      40 - approved,
    )
    assert.equal(ended!.body.refunded_amount, 50 - approved)
    const summary = await summaryOf(api, card)
    assert.deepEqual([summary.status, summary.balance, summary.held], ['terminated', 0, approved])
    for (const { body } of spends)
      if (body.approved) ok(await api.post(`/sandbox/authorizations/${body.transaction.id}/reverse`))
    assert.equal((await walletOf(api)).balance, balance)
  }
  await service.audit()
})

test('only one of many concurrent authorizations is authenticated by one completed challenge', async () => {
  const api = await service.fundedWorkspace(500)
  const card = await newCard(api, 100)
  const other = throughSecond(api)
  for (let round = 0; round < 5; round++) {
    const challenge = ok(await api.post('/sandbox/3ds', { card_id: card, merchant: 'Acme', amount: 2 }), 201)
    ok(await api.post(`/sandbox/3ds/${challenge.id}/verify`, { otp: challenge.otp }))
    const answers = await atOnce(10, (n) =>
      (n % 2 ? other : api).post('/sandbox/authorizations', {
        card_id: card,
        amount: 2,
        merchant: shop,
        three_ds_challenge_id: challenge.id,
      }),
    )
    noServerError(answers)
    assert.equal(
      count(answers, ({ body }) => body.approved),
      1,
    )
    assert.equal(
      count(answers, ({ body }) => body.decline_reason === 'authentication_failed'),
      9,
    )
  }
})

test('three wrong codes end a challenge, also when a hundred arrive concurrently', async () => {
  const api = await service.fundedWorkspace(100)
  const card = await newCard(api, 10)
  const other = throughSecond(api)
  const challenge = ok(await api.post('/sandbox/3ds', { card_id: card, merchant: 'Acme', amount: 2 }), 201)
  const wrong = String((Number(challenge.otp) + 1) % 1_000_000).padStart(6, '0')
  const answers = await atOnce(100, (n) =>
    (n % 2 ? other : api).post(`/sandbox/3ds/${challenge.id}/verify`, { otp: wrong }),
  )
  assert.equal(
    count(answers, ({ body }) => body.error === 'invalid_otp'),
    3,
  )
  assert.equal(
    count(answers, ({ body }) => body.error === 'invalid_state'),
    97,
  )
  assert.equal(
    (await api.post(`/sandbox/3ds/${challenge.id}/verify`, { otp: challenge.otp })).body.error,
    'invalid_state',
  )
})

test('a deposit that is concurrently confirmed and expired is credited at most once', async () => {
  const api = await service.workspace()
  const other = throughSecond(api)
  let credited = 0
  for (let round = 0; round < 8; round++) {
    const deposit = ok(await api.post('/sandbox/deposits', { currency: 'usdt', amount_crypto: '100' }), 201)
    const answers = await atOnce(12, (n) =>
      (n % 2 ? other : api).post(`/sandbox/deposits/${deposit.id}/${n % 3 ? 'confirm' : 'expire'}`),
    )
    noServerError(answers)
    const confirmed = count(answers, ({ body }) => body.status === 'confirmed')
    assert.ok(
      confirmed === 0 || count(answers, ({ body }) => body.status === 'expired') === 0,
      'the deposit was both confirmed and expired',
    )
    if (confirmed > 0) credited += 99
  }
  const wallet = await walletOf(api)
  assert.deepEqual([wallet.balance, wallet.total_deposited, wallet.pending_deposits], [credited, credited, 0])
})

test('two concurrent advances of the clock add up, and everything due has happened afterwards', async () => {
  const api = await service.fundedWorkspace(100)
  const card = await newCard(api, 50)
  const other = throughSecond(api)
  ok(await authorize(api, card, 5), 201)
  const start = Date.parse(ok(await api.get('/sandbox/clock')).now)
  const days = 4
  const answers = await atOnce(2, (n) =>
    (n % 2 ? other : api).post('/sandbox/clock/advance', { seconds: days * 86_400 }),
  )
  noServerError(answers)
  const moved = Date.parse(ok(await api.get('/sandbox/clock')).now) - start
  assert.ok(moved >= 2 * days * 86_400_000 && moved < 2 * days * 86_400_000 + 60_000, `the clock moved by ${moved} ms`)
  assert.equal((await summaryOf(api, card)).held, 0, 'the hold of seven days expired on the way to day eight')
})

test('every response during concurrent resets and writes belongs to one workspace, and the books of both balance', async () => {
  const api = await service.fundedWorkspace(500)
  const other = throughSecond(api)
  const card = await newCard(api, 100)
  const sequence = (await booksOf(owner, card)).event_sequence
  const writes = atOnce(120, async (n) => {
    const each = n % 2 ? other : api
    if (n % 4 === 0) return authorize(each, card, 0.5, { 'x-idempotency-key': randomUUID() })
    if (n % 4 === 1) return each.post(`/cards/${card}/fund`, { amount: 1 })
    if (n % 4 === 2) return each.post('/sandbox/deposits', { currency: 'usdt', amount_crypto: '100', confirm: true })
    return each.post('/cards', { bin_id: 'bin_visa_us_prepaid_1', amount: 1 })
  })
  const resets = (async () => [
    await api.post('/sandbox/reset'),
    await other.post('/sandbox/reset'),
    ...(await atOnce(3, () => api.post('/sandbox/reset'))),
  ])()
  const answers = [...(await writes), ...(await resets)]
  noServerError(answers)
  const [last] = [ok(await api.post('/sandbox/reset'))]
  assert.equal(last.ok, true)
  // The other process caches a key for less than a second.
  await until('the other process shows the new workspace', async () => {
    const wallet = await walletOf(other)
    return wallet.balance === 0 && wallet.total_deposited === 0 && wallet.cards_active === 0
  })
  assert.equal((await api.get(`/cards/${card}`)).status, 404)
  const fresh = await (async () => {
    ok(await api.post('/sandbox/deposits', { currency: 'usdt', amount_crypto: '100', confirm: true }), 201)
    return newCard(api, 5)
  })()
  assert.ok((await booksOf(owner, fresh)).event_sequence > sequence, `the event sequence continues after ${sequence}`)
  await service.audit()
})

test('two processes with concurrent operations on few cards show no deadlock and create no money', async () => {
  const api = await service.fundedWorkspace(2_000)
  const other = throughSecond(api)
  const cards = await Promise.all(Array.from({ length: 3 }, () => newCard(api, 100)))
  const holds = (await atOnce(30, (n) => authorize(api, cards[n % 3]!, 1))).map(({ body }) => body.transaction.id)
  const answers = await atOnce(240, (n) => {
    const each = n % 2 ? other : api
    const card = cards[n % 3]!
    const path = `/sandbox/authorizations/${holds[n % 30]}`
    switch (n % 10) {
      case 0:
      case 1:
      case 2:
        return authorize(each, card, 0.25, n % 4 ? undefined : { 'x-idempotency-key': randomUUID() })
      case 3:
        return each.post(`/cards/${card}/fund`, { amount: 1 })
      case 4:
        return each.post(`/cards/${card}/withdraw`, { amount: 0.5 })
      case 5:
        return each.post(`${path}/settle`, { amount: 0.75, final: n % 4 === 1 })
      case 6:
        return each.post(`${path}/increment`, { amount: 0.5 })
      case 7:
        return each.post('/sandbox/settlements', { card_id: card, amount: 0.3, merchant: shop })
      case 8:
        return each.post(`/cards/${card}/${n % 20 === 8 ? 'freeze' : 'unfreeze'}`)
      default:
        return n % 30 === 9
          ? each.post('/sandbox/clock/advance', { seconds: 3_600 })
          : each.post(`${path}/reverse`, { amount: 0.1 })
    }
  })
  // An authorization may return 503, and then nothing happened. Any other server error is a fault.
  noServerError(answers.filter(({ body }) => !/nothing happened/.test(body.message)))
  const ids = answers
    .map(({ body }) => body.transaction?.id ?? (body.type === 'settlement' ? body.id : undefined))
    .filter((id) => id !== undefined)
  const listed = (await allTransactions(api)).map(({ id }) => id)
  assert.equal(new Set(listed).size, listed.length)
  for (const id of ids) assert.ok(listed.includes(id), `${id} was in a response and is not listed`)
  assert.equal(listed.length, ids.length + holds.length, 'no other transaction is listed')
  assertConserved(await booksOf(owner, cards[0]!))
  await service.audit()
})
