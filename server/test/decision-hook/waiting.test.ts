// While the service waits for a response nothing is locked, other requests are not delayed, and changes in the meantime
// count.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import type postgres from 'postgres'
import { asOwner, done, type Json, newCard, workspaceOf } from '../sandbox/scene.ts'
import { until } from '../until.ts'
import { attemptsOf, type HookScene, openHookScene, says, startHookService } from './scene.ts'

const service = await startHookService()

/** Requests an authorization whose question stays open until `answer` is called. */
async function askAndHold(scene: HookScene, amount: number, more: object = {}) {
  const released = Promise.withResolvers<unknown>()
  scene.customer.respond = async (response, question) => says(await released.promise)(response, question)
  const asked = scene.customer.asked()
  const authorization = scene.ask(amount, more as never)
  const question = await asked
  return {
    question,
    answer(body: unknown): Promise<Json> {
      released.resolve(body)
      return authorization
    },
  }
}

const SLOW = { timeout_ms: 2000 }

test('no row is locked, no transaction is open and no connection is in use while the hook is thinking', async () => {
  const scene = await openHookScene(service, SLOW)
  const { bucket, id } = await workspaceOf(service, scene.api)
  const waiting = await askAndHold(scene, 10)
  const sessions = () => Object.values(service.services.database.sessionUse())
  const look = (sql: postgres.Sql<{ bigint: bigint }>) =>
    sql.begin(async (tx) => {
      const others = tx`a.datname = current_database() and a.pid <> pg_backend_pid()`
      // A row lock needs a transaction id, which is itself a lock that is visible to everybody.
      const locks = await tx`
        select l.locktype, l.relation::regclass::text as relation, l.mode from pg_locks l join pg_stat_activity a using (pid)
        where ${others} and l.locktype in ('transactionid', 'tuple', 'relation')`
      const open = await tx`select a.state from pg_stat_activity a where ${others} and a.xact_start is not null`
      const [card] = await tx`select id from cards where bucket = ${bucket} and workspace_id = ${id} for update nowait`
      const [owner] = await tx`select id from workspaces where bucket = ${bucket} and id = ${id} for update nowait`
      assert.ok(card && owner, 'the card and the workspace can be locked')
      return locks.length + open.length
    })
  // Background work uses a connection and its locks for a moment. The question would keep its own until it is decided
  // or timed out, and then it would not be approved.
  await asOwner(service, (sql) =>
    until('nothing is locked, open or in use', async () => {
      return (await look(sql)) === 0 && sessions().every(({ inUse }) => inUse === 0)
    }),
  )
  const { approved } = await waiting.answer({ approved: true })
  assert.equal(approved, true)
})

test('other authorizations on the same card and on other cards are decided while a question is open', async () => {
  const scene = await openHookScene(service, { ...SLOW, card_ids: undefined })
  const other = await newCard(scene.api)
  const first = await askAndHold(scene, 10)
  scene.customer.respond = says({ approved: true })
  assert.equal((await scene.ask(20)).approved, true)
  assert.equal((await scene.ask(30, { card_id: other.id })).approved, true)
  assert.equal((await first.answer({ approved: true })).approved, true)
  assert.equal((await scene.summary()).held, 30)
})

test('a card that is frozen while a question is open declines, and the decision shows the approval', async () => {
  const scene = await openHookScene(service, SLOW)
  const waiting = await askAndHold(scene, 10)
  done(await scene.api.post(`/cards/${scene.card}/freeze`), 200)
  const { decline_reason, transaction } = await waiting.answer({ approved: true })
  assert.deepEqual([decline_reason, transaction.decision.outcome], ['card_frozen', 'approved'])
})

test('money that is spent while a question is open is not spent twice', async () => {
  const scene = await openHookScene(service, SLOW)
  const waiting = await askAndHold(scene, 60)
  scene.customer.respond = says({ approved: true })
  assert.equal((await scene.ask(50)).approved, true)
  const { decline_reason, transaction } = await waiting.answer({ approved: true })
  assert.deepEqual([decline_reason, transaction.decision.outcome], ['insufficient_funds', 'approved'])
  assert.equal((await scene.summary()).held, 50)
  await service.audit()
})

test('a card that is terminated while a question is open declines as terminated', async () => {
  const scene = await openHookScene(service, SLOW)
  const waiting = await askAndHold(scene, 10)
  done(await scene.api.delete(`/cards/${scene.card}`), 200)
  assert.equal((await waiting.answer({ approved: true })).decline_reason, 'card_terminated')
})

test('the response of a hook that is deleted while a question is open still counts', async () => {
  const scene = await openHookScene(service, SLOW)
  const waiting = await askAndHold(scene, 10)
  done(await scene.api.delete('/decision-hook'), 200)
  assert.equal((await waiting.answer({ approved: false })).decline_reason, 'hook_declined')
  const { approved, transaction } = await scene.ask(10)
  assert.deepEqual([approved, transaction.decision], [true, null])
  assert.equal((await attemptsOf(scene)).length, 1, 'the attempt of the deleted hook stays in the list')
})

test('a sandbox reset while a question is open leaves no transaction', async () => {
  const scene = await openHookScene(service, SLOW)
  const asked = scene.customer.asked()
  const released = Promise.withResolvers<void>()
  scene.customer.respond = async (response, question) => {
    await released.promise
    says({ approved: true })(response, question)
  }
  const authorization = scene.call('authorizations', {
    card_id: scene.card,
    amount: 10,
    merchant: { name: 'A', mcc: '7311', country: 'US' },
  })
  await asked
  done(await scene.api.post('/sandbox/reset'), 200)
  released.resolve()
  assert.equal((await authorization).body.error, 'card_not_found')
})

test('a hundred concurrent questions each get their own response', async () => {
  const scene = await openHookScene(service, SLOW)
  done(await scene.api.post(`/cards/${scene.card}/fund`, { amount: 400 }), 200)
  scene.customer.respond = (response, question) =>
    says({ approved: question.body.data.amount !== 2 })(response, question)
  const answers = await Promise.all(Array.from({ length: 100 }, (_, n) => scene.ask(n % 2 ? 1 : 2)))
  assert.deepEqual(
    answers.map(({ approved }) => approved),
    Array.from({ length: 100 }, (_, n) => n % 2 === 1),
  )
  assert.equal((await scene.summary()).held, 50)
  assert.equal(new Set(scene.customer.questions.map(({ body }) => body.id)).size, 100)
  const listed = await until('all attempts are listed', async () => {
    const { pagination } = done(await scene.api.get('/decision-hook/attempts'), 200)
    return pagination.total === 100 && pagination
  })
  assert.equal(listed.total, 100)
  await service.audit()
})
