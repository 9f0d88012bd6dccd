// Special cases inside a batch of authorizations: a replay, an item that PostgreSQL rejects, an auto-freeze between two
// items, and a deadline that passes before the write.

import assert from 'node:assert/strict'
import { parseId } from '../../src/ids.ts'
import type { Answer } from '../harness.ts'
import { until } from '../until.ts'
import { inOneBatch, key, type Scene, test } from './batch-scene.ts'
import { allTransactions, authorize, booksOf, lockCardRow, newCard, ok, shop, summaryOf, waitingFor } from './books.ts'

/** Returns the database transactions that wrote these card transactions. */
async function commitsOf({ owner }: Scene, answers: Answer[]): Promise<Set<string>> {
  const ids = answers.map((answer) => parseId('transaction', answer.body.transaction.id)!.uuid)
  const rows = await owner`select distinct xmin::text from transactions where id = any(${ids}::uuid[])`
  return new Set(rows.map((row) => row.xmin))
}

test('a write, its events, its used challenge and its stored idempotent response are committed together', async ({
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
    assert.ok(answer.status < 300, `${name}: ${answer.status}`)
    id ||= answer.body.transaction.id
    const commits = new Map<string, string>()
    for (const table of tables)
      commits.set(table, (await owner.unsafe(`select max(xmin::text::bigint)::text as xmin from ${table}`))[0]!.xmin)
    assert.equal(new Set(commits.values()).size, 1, `${name}: ${JSON.stringify([...commits])}`)
  }
})

test('a replay inside a batch returns the first response and does not affect the rest of the batch', async (scene) => {
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
  assert.equal(
    (await commitsOf(scene, [answers[0]!, answers[2]!, answers[4]!])).size,
    1,
    'the requests formed one batch',
  )
  assert.deepEqual([answers[0]!.body.transaction.balance_after, answers[4]!.body.transaction.balance_after], [70, 65])
  const [one, two] = [await summaryOf(api, first), await summaryOf(api, second)]
  assert.deepEqual([one.balance, one.held, one.transaction_count, two.balance], [65, 35, 3, 69])
  await service.audit()
})

test('an item of a batch that PostgreSQL rejects fails without the other items', async (scene) => {
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
  assert.ok(
    others.every((answer) => answer.body.approved),
    JSON.stringify(others.map(({ body }) => body)),
  )
  assert.deepEqual(
    others.map((answer) => answer.body.transaction.balance_after),
    [90, 89, 78, 76],
  )
  assert.equal((await commitsOf(scene, others)).size, 4, 'each item ran in a transaction of its own')
  assert.deepEqual([(await summaryOf(api, first)).balance, (await summaryOf(api, second)).balance], [78, 76])
  // A 5xx response is not stored, so the same key can be retried and now succeeds once.
  assert.equal(ok(await authorize(api, first, 13.13, bad), 201).transaction.balance_after, 64.87)
  assert.equal((await authorize(api, first, 13.13, bad)).headers.get('idempotent-replayed'), 'true')
  assert.equal((await summaryOf(api, first)).held, 35.13)
  await service.audit()
})

test('an item that auto-freezes the card declines the next item of the same batch', async (scene) => {
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
  assert.equal((await commitsOf(scene, answers)).size, 1, 'the requests formed one batch')
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
    'the freeze event follows the event that caused it',
  )
  await service.audit()
})

test('an authorization that is not decided within 1.5 seconds returns 503 and writes nothing', async ({
  service,
  owner,
}) => {
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
  assert.ok(answer.headers.get('retry-after'), 'the response has no retry-after header')
  assert.deepEqual(await booksOf(owner, locked), before)
  assert.deepEqual(await allTransactions(api), [])
  assert.equal((await summaryOf(api, locked)).transaction_count, 0)
  // The key was not used up, so the retry is decided, and only once.
  assert.equal(ok(await authorize(api, locked, 10, headers), 201).approved, true)
  assert.equal((await authorize(api, locked, 10, headers)).headers.get('idempotent-replayed'), 'true')
  assert.equal(ok(await authorize(api, free, 10), 201).approved, true)
  assert.equal((await summaryOf(api, locked)).held, 10)
  await service.audit()
})
