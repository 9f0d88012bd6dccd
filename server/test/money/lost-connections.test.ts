// A batch whose connection is lost before or after its write leaves nothing behind, and repeating the same keys has
// exactly one effect.

import assert from 'node:assert/strict'
import type { Answer } from '../harness.ts'
import { until } from '../until.ts'
import { key, letGo, type Scene, test } from './batch-scene.ts'
import {
  allTransactions,
  assertConserved,
  authorize,
  booksOf,
  lockCardRow,
  lockWorkspaceRow,
  newCard,
  type Owner,
  ok,
  summaryOf,
  waitingFor,
} from './books.ts'

/** Returns the backend that waits for the lock of this one, if there is exactly one. */
async function onlyWaiter(owner: Owner, pid: number): Promise<number | undefined> {
  const [first, second] = await waitingFor(owner, pid)
  return second === undefined ? first : undefined
}

/** Closes the connection of a lane while its batch waits for a lock, and retries the requests that failed. */
async function loseConnection(scene: Scene, lockOf: typeof lockCardRow, cards: number): Promise<void> {
  const { service, owner } = scene
  const api = await service.fundedWorkspace(500)
  const ids: string[] = []
  for (let n = 0; n < cards; n++) ids.push(await newCard(api, 10))
  const before = await booksOf(owner, ids[0]!)
  const lock = await lockOf(owner, ids[0]!)
  const requests = ids.map((card) => ({ card, headers: key() }))
  const sent = Promise.all(requests.map(({ card, headers }) => authorize(api, card, 2, headers)))
  const pid = await until('the lane waits', async () => scene.submitted >= cards && onlyWaiter(owner, lock.pid))
  await owner`select pg_terminate_backend(${pid}::integer)`
  await until(
    'the backend is gone',
    async () => (await owner`select 1 from pg_stat_activity where pid = ${pid}`).length === 0,
  )
  await lock.release()
  const answers = await sent
  for (const answer of answers) assert.ok(answer.status === 201 || answer.status === 503, JSON.stringify(answer.body))
  const lost = requests.filter((_, index) => answers[index]!.status === 503)
  assert.ok(lost.length > 0, 'no request of the batch in flight returned 503')
  // Nothing of the lost batch may appear on another connection.
  const known = new Set((await allTransactions(api)).map((transaction) => transaction.card_id))
  for (const { card } of lost)
    assert.ok(!known.has(card), `card ${card} has a transaction of a batch that was lost before its commit`)
  const keys = await owner`select count(*)::integer as count from idempotency_keys`
  assert.equal(keys[0]!.count, cards - lost.length, 'the lost batch left no stored response')
  if (lost.length === cards) assert.deepEqual(await booksOf(owner, ids[0]!), before)
  await service.audit()
  // The service recovers automatically, and the same keys have exactly one effect.
  for (const { card, headers } of requests) {
    let again: Answer | undefined
    await until('the service recovers', async () => {
      again = await authorize(api, card, 2, headers)
      return again.status !== 503
    })
    assert.equal(ok(again!, 201).approved, true)
    assert.equal(
      ok(await api.get(`/transactions/${again!.body.transaction.id}`)).held_amount,
      2,
      'an approval in a response exists',
    )
    const summary = await summaryOf(api, card)
    assert.deepEqual([summary.balance, summary.held, summary.transaction_count], [8, 2, 1])
  }
  assertConserved(await booksOf(owner, ids[0]!))
  await service.audit()
}

// The first batch on a new connection sends its statements one by one, because the driver describes each before it
// binds it. A later batch sends them in one flush. A connection can be lost in either.
const places = [
  ['during the locking of cards', lockCardRow],
  ['during the write', lockWorkspaceRow],
] as const
for (const [where, lockOf] of places) {
  for (const cards of [1, 12]) {
    test(`a lane that loses its connection ${where} leaves nothing behind (${cards} in flight, new connection)`, (scene) =>
      loseConnection(scene, lockOf, cards))

    test(`a lane that loses its connection ${where} leaves nothing behind (${cards} in flight, warm connection)`, async (scene) => {
      const api = await scene.service.fundedWorkspace(10)
      const card = await newCard(api, 5)
      for (let n = 0; n < 3; n++) ok(await authorize(api, card, 0.5), 201)
      scene.submitted = 0
      await loseConnection(scene, lockOf, cards)
    })
  }
}

