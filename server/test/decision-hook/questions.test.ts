// Which hook is called, for which authorizations and how often, and the content of the question.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Webhook } from 'standardwebhooks'
import { startTestService } from '../harness.ts'
import { ads, done, type Json, newCard } from '../sandbox/scene.ts'
import { until } from '../until.ts'
import { attemptsOf, openHookScene, says, startCustomer, startHookService } from './scene.ts'

const service = await startHookService()
const merchant = { ...ads, id: '445566778899001', city: 'Austin' }

test('the question has the documented fields and no card number, CVV or passcode', async () => {
  const scene = await openHookScene(service, { timeout_ms: 900 })
  const before = Date.now()
  await scene.hold(12.5, { merchant })
  const { body, text } = scene.customer.questions[0]!
  const { card, expires_at, ...data } = body.data
  assert.match(body.id, /^dec_/)
  assert.deepEqual([body.type, body.environment, body.test], ['authorization.request', 'sandbox', undefined])
  assert.equal(Date.parse(expires_at) - Date.parse(body.created_at), 900)
  assert.ok(Date.parse(body.created_at) >= before, `created at ${body.created_at}`)
  assert.deepEqual(data, {
    amount: 12.5,
    currency: 'USD',
    merchant: { ...merchant, category: 'advertising' },
    partial: false,
    three_ds_status: 'not_required',
    authorization_id: null,
  })
  assert.deepEqual([card.id, card.balance, card.held], [scene.card, 100, 0])
  const { pan, cvv } = done(await scene.api.get(`/cards/${scene.card}/details`), 200)
  assert.ok(!text.includes(pan) && !text.includes(`"${cvv}"`), text)
})

test('times in a question are real time in a sandbox whose clock was moved', async () => {
  const scene = await openHookScene(service)
  await scene.advance(86_400)
  await scene.hold(1)
  const { created_at } = scene.customer.questions[0]!.body
  assert.ok(Math.abs(Date.parse(created_at) - Date.now()) < 60_000, `created at ${created_at}`)
  const [attempt] = await attemptsOf(scene)
  assert.ok(Date.parse(attempt!.created_at) > Date.now() + 80_000_000, 'the list of attempts must be in workspace time')
})

test('a question is signed like a webhook, with both secrets during a rotation', async () => {
  const scene = await openHookScene(service)
  const { secret: next } = done(await scene.api.post('/decision-hook/rotate-secret'), 200)
  await scene.hold(1)
  const { headers, text } = scene.customer.questions[0]!
  for (const secret of [scene.hook.secret, next]) new Webhook(secret).verify(text, headers as Record<string, string>)
  assert.throws(() => new Webhook(next).verify(`${text} `, headers as Record<string, string>))
  assert.equal(headers['x-webhook-event'], 'authorization.request')
  assert.equal(headers['x-webhook-id'], headers['webhook-id'])
  assert.ok(headers['x-webhook-signature-previous'], 'the signature of the previous secret is missing')
})

test('the hook is called only for authorizations that pass all other checks', async () => {
  const scene = await openHookScene(service)
  assert.equal(await scene.reason(100.01), 'insufficient_funds')
  done(await scene.api.patch(`/cards/${scene.card}`, { spending_limit: 50 }), 200)
  assert.equal(await scene.reason(60), 'spending_limit_exceeded')
  done(await scene.api.patch(`/cards/${scene.card}`, { controls: { limits: [{ window: 'day', count: 1 }] } }), 200)
  await scene.hold(1)
  assert.equal(await scene.reason(1), 'limit_exceeded')
  done(await scene.api.post(`/cards/${scene.card}/freeze`), 200)
  const { decline_reason, transaction } = await scene.ask(1)
  assert.deepEqual([decline_reason, transaction.decision], ['card_frozen', null])
  assert.equal(scene.customer.questions.length, 1)
})

test('a declining rule is checked before the hook, and a transaction shows the results of both', async () => {
  const scene = await openHookScene(service)
  const when = [{ attribute: 'amount', op: 'above', value: 5 }]
  const rule = done(await scene.api.post('/rules', { name: 'small', action: 'decline', state: 'active', when }), 201)
  const result = (matched: boolean, explanation: string) => [
    { rule_id: rule.id, version: 1, mode: 'active', matched, explanation },
  ]
  const declined = await scene.full((await scene.ask(6)).transaction)
  assert.deepEqual(
    [declined.decline_reason, declined.decision, declined.rule_results],
    ['rule_declined', null, result(true, 'amount 6.00 is above 5.00')],
  )
  assert.equal(scene.customer.questions.length, 0)
  const approved = await scene.full(await scene.hold(4))
  scene.customer.respond = says({ approved: false, reason: 'no' })
  const refused = await scene.full((await scene.ask(4)).transaction)
  const passed = result(false, 'amount 4.00 is not above 5.00')
  assert.deepEqual([approved.decision.outcome, approved.rule_results], ['approved', passed])
  assert.deepEqual([refused.decline_reason, refused.decision.outcome], ['hook_declined', 'declined'])
  assert.deepEqual(refused.rule_results, passed)
  assert.equal(scene.customer.questions.length, 2)
  const events: Json[] = done(await scene.api.get('/events?per_page=3&order=desc'), 200).data
  assert.deepEqual(
    events.map(({ data }) => [data.decision?.outcome, data.rule_results[0].matched]),
    [
      ['declined', false],
      ['approved', false],
      [undefined, true],
    ],
  )
})

