// Many requests at once on one thing: none is lost, none happens twice, and none meets a 5xx.

import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test as plainTest } from 'node:test'
import { type Answer, type Api, startTestService } from '../harness.ts'
import {
  allTransactions,
  assertConserved,
  authorize,
  booksOf,
  cents,
  newCard,
  ok,
  ownerOf,
  shop,
  summaryOf,
  walletOf,
} from './books.ts'
import { secondService } from './second-service.ts'

const service = await startTestService()
const owner = ownerOf(service)
const second = await secondService(service)

// A request that is never answered must fail its test and not the run.
const test = (name: string, body: () => Promise<void>) => plainTest(name, { timeout: 60_000 }, body)

const atOnce = (count: number, send: (n: number) => Promise<Answer>): Promise<Answer[]> =>
  Promise.all(Array.from({ length: count }, (_, n) => send(n)))
const count = (answers: Answer[], isSo: (answer: Answer) => boolean): number => answers.filter(isSo).length
const noServerError = (answers: Answer[]) =>
  assert.deepEqual(
    answers.filter((answer) => answer.status >= 500).map((answer) => answer.body),
    [],
  )
/** The same workspace through the other process. */
const throughSecond = (api: Api): Api => otherProcess(second.url, api.key)

function otherProcess(url: string, key: string): Api {
  const call = async (
    method: string,
    path: string,
    body: unknown,
    headers: Record<string, string> = {},
  ): Promise<Answer> => {
    const response = await fetch(`${url}/v1${path}`, {
      method,
      headers: {
        authorization: `Bearer ${key}`,
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    return { status: response.status, body: await response.json(), headers: response.headers }
  }
  return {
    key,
    get: (path, headers) => call('GET', path, undefined, headers),
    post: (path, body, headers) => call('POST', path, body, headers),
    patch: (path, body, headers) => call('PATCH', path, body, headers),
    delete: (path, headers) => call('DELETE', path, undefined, headers),
  }
}

test('100 withdrawals at once take what is there and no more', async () => {
  const api = await service.fundedWorkspace(500)
  const card = await newCard(api, 60)
  const answers = await atOnce(100, () => api.post(`/cards/${card}/withdraw`, { amount: 1 }))
  assert.equal(
    count(answers, ({ status }) => status === 200),
    60,
  )
  assert.equal(
    count(answers, ({ body }) => body.error === 'insufficient_funds'),
    40,
  )
  const balances = answers.filter(({ status }) => status === 200).map(({ body }) => body.new_balance)
  assert.deepEqual(
    balances.toSorted((a, b) => a - b),
    Array.from({ length: 60 }, (_, n) => n),
    'each saw a balance of its own',
  )
  assert.equal((await summaryOf(api, card)).balance, 0)
  assertConserved(await booksOf(owner, card))
})

test('100 fundings at once empty the wallet and no more', async () => {
  const api = await service.fundedWorkspace(100)
  const { balance } = await walletOf(api)
  const card = await newCard(api, 40)
  const answers = await atOnce(100, () => api.post(`/cards/${card}/fund`, { amount: 1 }))
  assert.equal(
    count(answers, ({ status }) => status === 200),
    Math.floor(balance - 40),
  )
  assert.equal(
    count(answers, ({ body }) => body.error === 'insufficient_funds'),
    100 - Math.floor(balance - 40),
  )
  assert.equal(cents((await walletOf(api)).balance + (await summaryOf(api, card)).balance), cents(balance))
  assertConserved(await booksOf(owner, card))
})

test('100 terminations at once return the balance once', async () => {
  const api = await service.fundedWorkspace(100)
  const { balance } = await walletOf(api)
  const card = await newCard(api, 40)
  const answers = await atOnce(100, () => api.delete(`/cards/${card}`))
  assert.equal(new Set(answers.map(({ status, body }) => JSON.stringify([status, body]))).size, 1, 'all say the same')
  assert.equal(answers[0]!.body.refunded_amount, 40)
  const wallet = await walletOf(api)
  assert.deepEqual([wallet.balance, wallet.cards_active, wallet.cards_total_balance], [balance, 0, 0])
  assert.equal(
    (
      await owner`select count(*)::integer as count from transfers where kind = 4 and workspace_id = ${(await booksOf(owner, card)).id}`
    )[0]!.count,
    1,
  )
})

test('100 freezes and unfreezes at once leave one state, and as many events as changes', async () => {
  const api = await service.fundedWorkspace(100)
  const card = await newCard(api, 40)
  const answers = await atOnce(100, (n) => api.post(`/cards/${card}/${n % 2 ? 'unfreeze' : 'freeze'}`))
  assert.equal(
    count(answers, ({ status }) => status === 200),
    100,
  )
  const books = await booksOf(owner, card)
  assertConserved(books)
  const events =
    await owner`select type from events where workspace_id = ${books.id} and data like '%"held":%' and type in (2, 3) order by sequence`
  for (const [n, event] of events.entries())
    assert.equal(event.type, events[0]!.type === 2 ? 2 + (n % 2) : 3 - (n % 2), 'frozen and unfrozen alternate')
  const { status } = await summaryOf(api, card)
  assert.equal((await walletOf(api)).cards_active, status === 'active' ? 1 : 0)
})

test('100 patches at once beside spending lose neither a setting nor a cent', async () => {
  const api = await service.fundedWorkspace(300)
  const card = await newCard(api, 200)
  const [patches, spends] = await Promise.all([
    atOnce(100, (n) =>
      api.patch(`/cards/${card}`, n % 2 ? { metadata: { [`k${n % 20}`]: n } } : { spending_limit: 1000 + n }),
    ),
    atOnce(60, () => authorize(api, card, 1)),
  ])
  assert.ok([...patches, ...spends].every(({ status }) => status < 300))
  const summary = await summaryOf(api, card)
  assert.deepEqual([summary.balance, summary.held, summary.transaction_count], [140, 60, 60])
  assert.deepEqual(Object.keys(summary.metadata).sort(), Array.from({ length: 10 }, (_, n) => `k${n * 2 + 1}`).sort())
  assert.ok(summary.spending_limit >= 1000 && summary.spending_limit < 1100)
})

test('200 authorizations of 1.00 on a card of 100.00: exactly 100 are approved', async () => {
  const api = await service.fundedWorkspace(200)
  const card = await newCard(api, 100)
  const other = throughSecond(api)
  const answers = await atOnce(200, (n) => authorize(n % 2 ? other : api, card, 1))
  noServerError(answers)
  assert.equal(
    count(answers, ({ body }) => body.approved === true),
    100,
  )
  assert.equal(
    count(answers, ({ body }) => body.decline_reason === 'insufficient_funds'),
    100,
  )
  const balances = answers.filter(({ body }) => body.approved).map(({ body }) => body.transaction.balance_after)
  assert.deepEqual(
    balances.toSorted((a, b) => a - b),
    Array.from({ length: 100 }, (_, n) => n),
  )
  const summary = await summaryOf(api, card)
  assert.deepEqual([summary.balance, summary.held, summary.transaction_count], [0, 100, 200])
  assert.equal(new Set((await allTransactions(api)).map(({ id }) => id)).size, 200)
  assertConserved(await booksOf(owner, card))
})

// ---- one idempotency key, a hundred times at once

type Keyed = {
  name: string
  prepare(api: Api, card: string): Promise<(api: Api, headers: Record<string, string>) => Promise<Answer>>
  status: number
}
const keyed: Keyed[] = [
  {
    name: 'fund',
    status: 200,
    prepare: async (_, card) => (api, headers) => api.post(`/cards/${card}/fund`, { amount: 5 }, headers),
  },
  {
    name: 'create card',
    status: 201,
    prepare: async () => (api, headers) => api.post('/cards', { bin_id: 'bin_visa_us_prepaid_1', amount: 5 }, headers),
  },
  {
    name: 'authorization',
    status: 201,
    prepare: async (_, card) => (api, headers) => authorize(api, card, 5, headers),
  },
  {
    name: 'settle',
    status: 201,
    async prepare(api, card) {
      const { transaction } = ok(await authorize(api, card, 5), 201)
      return (each, headers) =>
        each.post(`/sandbox/authorizations/${transaction.id}/settle`, { amount: 3, final: false }, headers)
    },
  },
  {
    name: 'refund',
    status: 201,
    async prepare(api, card) {
      const { id } = ok(await api.post('/sandbox/settlements', { card_id: card, amount: 10, merchant: shop }), 201)
      return (each, headers) => each.post('/sandbox/refunds', { transaction_id: id, amount: 3 }, headers)
    },
  },
  {
    name: 'withdraw',
    status: 200,
    prepare: async (_, card) => (api, headers) => api.post(`/cards/${card}/withdraw`, { amount: 5 }, headers),
  },
  {
    name: 'deposit',
    status: 201,
    prepare: async () => (api, headers) =>
      api.post('/sandbox/deposits', { currency: 'usdt', amount_crypto: '50', confirm: true }, headers),
  },
]

for (const processes of [1, 2]) {
  for (const { name, prepare, status } of keyed) {
    test(`100 retries of one ${name} under one key have one effect (${processes} ${processes === 1 ? 'process' : 'processes'})`, async () => {
      const api = await service.fundedWorkspace(500)
      const card = await newCard(api, 100)
      const other = processes === 2 ? throughSecond(api) : api
      const send = await prepare(api, card)
      const before = await booksOf(owner, card)
      const headers = { 'x-idempotency-key': randomUUID() }
      const answers = await atOnce(100, (n) => send(n % 2 ? other : api, headers))
      noServerError(answers)
      assert.deepEqual([...new Set(answers.map((answer) => answer.status))], [status])
      assert.equal(new Set(answers.map(({ body }) => JSON.stringify(body))).size, 1, 'all have the same body')
      assert.equal(
        count(answers, (answer) => answer.headers.get('idempotent-replayed') === 'true'),
        99,
      )
      const after = await booksOf(owner, card)
      assertConserved(after)
      // One effect: as many events as one request makes.
      const once = name === 'deposit' ? 2n : name === 'withdraw' ? 0n : 1n
      assert.equal(after.event_sequence - before.event_sequence, once)
      const operations = await owner`
        select count(distinct operation_id)::integer as count from transfers
        where workspace_id = ${after.id} and created_at >= (select max(created_at) from transfers where workspace_id = ${after.id})`
      assert.equal(operations[0]!.count, 1)
    })
  }

  test(`one key for different requests at once: one happens, the others are refused (${processes} ${processes === 1 ? 'process' : 'processes'})`, async () => {
    const api = await service.fundedWorkspace(500)
    const cards = await Promise.all(Array.from({ length: 4 }, () => newCard(api, 20)))
    const other = processes === 2 ? throughSecond(api) : api
    for (let round = 0; round < 6; round++) {
      const before = (await booksOf(owner, cards[0]!)).event_sequence
      const headers = { 'x-idempotency-key': randomUUID() }
      const answers = await atOnce(24, (n) => {
        const each = n % 2 ? other : api
        const card = cards[n % 4]!
        if (n % 3 === 0) return authorize(each, card, 0.01, headers)
        return n % 3 === 1
          ? each.post(`/cards/${card}/fund`, { amount: 1 }, headers)
          : each.post('/sandbox/settlements', { card_id: card, amount: 0.01, merchant: shop }, headers)
      })
      noServerError(answers)
      const done = answers.filter(({ status }) => status < 300)
      assert.equal(new Set(done.map(({ body }) => JSON.stringify(body))).size, 1, 'one request happened')
      assert.equal(
        count(done, (answer) => answer.headers.get('idempotent-replayed') !== 'true'),
        1,
      )
      assert.ok(answers.every(({ status, body }) => status < 300 || body.error === 'idempotency_key_reused'))
      assert.equal((await booksOf(owner, cards[0]!)).event_sequence - before, 1n)
    }
  })

  test(`a card number nobody issued, under one key at once, is declined without a server error (${processes} ${processes === 1 ? 'process' : 'processes'})`, async () => {
    const api = await service.fundedWorkspace(10)
    const other = processes === 2 ? throughSecond(api) : api
    for (let round = 0; round < 10; round++) {
      const headers = { 'x-idempotency-key': randomUUID() }
      const answers = await atOnce(20, (n) =>
        (n % 2 ? other : api).post(
          '/sandbox/authorizations',
          { pan: '4242424242424241', amount: 1, merchant: shop },
          headers,
        ),
      )
      noServerError(answers)
      assert.ok(answers.every(({ body }) => body.decline_reason === 'invalid_card'))
    }
  })
}

// ---- against each other

test('refunds of one settlement at once never come to more than it', async () => {
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
    )
  }
  assert.equal((await summaryOf(api, card)).total_spent, 10)
  assertConserved(await booksOf(owner, card))
})

test('final settlements, reversals and expiries of one authorization at once: the hold ends once', async () => {
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
    assert.ok(count(answers, ({ status, body }) => status === 201 && body.type === 'settlement') <= 1)
    assert.ok(answers.every(({ status, body }) => status < 300 || body.error === 'invalid_state'))
    assert.equal((await summaryOf(api, card)).held, 0)
  }
  assertConserved(await booksOf(owner, card))
})

