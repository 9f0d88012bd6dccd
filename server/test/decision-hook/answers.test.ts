// The outcome of an authorization for every answer that a customer's server may give, or when it does not answer.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { asOwner, done, type Json, workspaceOf } from '../sandbox/scene.ts'
import { attemptsOf, openHookScene, says, startCustomer, startHookService } from './scene.ts'

const service = await startHookService()

type Told = {
  approved: boolean
  reason: string | null
  outcome: string | undefined
  fallback: string | null | undefined
}

const told = ({ approved, decline_reason, transaction }: Json): Told => ({
  approved,
  reason: decline_reason,
  outcome: transaction.decision?.outcome,
  fallback: transaction.decision?.fallback,
})

const approved: Told = { approved: true, reason: null, outcome: 'approved', fallback: null }
const declined: Told = { approved: false, reason: 'hook_declined', outcome: 'declined', fallback: null }
const failed = (outcome: string): Told => ({
  approved: false,
  reason: 'hook_unavailable',
  outcome,
  fallback: 'decline',
})

test('an answer after 0 and 1 second counts, a no as well as a yes', async () => {
  const scene = await openHookScene(service, { timeout_ms: 2000 })
  for (const afterSeconds of [0, 1]) {
    scene.customer.respond = says({ approved: true }, { afterSeconds })
    assert.deepEqual(told(await scene.ask(10)), approved)
    scene.customer.respond = says({ approved: false, reason: 'not today' }, { afterSeconds })
    const answer = await scene.ask(10)
    assert.deepEqual(told(answer), declined)
    assert.deepEqual(answer.transaction.decline_detail, { reason: 'not today' })
  }
  assert.equal((await scene.summary()).held, 20)
})

test('an answer after 1.9 seconds counts within 2 seconds', async () => {
  const scene = await openHookScene(service, { timeout_ms: 2000 })
  scene.customer.respond = says({ approved: true }, { afterSeconds: 1.9 })
  // A tenth of a second is left: on a busy machine an answer may be late, and then it is told as late.
  for (let n = 0; n < 8; n++) {
    const answer = await scene.ask(10)
    if (answer.approved) return assert.deepEqual(told(answer), approved)
    assert.deepEqual(told(answer), failed('timeout'))
    scene.customer.respond = says({ approved: true }, { afterSeconds: 1.9 })
  }
  assert.fail('no answer after 1.9 s was in time')
})

test('an answer after 3 seconds is too late: the fallback has decided, and it changes nothing any more', async () => {
  const scene = await openHookScene(service, { timeout_ms: 2000 })
  const answered = Promise.withResolvers<void>()
  scene.customer.respond = async (response, question) => {
    response.on('close', () => answered.resolve())
    await says({ approved: true }, { afterSeconds: 3 })(response, question)
  }
  const answer = await scene.ask(10)
  assert.deepEqual(told(answer), failed('timeout'))
  assert.ok(answer.transaction.decision.duration_ms >= 1990)
  await answered.promise
  assert.equal((await scene.summary()).held, 0)
  const [attempt] = await attemptsOf(scene)
  assert.deepEqual(
    [attempt!.outcome, attempt!.fallback, attempt!.response_status, attempt!.error],
    ['timeout', 'decline', null, 'timed out after 2 s'],
  )
})

test('where the customer prefers it, no answer approves', async () => {
  const scene = await openHookScene(service, { timeout_ms: 200, on_timeout: 'approve' })
  scene.customer.respond = () => {}
  const answer = await scene.ask(10)
  assert.deepEqual(told(answer), { approved: true, reason: null, outcome: 'timeout', fallback: 'approve' })
  assert.equal((await scene.summary()).held, 10)
})

const errors: [string, Parameters<typeof says>, RegExp][] = [
  ['a refusal', ['no', { status: 403 }], /^answered with status 403$/],
  ['an error', [{ approved: true }, { status: 500 }], /^answered with status 500$/],
  ['another success', [{ approved: true }, { status: 201 }], /^answered with status 201$/],
  ['nothing', ['', { status: 204 }], /^answered with status 204$/],
  ['garbage', ['<html>hello</html>'], /no JSON object/],
  ['an empty body', [''], /no JSON object/],
  ['a list', [[true]], /no JSON object/],
  ['the word true', ['true'], /no JSON object/],
  ['an object without an answer', [{}], /approved/],
  ['a yes in words', [{ approved: 'true' }], /approved/],
  ['a reason that is too long', [{ approved: true, reason: 'x'.repeat(101) }], /reason/],
  ['metadata in depth', [{ approved: true, metadata: { a: { b: 1 } } }], /metadata/],
  ['an amount in words', [{ approved: true, amount: '5' }], /amount/],
  ['no amount', [{ approved: true, amount: 0 }], /amount/],
  ['fractions of a cent', [{ approved: true, amount: 1.005 }], /amount/],
  ['more than was asked for', [{ approved: true, amount: 10.01 }], /more than/],
  ['a part that was not asked for', [{ approved: true, amount: 9.99 }], /part was not asked for/],
  ['a huge answer', ['x'.repeat(100_000)], /response too large/],
]

