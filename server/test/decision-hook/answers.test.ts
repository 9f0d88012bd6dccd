// The outcome of an authorization for every response that a customer's server may give, and for no response.

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

test('an approval or a decline within the timeout decides the authorization', async () => {
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

test('a response after 1.9 seconds counts within a timeout of 2 seconds', async () => {
  const scene = await openHookScene(service, { timeout_ms: 2000 })
  scene.customer.respond = says({ approved: true }, { afterSeconds: 1.9 })
  // Only a tenth of a second is left. On a busy machine a response may be late, and is then reported as a timeout.
  for (let n = 0; n < 8; n++) {
    const answer = await scene.ask(10)
    if (answer.approved) return assert.deepEqual(told(answer), approved)
    assert.deepEqual(told(answer), failed('timeout'))
    scene.customer.respond = says({ approved: true }, { afterSeconds: 1.9 })
  }
  assert.fail('no response after 1.9 s was in time')
})

test('a response after the timeout is ignored, and the fallback decides the authorization', async () => {
  const scene = await openHookScene(service, { timeout_ms: 2000 })
  const answered = Promise.withResolvers<void>()
  scene.customer.respond = async (response, question) => {
    response.on('close', () => answered.resolve())
    await says({ approved: true }, { afterSeconds: 3 })(response, question)
  }
  const answer = await scene.ask(10)
  assert.deepEqual(told(answer), failed('timeout'))
  assert.ok(answer.transaction.decision.duration_ms >= 1990, `${answer.transaction.decision.duration_ms} ms`)
  await answered.promise
  assert.equal((await scene.summary()).held, 0)
  const [attempt] = await attemptsOf(scene)
  assert.deepEqual(
    [attempt!.outcome, attempt!.fallback, attempt!.response_status, attempt!.error],
    ['timeout', 'decline', null, 'timed out after 2 s'],
  )
})

test('with on_timeout approve, an authorization without a response is approved', async () => {
  const scene = await openHookScene(service, { timeout_ms: 200, on_timeout: 'approve' })
  scene.customer.respond = () => {}
  const answer = await scene.ask(10)
  assert.deepEqual(told(answer), { approved: true, reason: null, outcome: 'timeout', fallback: 'approve' })
  assert.equal((await scene.summary()).held, 10)
})

const errors: [string, Parameters<typeof says>, RegExp][] = [
  ['a 403', ['no', { status: 403 }], /^answered with status 403$/],
  ['a 500', [{ approved: true }, { status: 500 }], /^answered with status 500$/],
  ['a 201', [{ approved: true }, { status: 201 }], /^answered with status 201$/],
  ['a 204 without a body', ['', { status: 204 }], /^answered with status 204$/],
  ['a body that is not JSON', ['<html>hello</html>'], /no JSON object/],
  ['an empty body', [''], /no JSON object/],
  ['a list', [[true]], /no JSON object/],
  ['the word true', ['true'], /no JSON object/],
  ['an object without approved', [{}], /approved/],
  ['approved as a string', [{ approved: 'true' }], /approved/],
  ['a reason that is too long', [{ approved: true, reason: 'x'.repeat(101) }], /reason/],
  ['nested metadata', [{ approved: true, metadata: { a: { b: 1 } } }], /metadata/],
  ['an amount as a string', [{ approved: true, amount: '5' }], /amount/],
  ['an amount of zero', [{ approved: true, amount: 0 }], /amount/],
  ['fractions of a cent', [{ approved: true, amount: 1.005 }], /amount/],
  ['more than the requested amount', [{ approved: true, amount: 10.01 }], /more than/],
  ['a partial amount that was not requested', [{ approved: true, amount: 9.99 }], /part was not asked for/],
  ['a response of 100 KB', ['x'.repeat(100_000)], /response too large/],
]

test('an invalid response is an error, and the fallback decides the authorization', async () => {
  const scene = await openHookScene(service)
  for (const [what, answer, why] of errors) {
    // The hook is set again each time, because it would be paused after ten failures.
    done(await scene.api.put('/decision-hook', { url: scene.customer.url }), 200)
    scene.customer.respond = says(...answer)
    assert.deepEqual(told(await scene.ask(10)), failed('error'), what)
    const [attempt] = await attemptsOf(scene)
    assert.match(attempt!.error, why, what)
    assert.equal(attempt!.response_status, answer[1]?.status ?? 200, what)
  }
  assert.equal((await scene.summary()).held, 0)
})

test('a redirect of the decision hook is an error and is not followed', async () => {
  const scene = await openHookScene(service)
  const other = await startCustomer()
  for (const status of [301, 302, 303, 307, 308]) {
    scene.customer.respond = says({ approved: true }, { status, headers: { location: other.url } })
    assert.deepEqual(told(await scene.ask(10)), failed('error'))
  }
  assert.equal(other.questions.length, 0)
})

test('a connection that breaks before or during the response is an error', async () => {
  const scene = await openHookScene(service)
  scene.customer.respond = (response) => response.socket!.destroy()
  assert.deepEqual(told(await scene.ask(10)), failed('error'))
  scene.customer.respond = (response) => {
    response.writeHead(200, { 'content-length': 100 })
    response.write('{"approved": true', () => response.socket!.destroy())
  }
  assert.deepEqual(told(await scene.ask(10)), failed('error'))
  assert.equal(scene.customer.questions.length, 2, 'a question that may have been received is not sent again')
})

test('an unreachable decision hook is an error', async () => {
  const scene = await openHookScene(service)
  await scene.customer.stop()
  assert.deepEqual(told(await scene.ask(10)), failed('error'))
  const [attempt] = await attemptsOf(scene)
  assert.deepEqual([attempt!.error, attempt!.response_status], ['connection refused', null])
})

test('a decision hook whose address has become private is not called', async () => {
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

test('a response with approved false declines, even if the rest of it is invalid', async () => {
  const scene = await openHookScene(service, { on_timeout: 'approve' })
  scene.customer.respond = says({ approved: false, reason: 'x'.repeat(150), amount: -1, metadata: { a: {} } })
  const answer = await scene.ask(10)
  assert.deepEqual(told(answer), declined)
  assert.deepEqual(answer.transaction.decline_detail, { reason: 'x'.repeat(100) })
  assert.equal(answer.transaction.decision.metadata, null)
})

test('the hook can approve a partial amount if one was requested, at most the balance of the card', async () => {
  const scene = await openHookScene(service)
  scene.customer.respond = says({ approved: true, amount: 30 })
  assert.equal((await scene.ask(50, { partial: true })).transaction.amount, -30)
  scene.customer.respond = says({ approved: true, amount: 80 })
  assert.equal(
    (await scene.ask(80, { partial: true })).transaction.amount,
    -70,
    'the card has 100, of which 30 are held',
  )
  assert.equal((await scene.summary()).held, 100)
  await service.audit()
})

test('metadata of the response is shown with the decision on the transaction and in its event', async () => {
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
