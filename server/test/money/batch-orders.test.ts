// The five orders in which a batch of authorizations can go wrong: a replay inside it, an item that PostgreSQL refuses,
// an auto-freeze between two items, a deadline that passes before the write, and a connection lost after it.

import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test as plainTest } from 'node:test'
import { parseId } from '../../src/ids.ts'
import { type Answer, startTestService, type TestService } from '../harness.ts'
import { until } from '../until.ts'
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
  ownerOf,
  shop,
  summaryOf,
  waitingFor,
} from './books.ts'

const key = () => ({ 'x-idempotency-key': randomUUID() })

/** `held` collects submissions while it is there, to hand them to the engine in one turn of the event loop. */
type Scene = { service: TestService; owner: Owner; submitted: number; held: (() => void)[] | undefined }

/** A service of the test's own: books that one test breaks must not fail the others. */
async function openScene(): Promise<Scene> {
  const service = await startTestService()
  const scene: Scene = { service, owner: ownerOf(service, 6), submitted: 0, held: undefined }
  // Counts what reached the engine, so that a test knows that its requests wait there.
  const { engine } = service.services
  const submit = engine.submit.bind(engine)
  engine.submit = (operation) => {
    scene.submitted++
    const { held } = scene
    if (!held) return submit(operation)
    return new Promise((resolve) => held.push(() => resolve(submit(operation))))
  }
  return scene
}

/** What reached the engine while it was held forms one batch. */
function letGo(scene: Scene): void {
  const held = scene.held ?? []
  scene.held = undefined
  for (const go of held) go()
}

// A request that is never answered must fail its test and not the run.
const test = (name: string, body: (scene: Scene) => Promise<void>) =>
  plainTest(name, { timeout: 30_000 }, async () => body(await openScene()))

/** Sends the requests, in this order, so that they form one batch. */
async function inOneBatch(scene: Scene, requests: (() => Promise<Answer>)[]): Promise<Answer[]> {
  scene.held = []
  const answers: Promise<Answer>[] = []
  for (const request of requests) {
    const before = scene.submitted
    answers.push(request())
    await until('the request is at the engine', () => scene.submitted > before)
  }
  letGo(scene)
  return Promise.all(answers)
}

/** The database transactions that wrote these card transactions. */
async function commitsOf({ owner }: Scene, answers: Answer[]): Promise<Set<string>> {
  const ids = answers.map((answer) => parseId('transaction', answer.body.transaction.id)!.uuid)
  const rows = await owner`select distinct xmin::text from transactions where id = any(${ids}::uuid[])`
  return new Set(rows.map((row) => row.xmin))
}

test('the change, its events, the used challenge, the key and the stored answer are one commit', async ({
  service,
  owner,
}) => {
  const api = await service.fundedWorkspace(500)
  const card = await newCard(api, 100)
  const challenge = ok(await api.post('/sandbox/3ds', { card_id: card, merchant: 'Acme', amount: 10 }), 201)
  ok(await api.post(`/sandbox/3ds/${challenge.id}/verify`, { otp: challenge.otp }))
  const used = { card_id: card, amount: 10, merchant: shop, three_ds_challenge_id: challenge.id }
  let id = ''
  const money = ['transfers', 'idempotency_keys', 'events', 'cards', 'workspaces']
  const spending = [...money, 'transactions', 'holds']
  const steps: [string, () => Promise<Answer>, string[]][] = [
    ['authorization', () => api.post('/sandbox/authorizations', used, key()), [...spending, 'three_ds_challenges']],
    ['increment', () => api.post(`/sandbox/authorizations/${id}/increment`, { amount: 1 }, key()), spending],
    ['settle', () => api.post(`/sandbox/authorizations/${id}/settle`, { amount: 9 }, key()), spending],
    ['fund', () => api.post(`/cards/${card}/fund`, { amount: 9 }, key()), money],
    ['terminate', () => api.delete(`/cards/${card}`, key()), money],
  ]
  for (const [name, step, tables] of steps) {
    const answer = await step()
    assert.ok(answer.status < 300)
    id ||= answer.body.transaction.id
    const commits = new Map<string, string>()
    for (const table of tables)
      commits.set(table, (await owner.unsafe(`select max(xmin::text::bigint)::text as xmin from ${table}`))[0]!.xmin)
    assert.equal(new Set(commits.values()).size, 1, `${name}: ${JSON.stringify([...commits])}`)
  }
})