test('terminate against authorize: what was approved before stays held, nothing is approved after', async () => {
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

test('a completed challenge at once in many authorizations authenticates one', async () => {
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

test('three wrong codes end a challenge, also when a hundred come at once', async () => {
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

test('a deposit confirmed and expired by many at once is credited once or never', async () => {
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
    assert.ok(confirmed === 0 || count(answers, ({ body }) => body.status === 'expired') === 0, 'it ended one way')
    if (confirmed > 0) credited += 99
  }
  const wallet = await walletOf(api)
  assert.deepEqual([wallet.balance, wallet.total_deposited, wallet.pending_deposits], [credited, credited, 0])
})

test('two advances of the clock at once add up, and all that is due by then has happened', async () => {
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

test('resets against writes: every answer is of one workspace or of the other, and the books of both hold', async () => {
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
  const wallet = await walletOf(other)
  assert.deepEqual([wallet.balance, wallet.total_deposited, wallet.cards_active], [0, 0, 0])
  assert.equal((await api.get(`/cards/${card}`)).status, 404)
  const fresh = await (async () => {
    ok(await api.post('/sandbox/deposits', { currency: 'usdt', amount_crypto: '100', confirm: true }), 201)
    return newCard(api, 5)
  })()
  assert.ok((await booksOf(owner, fresh)).event_sequence > sequence, 'the sequence goes on')
  await service.audit()
})

test('two processes on few cards: everything at once, no deadlock surfaces, no money is made', async () => {
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
  // An authorization may be told to come again, and then nothing happened; anything else is a fault.
  noServerError(answers.filter(({ body }) => !/nothing happened/.test(body.message)))
  const ids = answers
    .map(({ body }) => body.transaction?.id ?? (body.type === 'settlement' ? body.id : undefined))
    .filter((id) => id !== undefined)
  const listed = (await allTransactions(api)).map(({ id }) => id)
  assert.equal(new Set(listed).size, listed.length)
  for (const id of ids) assert.ok(listed.includes(id), `${id} was answered and is listed`)
  assert.equal(listed.length, ids.length + holds.length, 'and nothing else')
  assertConserved(await booksOf(owner, cards[0]!))
  await service.audit()
})
