// Every write of the API, sent under one idempotency key to two processes at the same moment: it happens once, and both
// answers are the same bytes. `RACES=1000` repeats each of them a thousand times. That takes longer than the limit for
// a test file, so set `CARDWRIGHT_TEST_FILE_LIMIT_MS=7200000` too.

import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { hashKey } from '../../src/accounts/api-keys.ts'
import { routes } from '../../src/routes.ts'
import { anotherKey } from '../contract/assertions.ts'
import { type Answer, type Api, apiOf, startTestService } from '../harness.ts'
import { authorize, BIN, newCard, type Owner, ok, ownerOf, shop } from './books.ts'
import { atOnce, test } from './race-scene.ts'
import { secondService } from './second-service.ts'

const RACES = Number(process.env.RACES ?? 4)
/** Races of different accounts run beside each other. */
const LANES = 4
/** Far above what the races take: a request that is never answered must fail its test. */
const TIMEOUT_MS = 60_000 + RACES * 2_000
const env = { WEBHOOK_ALLOW_LOOPBACK: 'true' }
const service = await startTestService(env)
const owner = ownerOf(service)
const second = await secondService(service, env)

/** Makes what the write needs, and tells how it is sent. */
type Prepare = (api: Api) => Promise<(through: Api, headers: Record<string, string>) => Promise<Answer>>

const url = 'http://127.0.0.1:9/'
const posting =
  (path: string, body?: object): Prepare =>
  async () =>
  (through, headers) =>
    through.post(path, body, headers)

/** On a card of 50.00. */
const onCard =
  (send: (card: string) => [path: string, body?: object]): Prepare =>
  async (api) => {
    const [path, body] = send(await newCard(api, 50))
    return (through, headers) => through.post(path, body, headers)
  }

/** On an authorization of 5.00. */
const onAuthorization =
  (action: string, body?: object): Prepare =>
  async (api) => {
    const { transaction } = ok(await authorize(api, await newCard(api, 50), 5), 201)
    return (through, headers) => through.post(`/sandbox/authorizations/${transaction.id}/${action}`, body, headers)
  }

const onDeposit =
  (action: string): Prepare =>
  async (api) => {
    const { id } = ok(await api.post('/sandbox/deposits', { currency: 'usdt', amount_crypto: '50' }), 201)
    return (through, headers) => through.post(`/sandbox/deposits/${id}/${action}`, undefined, headers)
  }

/** On a payment that somebody is asked about. */
const onQuestion =
  (answer: 'approve' | 'decline'): Prepare =>
  async (api) => {
    const asked = { card_id: await newCard(api, 50), merchant: 'Acme', amount: 5, method: 'out_of_band' }
    const { id } = ok(await api.post('/sandbox/3ds', asked), 201)
    return (through, headers) => through.post(`/3ds/${id}/${answer}`, undefined, headers)
  }

const newWebhook = async (api: Api): Promise<string> => ok(await api.post('/webhooks', { url, events: ['*'] }), 201).id

const onWebhook =
  (send: (through: Api, id: string, headers: Record<string, string>) => Promise<Answer>): Prepare =>
  async (api) => {
    const id = await newWebhook(api)
    return (through, headers) => send(through, id, headers)
  }

const newTemplate = { name: 'Ads' }
const newRule = { name: 'Large', action: 'decline', when: [{ attribute: 'amount', op: 'above', value: 200 }] }
const newSpendRequest = { amount: 5, merchant: { name: 'Acme Books' }, reason: 'The manual for the printer.' }
const newHook = { url, on_timeout: 'approve' }

/** On one of these, made by a request of its own. */
const onMade =
  (
    path: string,
    body: object,
    send: (through: Api, id: string, headers: Record<string, string>) => Promise<Answer>,
  ): Prepare =>
  async (api) => {
    const { id } = ok(await api.post(path, body), 201)
    return (through, headers) => send(through, id, headers)
  }

/** A key does not decide on its own. */
const onRequestOfAnother =
  (verb: 'approve' | 'deny'): Prepare =>
  async (api) => {
    const other = await anotherKey(service, api)
    const { id } = ok(await other.post('/spend-requests', newSpendRequest), 201)
    return (through, headers) => through.post(`/spend-requests/${id}/${verb}`, undefined, headers)
  }

const onHook =
  (send: (through: Api, headers: Record<string, string>) => Promise<Answer>): Prepare =>
  async (api) => {
    ok(await api.put('/decision-hook', newHook))
    return send
  }