test('a replay inside a batch answers as the first time, and the rest of the batch is as if it were not there', async (scene) => {
  const { service } = scene
  const api = await service.fundedWorkspace(500)
  const [first, second] = [await newCard(api, 100), await newCard(api, 100)]
  const [used, spent] = [key(), key()]
  const original = await authorize(api, first, 10, used)
  ok(await authorize(api, second, 1, spent), 201)
  const answers = await inOneBatch(scene, [
    () => authorize(api, first, 20, key()),
    () => authorize(api, first, 10, used),
    () => authorize(api, second, 30),
    () => authorize(api, first, 40, spent),
    () => authorize(api, first, 5),
  ])
  assert.deepEqual(
    answers.map((answer) => answer.status),
    [201, 201, 201, 400, 201],
  )
  assert.equal(answers[1]!.headers.get('idempotent-replayed'), 'true')
  assert.deepEqual(answers[1]!.body, original.body)
  assert.equal(answers[3]!.body.error, 'idempotency_key_reused')
  assert.equal((await commitsOf(scene, [answers[0]!, answers[2]!, answers[4]!])).size, 1, 'one batch')
  assert.deepEqual([answers[0]!.body.transaction.balance_after, answers[4]!.body.transaction.balance_after], [70, 65])
  const [one, two] = [await summaryOf(api, first), await summaryOf(api, second)]
  assert.deepEqual([one.balance, one.held, one.transaction_count, two.balance], [65, 35, 3, 69])
  await service.audit()
})

test('an item that PostgreSQL refuses fails alone', async (scene) => {
  const { service, owner } = scene
  const api = await service.fundedWorkspace(500)
  const [first, second] = [await newCard(api, 100), await newCard(api, 100)]
  await owner.unsafe(
    'alter table transactions add constraint refused_for_a_test_ck check (amount_cents <> -1313) not valid',
  )
  const bad = key()
  const answers = await inOneBatch(scene, [
    () => authorize(api, first, 10, key()),
    () => authorize(api, second, 11),
    () => authorize(api, first, 13.13, bad),
    () => authorize(api, first, 12),
    () => authorize(api, second, 13, key()),
  ])
  await owner.unsafe('alter table transactions drop constraint refused_for_a_test_ck')
  assert.deepEqual(
    answers.map((answer) => answer.status),
    [201, 201, 500, 201, 201],
  )
  assert.equal(answers[2]!.body.error, 'internal_error')
  const others = answers.filter((_, index) => index !== 2)
  assert.ok(others.every((answer) => answer.body.approved))
  assert.deepEqual(
    others.map((answer) => answer.body.transaction.balance_after),
    [90, 89, 78, 76],
  )
  assert.equal((await commitsOf(scene, others)).size, 4, 'each ran alone')
  assert.deepEqual([(await summaryOf(api, first)).balance, (await summaryOf(api, second)).balance], [78, 76])
  // A 5xx is not kept: the same key may be tried again, and now succeeds, once.
  assert.equal(ok(await authorize(api, first, 13.13, bad), 201).transaction.balance_after, 64.87)
  assert.equal((await authorize(api, first, 13.13, bad)).headers.get('idempotent-replayed'), 'true')
  assert.equal((await summaryOf(api, first)).held, 35.13)
  await service.audit()
})

test('an auto-freeze by one item declines the next of the same batch', async (scene) => {
  const { service, owner } = scene
  const api = await service.fundedWorkspace(500)
  const card = await newCard(api, 100, { auto_freeze_at: 50 })
  const other = await newCard(api, 100)
  const answers = await inOneBatch(scene, [
    () => authorize(api, card, 50),
    () => authorize(api, card, 0.01),
    () => authorize(api, other, 60),
    () => authorize(api, card, 0.02),
  ])
  assert.deepEqual(
    answers.map((answer) => answer.body.decline_reason),
    [null, null, null, 'card_frozen'],
  )
  assert.equal((await commitsOf(scene, answers)).size, 1, 'one batch')
  const summary = await summaryOf(api, card)
  assert.deepEqual(
    [summary.status, summary.balance, summary.held, summary.transaction_count],
    ['frozen', 49.99, 50.01, 3],
  )
  const { id } = await booksOf(owner, card)
  const events = await owner`select data, subject_id from events where workspace_id = ${id} order by sequence`
  const frozen = events.findIndex((event) => event.data?.includes('"auto_freeze"'))
  assert.equal(
    events[frozen - 1]!.subject_id,
    parseId('transaction', answers[1]!.body.transaction.id)!.uuid,
    'the freeze follows its cause',
  )
  await service.audit()
})

test('a decision later than 1.5 seconds is no decision: 503, and nothing was written', async ({ service, owner }) => {
  const api = await service.fundedWorkspace(500)
  const [locked, free] = [await newCard(api, 100), await newCard(api, 100)]
  const headers = key()
  const before = await booksOf(owner, locked)
  const lock = await lockCardRow(owner, locked)
  const started = performance.now()
  const late = authorize(api, locked, 10, headers)
  await until('the lane waits', async () => (await waitingFor(owner, lock.pid)).length === 1)
  await until('the deadline has passed', () => performance.now() - started > 1_900)
  await lock.release()
  const answer = await late
  assert.deepEqual([answer.status, answer.body.error], [503, 'service_unavailable'])
  assert.ok(answer.headers.get('retry-after'))
  assert.deepEqual(await booksOf(owner, locked), before)
  assert.deepEqual(await allTransactions(api), [])
  assert.equal((await summaryOf(api, locked)).transaction_count, 0)
  // The key was not used up: the retry is decided, and only once.
  assert.equal(ok(await authorize(api, locked, 10, headers), 201).approved, true)
  assert.equal((await authorize(api, locked, 10, headers)).headers.get('idempotent-replayed'), 'true')
  assert.equal(ok(await authorize(api, free, 10), 201).approved, true)
  assert.equal((await summaryOf(api, locked)).held, 10)
  await service.audit()
})