test('anything but a valid answer is an error, and takes the fallback', async () => {
  const scene = await openHookScene(service)
  for (const [what, answer, why] of errors) {
    // Set anew each time: the hook would be left alone after ten failures.
    done(await scene.api.put('/decision-hook', { url: scene.customer.url }), 200)
    scene.customer.respond = says(...answer)
    assert.deepEqual(told(await scene.ask(10)), failed('error'), what)
    const [attempt] = await attemptsOf(scene)
    assert.match(attempt!.error, why, what)
    assert.equal(attempt!.response_status, answer[1]?.status ?? 200, what)
  }
  assert.equal((await scene.summary()).held, 0)
})

test('a redirect is an error and is not followed', async () => {
  const scene = await openHookScene(service)
  const other = await startCustomer()
  for (const status of [301, 302, 303, 307, 308]) {
    scene.customer.respond = says({ approved: true }, { status, headers: { location: other.url } })
    assert.deepEqual(told(await scene.ask(10)), failed('error'))
  }
  assert.equal(other.questions.length, 0)
})

test('a connection that dies is an error, before and within the answer', async () => {
  const scene = await openHookScene(service)
  scene.customer.respond = (response) => response.socket!.destroy()
  assert.deepEqual(told(await scene.ask(10)), failed('error'))
  scene.customer.respond = (response) => {
    response.writeHead(200, { 'content-length': 100 })
    response.write('{"approved": true', () => response.socket!.destroy())
  }
  assert.deepEqual(told(await scene.ask(10)), failed('error'))
  assert.equal(scene.customer.questions.length, 2, 'what may have been heard is not asked again')
})

test('a server that is away is tried twice within the time, then it is an error', async () => {
  const scene = await openHookScene(service)
  await scene.customer.stop()
  assert.deepEqual(told(await scene.ask(10)), failed('error'))
  const [attempt] = await attemptsOf(scene)
  assert.deepEqual([attempt!.error, attempt!.response_status], ['connection refused', null])
})

test('an address that has become private is not asked', async () => {
  const scene = await openHookScene(service)
  const { bucket, id } = await workspaceOf(service, scene.api)
  for (const url of ['https://10.0.0.1/decide', 'https://169.254.169.254/', 'http://127.0.0.2:1/']) {
    await asOwner(service, async (sql) => {
      await sql`update decision_hooks set url = ${url} where bucket = ${bucket} and workspace_id = ${id}`
      await sql`update workspaces set decision_hook_version = decision_hook_version + 1 where bucket = ${bucket} and id = ${id}`
    })
    assert.deepEqual(told(await scene.ask(10)), failed('error'))
    assert.match((await attemptsOf(scene))[0]!.error, /URL refused|address is not public/)
  }
})

test('a clear no stays a no, whatever else is wrong with it', async () => {
  const scene = await openHookScene(service, { on_timeout: 'approve' })
  scene.customer.respond = says({ approved: false, reason: 'x'.repeat(150), amount: -1, metadata: { a: {} } })
  const answer = await scene.ask(10)
  assert.deepEqual(told(answer), declined)
  assert.deepEqual(answer.transaction.decline_detail, { reason: 'x'.repeat(100) })
  assert.equal(answer.transaction.decision.metadata, null)
})

test('a part is approved where a part was asked for, at most what the card has', async () => {
  const scene = await openHookScene(service)
  scene.customer.respond = says({ approved: true, amount: 30 })
  assert.equal((await scene.ask(50, { partial: true })).transaction.amount, -30)
  scene.customer.respond = says({ approved: true, amount: 80 })
  assert.equal((await scene.ask(80, { partial: true })).transaction.amount, -70, 'of 100, 30 are held')
  assert.equal((await scene.summary()).held, 100)
  await service.audit()
})

test('metadata of the answer is kept and shown with the decision, on the transaction and in its event', async () => {
  const scene = await openHookScene(service)
  const metadata = { score: 12, team: 'growth', known: true }
  scene.customer.respond = says({ approved: true, metadata })
  const transaction = await scene.hold(10)
  assert.deepEqual(transaction.decision, {
    id: scene.customer.questions[0]!.body.id,
    hook_id: scene.hook.id,
    outcome: 'approved',
    fallback: null,
    duration_ms: transaction.decision.duration_ms,
    metadata,
  })
  assert.deepEqual((await scene.full(transaction)).decision, transaction.decision)
  scene.customer.respond = says({ approved: false })
  const refused = (await scene.ask(10)).transaction
  const { data } = done(await scene.api.get('/events?per_page=10'), 200)
  const decisionOf = (type: string) => data.find((event: Json) => event.type === type).data.decision
  assert.deepEqual(decisionOf('transaction.authorized'), transaction.decision)
  assert.deepEqual(decisionOf('transaction.declined'), refused.decision)
})