test('the hook is not called for other cards or while it is not active', async () => {
  const scene = await openHookScene(service)
  const other = await newCard(scene.api)
  const { url } = scene.customer
  done(await scene.api.put('/decision-hook', { url, card_ids: [other.id] }), 200)
  await scene.hold(1)
  assert.equal(scene.customer.questions.length, 0)
  await scene.hold(1, { card_id: other.id })
  assert.equal(scene.customer.questions.length, 1)
  done(await scene.api.put('/decision-hook', { url, active: false }), 200)
  await scene.hold(1, { card_id: other.id })
  assert.equal(scene.customer.questions.length, 1)
})

test('the question about an increment names its authorization', async () => {
  const scene = await openHookScene(service)
  const transaction = await scene.hold(10)
  const grown = done(await scene.on(transaction, 'increment', { amount: 5 }), 201)
  assert.deepEqual([grown.approved, grown.transaction.decision.outcome], [true, 'approved'])
  assert.equal(scene.customer.questions[1]!.body.data.authorization_id, transaction.id)
  scene.customer.respond = says({ approved: false, reason: 'enough' })
  const refused = done(await scene.on(transaction, 'increment', { amount: 5 }), 201)
  assert.deepEqual([refused.approved, refused.decline_reason], [false, 'hook_declined'])
  assert.deepEqual(refused.transaction.decline_detail, { reason: 'enough' })
  assert.equal((await scene.full(transaction)).held_amount, 15)
  await service.audit()
})

const keyed = { 'X-Idempotency-Key': 'once' }

test('a repeated request returns the stored response without calling the hook again', async () => {
  const scene = await openHookScene(service)
  const request = { card_id: scene.card, amount: 10, merchant: ads }
  const first = await scene.api.post('/sandbox/authorizations', request, keyed)
  scene.customer.respond = says({ approved: false })
  const again = await scene.api.post('/sandbox/authorizations', request, keyed)
  assert.deepEqual(again.body, first.body)
  assert.equal(scene.customer.questions.length, 1)
  assert.equal((await scene.summary()).held, 10)
})

test('two processes with the same concurrent request ask under one id and decide once', async () => {
  const scene = await openHookScene(service, { timeout_ms: 2000 })
  const second = await startTestService(
    { WEBHOOK_ALLOW_LOOPBACK: 'true', DEPOSIT_FEE_BPS: '0' },
    { on: service.connection },
  )
  const both = Promise.withResolvers<void>()
  scene.customer.respond = async (response, question) => {
    if (scene.customer.questions.length === 2) both.resolve()
    await both.promise
    await says({ approved: true })(response, question)
  }
  const request = { card_id: scene.card, amount: 10, merchant: ads }
  const answers = await Promise.all(
    [scene.api, second.api(scene.api.key)].map((api) => api.post('/sandbox/authorizations', request, keyed)),
  )
  assert.deepEqual(answers[1]!.body, answers[0]!.body)
  assert.equal(new Set(scene.customer.questions.map(({ body }) => body.id)).size, 1)
  assert.equal((await scene.summary()).held, 10)
})

test('a change of the hook in one process applies to the next authorization in another', async () => {
  const scene = await openHookScene(service)
  const second = await startTestService(
    { WEBHOOK_ALLOW_LOOPBACK: 'true', DEPOSIT_FEE_BPS: '0' },
    { on: service.connection },
  )
  const elsewhere = second.api(scene.api.key)
  await scene.hold(1)
  for (let n = 1; n <= 5; n++) {
    const customer = await startCustomer(says({ approved: n % 2 === 0 }))
    done(await elsewhere.put('/decision-hook', { url: customer.url }), 200)
    assert.equal((await scene.ask(1)).approved, n % 2 === 0)
    assert.equal(customer.questions.length, 1)
  }
  done(await elsewhere.delete('/decision-hook'), 200)
  assert.equal((await scene.ask(1)).transaction.decision, null)
})