const writes: Record<string, Prepare> = {
  createCard: posting('/cards', { bin_id: BIN, amount: 5 }),
  updateCard: async (api) => {
    const card = await newCard(api, 50)
    return (through, headers) => through.patch(`/cards/${card}`, { label: 'new' }, headers)
  },
  freezeCard: onCard((card) => [`/cards/${card}/freeze`]),
  unfreezeCard: async (api) => {
    const card = await newCard(api, 50)
    ok(await api.post(`/cards/${card}/freeze`))
    return (through, headers) => through.post(`/cards/${card}/unfreeze`, undefined, headers)
  },
  terminateCard: async (api) => {
    const card = await newCard(api, 50)
    return (through, headers) => through.delete(`/cards/${card}`, headers)
  },
  fundCard: onCard((card) => [`/cards/${card}/fund`, { amount: 5 }]),
  withdrawFromCard: onCard((card) => [`/cards/${card}/withdraw`, { amount: 50 }]),
  simulateDeposit: posting('/sandbox/deposits', { currency: 'usdt', amount_crypto: '50', confirm: true }),
  confirmSimulatedDeposit: onDeposit('confirm'),
  expireSimulatedDeposit: onDeposit('expire'),
  simulateAuthorization: onCard((card) => ['/sandbox/authorizations', { card_id: card, amount: 50, merchant: shop }]),
  incrementAuthorization: onAuthorization('increment', { amount: 45 }),
  settleAuthorization: onAuthorization('settle', { amount: 5, final: false }),
  reverseAuthorization: onAuthorization('reverse'),
  expireAuthorization: onAuthorization('expire'),
  simulateSettlement: onCard((card) => ['/sandbox/settlements', { card_id: card, amount: 5, merchant: shop }]),
  simulateRefund: async (api) => {
    const card_id = await newCard(api, 50)
    const { id } = ok(await api.post('/sandbox/settlements', { card_id, amount: 10, merchant: shop }), 201)
    return (through, headers) => through.post('/sandbox/refunds', { transaction_id: id }, headers)
  },
  simulateChallenge: onCard((card) => ['/sandbox/3ds', { card_id: card, merchant: 'Acme', amount: 5 }]),
  verifyChallenge: async (api) => {
    const card_id = await newCard(api, 50)
    const { id, otp } = ok(await api.post('/sandbox/3ds', { card_id, merchant: 'Acme', amount: 5 }), 201)
    return (through, headers) => through.post(`/sandbox/3ds/${id}/verify`, { otp }, headers)
  },
  approveChallenge: onQuestion('approve'),
  declineChallenge: onQuestion('decline'),
  setSandboxRates: async () => (through, headers) => through.put('/sandbox/rates', { rates: { EUR: '1.1' } }, headers),
  advanceSandboxClock: async (api) => {
    ok(await authorize(api, await newCard(api, 50), 5), 201)
    return (through, headers) => through.post('/sandbox/clock/advance', { seconds: 8 * 86_400 }, headers)
  },
  resetSandbox: posting('/sandbox/reset'),
  createRevealSession: onCard((card) => [`/cards/${card}/reveal-sessions`, { origin: 'https://shop.example.com' }]),
  replaceCard: onCard((card) => [`/cards/${card}/replace`, { reason: 'lost' }]),
  createCardTemplate: posting('/card-templates', newTemplate),
  updateCardTemplate: onMade('/card-templates', newTemplate, (through, id, headers) =>
    through.patch(`/card-templates/${id}`, { name: 'Adverts' }, headers),
  ),
  deleteCardTemplate: onMade('/card-templates', newTemplate, (through, id, headers) =>
    through.delete(`/card-templates/${id}`, headers),
  ),
  createSpendRequest: posting('/spend-requests', newSpendRequest),
  approveSpendRequest: onRequestOfAnother('approve'),
  denySpendRequest: onRequestOfAnother('deny'),
  reportSpendOutcome: async (api) => {
    const other = await anotherKey(service, api)
    const { id } = ok(await other.post('/spend-requests', newSpendRequest), 201)
    ok(await api.post(`/spend-requests/${id}/approve`))
    return (through, headers) => through.post(`/spend-requests/${id}/outcome`, { outcome: 'success' }, headers)
  },
  cancelSpendRequest: onMade('/spend-requests', newSpendRequest, (through, id, headers) =>
    through.post(`/spend-requests/${id}/cancel`, undefined, headers),
  ),
  createRule: posting('/rules', newRule),
  updateRule: onMade('/rules', newRule, (through, id, headers) =>
    through.patch(`/rules/${id}`, { state: 'off' }, headers),
  ),
  deleteRule: onMade('/rules', newRule, (through, id, headers) => through.delete(`/rules/${id}`, headers)),
  createRuleBacktest: onMade('/rules', newRule, (through, id, headers) =>
    through.post(`/rules/${id}/backtests`, { from: '2026-10-01', to: '2026-10-02' }, headers),
  ),
  putDecisionHook: async () => (through, headers) => through.put('/decision-hook', newHook, headers),
  deleteDecisionHook: onHook((through, headers) => through.delete('/decision-hook', headers)),
  rotateDecisionHookSecret: onHook((through, headers) =>
    through.post('/decision-hook/rotate-secret', undefined, headers),
  ),
  testDecisionHook: onHook((through, headers) => through.post('/decision-hook/test', undefined, headers)),
  createWebhook: posting('/webhooks', { url, events: ['*'] }),
  updateWebhook: onWebhook((through, id, headers) => through.patch(`/webhooks/${id}`, { active: false }, headers)),
  deleteWebhook: onWebhook((through, id, headers) => through.delete(`/webhooks/${id}`, headers)),
  rotateWebhookSecret: onWebhook((through, id, headers) =>
    through.post(`/webhooks/${id}/rotate-secret`, undefined, headers),
  ),
  testWebhook: onWebhook((through, id, headers) => through.post(`/webhooks/${id}/test`, undefined, headers)),
  retryDelivery: async (api) => {
    const id = await newWebhook(api)
    const delivery = ok(await api.post(`/webhooks/${id}/test`), 201)
    return (through, headers) => through.post(`/webhooks/${id}/deliveries/${delivery.id}/retry`, undefined, headers)
  },
  resendEvent: async (api) => {
    await newWebhook(api)
    await newCard(api, 5)
    const { data } = ok(await api.get('/events'))
    return (through, headers) => through.post(`/events/${data[0].id}/resend`, {}, headers)
  },
}