test('a lane that loses its connection in the middle of a large write leaves nothing behind', async (scene) => {
  const { service, owner } = scene
  const api = await service.fundedWorkspace(3_000)
  const card = await newCard(api, 1_000)
  for (let n = 0; n < 3; n++) ok(await authorize(api, card, 1, key()), 201)
  const before = await booksOf(owner, card)
  const listed = await allTransactions(api)
  scene.submitted = 0
  scene.held = []
  const first = authorize(api, card, 0.5, key())
  const sent = Promise.all(Array.from({ length: 200 }, () => authorize(api, card, 1, key())))
  await until('all requests have reached the engine', () => scene.submitted === 201)
  const writing = await lockWorkspaceRow(owner, card)
  letGo(scene)
  const waiting = await until('the lane writes', async () => {
    const pids = await waitingFor(owner, writing.pid)
    return pids.length > 0 && pids
  })
  for (const pid of waiting) await owner`select pg_terminate_backend(${pid}::integer)`
  await writing.release()
  const answers = [await first, ...(await sent)]
  const approved = answers.filter(({ status, body }) => status === 201 && body.approved)
  assert.ok(
    answers.every(({ status }) => status === 201 || status === 503),
    answers.map(({ status }) => status).join(', '),
  )
  assert.equal(
    (await allTransactions(api)).length,
    listed.length + approved.length,
    'the listed transactions are the answered ones',
  )
  const after = await booksOf(owner, card)
  assert.equal(after.event_sequence - before.event_sequence, BigInt(approved.length))
  assertConserved(after)
  await service.audit()
})

test('a lane whose idle connection was closed uses another', async ({ service, owner }) => {
  const api = await service.fundedWorkspace(100)
  const card = await newCard(api, 50)
  for (let round = 1; round <= 3; round++) {
    ok(await authorize(api, card, 1), 201)
    await owner`select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid() and state = 'idle' and query = 'commit'`
    let answer: Answer | undefined
    await until('the service recovers', async () => {
      answer = await authorize(api, card, 1)
      return answer.status !== 503
    })
    assert.equal(ok(answer!, 201).transaction.balance_after, 50 - 2 * round)
    await until('every connection works', async () =>
      (await Promise.all(Array.from({ length: 40 }, () => api.get(`/cards/${card}`)))).every(
        (read) => read.status === 200,
      ),
    )
  }
  await service.audit()
})

test('a merchant that a new primary does not have is stored again after the connection was lost', async ({
  service,
  owner,
}) => {
  const api = await service.fundedWorkspace(100)
  const card = await newCard(api, 50)
  for (let n = 0; n < 3; n++) ok(await authorize(api, card, 1), 201)
  // A promoted standby lacks the last commits of the old primary. Here it lacks only the merchant's row.
  const [lost] = await owner`delete from merchants returning id`
  await owner`
    select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid() and query in ('commit', 'COMMIT')`
  let answer: Answer | undefined
  await until('the service recovers', async () => {
    answer = await authorize(api, card, 1)
    return answer.status !== 503
  })
  const { transaction } = ok(answer!, 201)
  assert.deepEqual([...(await owner`select id from merchants`)], [lost])
  assert.equal(ok(await api.get(`/transactions/${transaction.id}`)).id, transaction.id)
  assert.ok(
    (await allTransactions(api)).some((each) => each.id === transaction.id),
    `${transaction.id} is not listed`,
  )
  await service.audit()
})

for (const warm of [false, true]) {
  test(`a write that loses its connection while it waits returns 503, and its retry has exactly one effect (${warm ? 'warm' : 'new'} connection)`, async ({
    service,
    owner,
  }) => {
    const api = await service.fundedWorkspace(500)
    const card = await newCard(api, 100)
    const fund = (headers: Record<string, string>, amount = 5) => api.post(`/cards/${card}/fund`, { amount }, headers)
    if (warm) await Promise.all(Array.from({ length: 40 }, () => api.post(`/cards/${card}/fund`, { amount: 1 })))
    const start = (await summaryOf(api, card)).balance
    for (let round = 1; round <= 3; round++) {
      const lock = await lockCardRow(owner, card)
      const headers = key()
      const sent = fund(headers)
      const pid = await until('the write waits', () => onlyWaiter(owner, lock.pid))
      await owner`select pg_terminate_backend(${pid}::integer)`
      const answer = await sent
      await lock.release()
      assert.deepEqual([answer.status, answer.body.error], [503, 'service_unavailable'])
      assert.equal((await summaryOf(api, card)).balance, start + 5 * (round - 1))
      assert.equal(ok(await fund(headers)).new_balance, start + 5 * round)
      assert.equal((await fund(headers)).headers.get('idempotent-replayed'), 'true')
      // Every connection of the pool still works.
      const reads = await Promise.all(Array.from({ length: 40 }, () => api.get(`/cards/${card}`)))
      assert.ok(
        reads.every((read) => read.body.balance === start + 5 * round),
        reads.map((read) => read.body.balance).join(', '),
      )
    }
    await service.audit()
  })
}