test('ten failures in a row pause the hook in every process until it is set again', async () => {
  const scene = await openHookScene(service)
  const second = await startTestService(
    { WEBHOOK_ALLOW_LOOPBACK: 'true', DEPOSIT_FEE_BPS: '0' },
    { on: service.connection },
  )
  const ask = async (api = scene.api): Promise<Json> => {
    const request = { card_id: scene.card, amount: 1, merchant: ads }
    return done(await api.post('/sandbox/authorizations', request), 201).transaction.decision
  }
  scene.customer.respond = says('broken', { status: 500 })
  for (let n = 0; n < 9; n++) assert.equal((await ask()).outcome, 'error')
  scene.customer.respond = says({ approved: true })
  assert.equal(
    (await ask()).outcome,
    'approved',
    'nine failures do not pause the hook, and a valid response resets the count',
  )
  scene.customer.respond = says('broken', { status: 500 })
  for (let n = 0; n < 10; n++) assert.equal((await ask()).outcome, 'error')
  const asked = scene.customer.questions.length
  const { outcome, fallback, duration_ms } = await ask()
  assert.deepEqual([outcome, fallback, duration_ms], ['fallback', 'decline', 0])
  const pausedUntil: string = await until(
    'the pause is shown',
    async () => done(await scene.api.get('/decision-hook'), 200).paused_until ?? undefined,
  )
  const left = Date.parse(pausedUntil) - Date.now()
  assert.ok(left > 0 && left <= 30_000, `${left} ms`)
  assert.equal((await ask(second.api(scene.api.key))).outcome, 'fallback')
  assert.equal(scene.customer.questions.length, asked, 'a paused hook is not called')
  const metrics = await (await fetch(`${service.url}/metrics`)).text()
  assert.match(metrics, /cardwright_decision_hook_paused 1\n/)
  assert.match(metrics, /cardwright_decision_hook_seconds_count\{outcome="fallback"\} \d/)
  assert.equal((await attemptsOf(scene, 'outcome=fallback'))[0]!.outcome, 'fallback')

  scene.customer.respond = says({ approved: true })
  done(await scene.api.put('/decision-hook', { url: scene.customer.url }), 200)
  assert.equal((await ask()).outcome, 'approved')
  assert.equal((await ask(second.api(scene.api.key))).outcome, 'approved')
})

test('a test of the hook sends a sample question and returns the response', async () => {
  const scene = await openHookScene(service, { active: false })
  scene.customer.respond = says({ approved: false, reason: 'who is this?' })
  const attempt = done(await scene.api.post('/decision-hook/test'), 200)
  const { body, headers, text } = scene.customer.questions[0]!
  assert.equal(body.test, true)
  new Webhook(scene.hook.secret).verify(text, headers as Record<string, string>)
  assert.deepEqual(
    [attempt.test, attempt.outcome, attempt.response_status, attempt.response_body, attempt.decision_id],
    [true, 'declined', 200, '{"approved":false,"reason":"who is this?"}', body.id],
  )
  assert.deepEqual(await attemptsOf(scene), [attempt])
  assert.equal((await scene.summary()).transaction_count, 0)
})

test('a repeated test of the hook under its key returns the first response in any process', async () => {
  const scene = await openHookScene(service)
  const second = await startTestService(
    { WEBHOOK_ALLOW_LOOPBACK: 'true', DEPOSIT_FEE_BPS: '0' },
    { on: service.connection },
  )
  const first = await scene.api.post('/decision-hook/test', undefined, keyed)
  scene.customer.respond = says({ approved: false })
  const again = await second.api(scene.api.key).post('/decision-hook/test', undefined, keyed)
  assert.deepEqual([again.status, again.body], [200, first.body])
  assert.equal(again.headers.get('idempotent-replayed'), 'true')
  assert.equal(scene.customer.questions.length, 1)
  assert.equal(
    done(await scene.api.post('/decision-hook/test'), 200).outcome,
    'declined',
    'a test without a key calls the hook again',
  )
})

test('attempts can be filtered by card and by outcome', async () => {
  const scene = await openHookScene(service)
  const other = await newCard(scene.api)
  await scene.hold(1)
  await scene.hold(2, { card_id: other.id })
  scene.customer.respond = says({ approved: false })
  await scene.reason(3)
  const amounts = async (query: string) => (await attemptsOf(scene, query)).map(({ amount }) => amount)
  assert.deepEqual(await amounts(''), [3, 2, 1])
  assert.deepEqual(await amounts(`card_id=${scene.card}`), [3, 1])
  assert.deepEqual(await amounts('outcome=approved'), [2, 1])
  assert.deepEqual(await amounts(`card_id=${scene.card}&outcome=declined`), [3])
})