/** Ends the lane's connection while its batch waits for a lock, and retries what was not answered well. */
async function loseConnection(scene: Scene, lockOf: typeof lockCardRow, cards: number): Promise<void> {
  const { service, owner } = scene
  const api = await service.fundedWorkspace(500)
  const ids: string[] = []
  for (let n = 0; n < cards; n++) ids.push(await newCard(api, 10))
  const before = await booksOf(owner, ids[0]!)
  const lock = await lockOf(owner, ids[0]!)
  const requests = ids.map((card) => ({ card, headers: key() }))
  const sent = Promise.all(requests.map(({ card, headers }) => authorize(api, card, 2, headers)))
  await until(
    'the lane waits',
    async () => scene.submitted >= cards && (await waitingFor(owner, lock.pid)).length === 1,
  )
  const [pid] = await waitingFor(owner, lock.pid)
  await owner`select pg_terminate_backend(${pid!})`
  await until(
    'the backend is gone',
    async () => (await owner`select 1 from pg_stat_activity where pid = ${pid!}`).length === 0,
  )
  await lock.release()
  const answers = await sent
  for (const answer of answers) assert.ok(answer.status === 201 || answer.status === 503, JSON.stringify(answer.body))
  const lost = requests.filter((_, index) => answers[index]!.status === 503)
  assert.ok(lost.length > 0, 'the batch in flight answers 503')
  // Nothing of the lost batch may surface on another connection.
  const known = new Set((await allTransactions(api)).map((transaction) => transaction.card_id))
  for (const { card } of lost) assert.ok(!known.has(card), 'a batch that was lost before its commit left nothing')
  const keys = await owner`select count(*)::integer as count from idempotency_keys`
  assert.equal(keys[0]!.count, cards - lost.length, 'nor a stored answer')
  if (lost.length === cards) assert.deepEqual(await booksOf(owner, ids[0]!), before)
  await service.audit()
  // The service recovers by itself; the same keys end in exactly one effect.
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
      'an answered approval exists',
    )
    const summary = await summaryOf(api, card)
    assert.deepEqual([summary.balance, summary.held, summary.transaction_count], [8, 2, 1])
  }
  assertConserved(await booksOf(owner, ids[0]!))
  await service.audit()
}

// The first batch on a new connection sends its statements one by one, since the driver describes each before it binds
// it; a later one sends them in one flush. A connection can be lost in either.
const places = [
  ['while it locks the cards', lockCardRow],
  ['while it writes', lockWorkspaceRow],
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
  await until('all are at the engine', () => scene.submitted === 201)
  const writing = await lockWorkspaceRow(owner, card)
  letGo(scene)
  await until('the lane writes', async () => (await waitingFor(owner, writing.pid)).length > 0)
  for (const pid of await waitingFor(owner, writing.pid)) await owner`select pg_terminate_backend(${pid})`
  await writing.release()
  const answers = [await first, ...(await sent)]
  const approved = answers.filter(({ status, body }) => status === 201 && body.approved)
  assert.ok(answers.every(({ status }) => status === 201 || status === 503))
  assert.equal(
    (await allTransactions(api)).length,
    listed.length + approved.length,
    'what is listed is what was answered',
  )
  const after = await booksOf(owner, card)
  assert.equal(after.event_sequence - before.event_sequence, BigInt(approved.length))
  assertConserved(after)
  await service.audit()
})

test('a lane whose idle connection was ended uses another', async ({ service, owner }) => {
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
    await until('every connection is well', async () =>
      (await Promise.all(Array.from({ length: 40 }, () => api.get(`/cards/${card}`)))).every(
        (read) => read.status === 200,
      ),
    )
  }
  await service.audit()
})

for (const warm of [false, true]) {
  test(`a write that loses its connection while it waits answers 503, and its retry ends in exactly one effect (${warm ? 'warm' : 'new'} connection)`, async ({
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
      await until('the write waits', async () => (await waitingFor(owner, lock.pid)).length === 1)
      await owner`select pg_terminate_backend(${(await waitingFor(owner, lock.pid))[0]!})`
      const answer = await sent
      await lock.release()
      assert.deepEqual([answer.status, answer.body.error], [503, 'service_unavailable'])
      assert.equal((await summaryOf(api, card)).balance, start + 5 * (round - 1))
      assert.equal(ok(await fund(headers)).new_balance, start + 5 * round)
      assert.equal((await fund(headers)).headers.get('idempotent-replayed'), 'true')
      // Every connection of the pool still works.
      const reads = await Promise.all(Array.from({ length: 40 }, () => api.get(`/cards/${card}`)))
      assert.ok(reads.every((read) => read.body.balance === start + 5 * round))
    }
    await service.audit()
  })
}