test('every write of the API is played', () => {
  const expected = routes.filter(({ method }) => method !== 'GET').map(({ operationId }) => operationId)
  assert.deepEqual(Object.keys(writes).sort(), expected.sort())
  return Promise.resolve()
})

/** How many rows the workspaces of this key's account have: what one write adds, and two would add twice. */
async function rowsOf(sql: Owner, key: string): Promise<Record<string, number>> {
  const count = (table: string) =>
    sql.unsafe(`(select count(*) from ${table} t where t.bucket = w.bucket and t.workspace_id = w.id)`)
  const [row] = await sql`
    with workspaces_of_account as (
      select w.* from api_keys k
      join workspace_routes r on r.account_id = k.account_id and r.environment = k.environment
      join workspaces w on w.bucket = r.bucket and w.account_id = k.account_id
      where k.hash = ${hashKey(key)})
    select sum(event_sequence) filter (where live)::integer as events, sum(${count('transfers')})::integer as transfers,
      sum(${count('card_history')})::integer as history, sum(${count('cards')})::integer as cards,
      sum(${count('deposits')})::integer as deposits, sum(${count('webhooks')})::integer as webhooks,
      sum(${count('webhook_deliveries')})::integer as deliveries, count(*)::integer as workspaces,
      sum(${count('idempotency_keys')})::integer as keys,
      (sum(round(clock_offset_ms / 3600000)) filter (where live))::integer as hours
    from workspaces_of_account w`
  return row as Record<string, number>
}

/** What sending it changed. */
async function effectOf(api: Api, send: () => Promise<unknown>): Promise<Record<string, number>> {
  const before = await rowsOf(owner, api.key)
  await send()
  const after = await rowsOf(owner, api.key)
  return Object.fromEntries(Object.keys(after).map((name) => [name, after[name]! - before[name]!]))
}

/** One account, one key, two processes. */
async function race(prepare: Prepare, expectedEffect: Record<string, number>): Promise<void> {
  const api = await service.fundedWorkspace(500)
  const processes = [api, apiOf(second.url, api.key)]
  const send = await prepare(api)
  const headers = { 'x-idempotency-key': randomUUID() }
  let answers: Answer[] = []
  const effect = await effectOf(api, async () => {
    answers = await atOnce(2, (n) => send(processes[n]!, headers))
  })
  const [first, repeated] = answers.map(({ status, body }) => [status, JSON.stringify(body)])
  assert.deepEqual(repeated, first)
  assert.ok(answers[0]!.status < 300, JSON.stringify(first))
  assert.equal(answers.filter((answer) => answer.headers.get('idempotent-replayed') === 'true').length, 1)
  assert.deepEqual(effect, expectedEffect)
}

for (const [name, prepare] of Object.entries(writes)) {
  const playRaces = async () => {
    const api = await service.fundedWorkspace(500)
    const alone = await prepare(api)
    const once = await effectOf(api, async () => {
      const answer = await alone(api, { 'x-idempotency-key': randomUUID() })
      assert.ok(answer.status < 300, JSON.stringify(answer.body))
    })
    let left = RACES
    const lane = async () => {
      while (left-- > 0) await race(prepare, once)
    }
    await Promise.all(Array.from({ length: LANES }, lane))
  }
  test(`${name}: one key on two processes has one effect and one answer`, playRaces, TIMEOUT_MS)
}

test('the books hold after all of it', () => service.audit(), TIMEOUT_MS)
