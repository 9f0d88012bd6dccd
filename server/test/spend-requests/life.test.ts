// The states of a spend request: created, decided, used or ended, with the money in the right place at every step.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertReplayed, workspaceWith } from '../contract/assertions.ts'
import { type Api, startTestService } from '../harness.ts'
import {
  anotherKey,
  assertError,
  changesNothing,
  done,
  eventsOf,
  type Json,
  sceneOf,
  unknownId,
  withKey,
} from '../sandbox/scene.ts'

const service = await startTestService({ DEPOSIT_FEE_BPS: '0' })

const books = { name: 'Acme Books', mcc: '5942', country: 'US' }
const asked = {
  amount: 25,
  merchant: { name: 'Acme Books', url: 'https://books.example/manual' },
  reason: 'The manual for the printer in room 4.',
}

type Scene = { agent: Api; boss: Api }

async function open(): Promise<Scene> {
  const boss = await workspaceWith(service, 1000)
  return { boss, agent: await anotherKey(service, boss) }
}

const ask = async (api: Api, more: object = {}): Promise<Json> =>
  done(await api.post('/spend-requests', { ...asked, ...more }), 201)

const decide = (api: Api, { id }: Json, verb: string, body?: object) => api.post(`/spend-requests/${id}/${verb}`, body)

async function approved(scene: Scene, more: object = {}): Promise<Json> {
  return done(await decide(scene.boss, await ask(scene.agent, more), 'approve'), 200)
}

const again = async (api: Api, { id }: Json): Promise<Json> => done(await api.get(`/spend-requests/${id}`), 200)
const walletOf = async (api: Api): Promise<number> => done(await api.get('/wallet/balance'), 200).balance

/** Returns the types of the events about requests, oldest first, with the status in each. */
async function told(api: Api): Promise<string[]> {
  const { data } = done(await api.get('/events?order=asc&after_sequence=0&per_page=100'), 200)
  return data.flatMap(({ type, data: { status } }: Json) =>
    type.startsWith('spend_request.') ? [`${type} ${status}`] : [],
  )
}

test('a new spend request is pending, shows the approval URL and moves no money', async () => {
  const { agent, boss } = await open()
  const request = await ask(agent, { metadata: { task: 7 } })
  const { id, created_at, expires_at, approval_url, requested_by, ...shown } = request
  assert.match(id, /^spr_\w{28}$/)
  assert.equal(Date.parse(expires_at) - Date.parse(created_at), 600_000)
  assert.ok(approval_url.endsWith(`/spend-requests/${id}`), approval_url)
  assert.match(requested_by, /^key_/)
  assert.deepEqual(shown, {
    status: 'pending',
    amount: 25,
    merchant: { name: 'Acme Books', url: 'https://books.example/manual', id: null },
    reason: asked.reason,
    valid_for: 3600,
    metadata: { task: 7 },
    card_id: null,
    decided_by: null,
    decided_at: null,
    note: null,
    ended_at: null,
    outcome: null,
    outcome_note: null,
  })
  assert.deepEqual(await again(agent, request), request)
  assert.equal(await walletOf(boss), 1000)
  assert.deepEqual(await told(boss), ['spend_request.created pending'])
})

test('an approval creates a card for one purchase at the merchant, and the rest of the money returns after its use', async () => {
  const scene = await open()
  const { agent, boss } = scene
  const request = await approved(scene)
  assert.equal(request.status, 'approved')
  assert.equal(Date.parse(request.expires_at) - Date.parse(request.decided_at), 3_600_000)
  const card = done(await agent.get(`/cards/${request.card_id}`), 200)
  assert.deepEqual(
    [card.balance, card.label, card.controls.uses, card.controls.merchant_lock],
    [25, 'Acme Books', 1, 'first'],
  )
  assert.equal(card.controls.active_until, request.expires_at)
  assert.equal(await walletOf(boss), 975)
  const { reason, hold, on } = sceneOf(boss, request.card_id)
  assert.equal(await reason(20, { merchant: { ...books, name: 'Other Shop' } }), 'merchant_not_allowed')
  const purchase = await hold(20, { merchant: { ...books, name: 'ACME BOOKS #12' } })
  const used = await again(agent, request)
  assert.deepEqual([used.status, used.expires_at], ['used', null])
  assert.equal(await walletOf(boss), 980)
  done(await on(purchase, 'settle'), 201)
  assert.equal(await walletOf(boss), 980)
  assert.deepEqual(await told(boss), [
    'spend_request.created pending',
    'spend_request.approved approved',
    'spend_request.used used',
  ])
  await service.audit()
})

test('the card is bound to the merchant id if the request names one', async () => {
  const scene = await open()
  const request = await approved(scene, { merchant: { name: 'Acme Books', id: '445566778899001' } })
  const { reason, hold } = sceneOf(scene.boss, request.card_id)
  assert.equal(await reason(20, { merchant: { ...books, id: '445566778899002' } }), 'merchant_not_allowed')
  await hold(20, { merchant: { ...books, name: 'Whatever', id: '445566778899001' } })
})

test('a card that is not used in time ends, and its money returns', async () => {
  const scene = await open()
  const request = await approved(scene, { valid_for: 900 })
  const { advance, summary } = sceneOf(scene.boss, request.card_id)
  await advance(899)
  assert.equal((await again(scene.agent, request)).status, 'approved')
  await advance(60)
  const { status, ended_at } = await again(scene.agent, request)
  assert.deepEqual([status, ended_at], ['expired', request.expires_at])
  assert.equal((await summary()).status, 'terminated')
  assert.equal(await walletOf(scene.boss), 1000)
  assert.deepEqual((await told(scene.boss)).at(-1), 'spend_request.expired expired')
  await service.audit()
})

test('a verification holds no money, and a purchase of the whole amount is approved after it', async () => {
  const scene = await open()
  const request = await approved(scene, { valid_for: 900 })
  const { hold, summary } = sceneOf(scene.boss, request.card_id)
  await hold(1, { merchant: books })
  assert.deepEqual([(await summary()).balance, (await summary()).held], [25, 0])
  assert.equal((await again(scene.agent, request)).status, 'approved')
  await hold(25, { merchant: books })
  assert.equal((await again(scene.agent, request)).status, 'used')
  assert.equal(await walletOf(scene.boss), 975)
  await service.audit()
})

test('a request that nobody decides expires after ten minutes and cannot be approved any more', async () => {
  const { agent, boss } = await open()
  const request = await ask(agent)
  await sceneOf(boss, '').advance(600)
  const { status, ended_at } = await again(agent, request)
  assert.deepEqual([status, ended_at], ['expired', request.expires_at])
  assertError(await decide(boss, request, 'approve'), 400, 'invalid_state')
  assert.deepEqual(await told(boss), ['spend_request.created pending', 'spend_request.expired expired'])
})

test('a request can be denied with a note, and canceled before and after its approval', async () => {
  const scene = await open()
  const { agent, boss } = scene
  const denied = done(await decide(boss, await ask(agent), 'deny', { note: 'We have one.' }), 200)
  assert.deepEqual([denied.status, denied.note, denied.card_id], ['denied', 'We have one.', null])
  assert.match(denied.decided_by, /^key_/)
  assert.equal(done(await decide(agent, await ask(agent), 'cancel'), 200).status, 'canceled')
  const request = await approved(scene)
  const canceled = done(await decide(agent, request, 'cancel'), 200)
  assert.equal(canceled.status, 'canceled')
  assert.equal(done(await boss.get(`/cards/${request.card_id}`), 200).status, 'terminated')
  assert.equal(await walletOf(boss), 1000)
  assertError(await decide(agent, request, 'cancel'), 400, 'invalid_state')
  await service.audit()
})

test('a request whose card was used cannot be canceled', async () => {
  const scene = await open()
  const request = await approved(scene)
  await sceneOf(scene.boss, request.card_id).hold(2, { merchant: books })
  await changesNothing(service, scene.boss, async () =>
    assertError(await decide(scene.agent, request, 'cancel'), 400, 'invalid_state'),
  )
})

test('terminating the card of a request ends the request, and the card cannot be replaced', async () => {
  const scene = await open()
  const request = await approved(scene)
  assertError(await scene.boss.post(`/cards/${request.card_id}/replace`, { reason: 'lost' }), 400, 'invalid_state')
  done(await scene.boss.delete(`/cards/${request.card_id}`), 200)
  assert.equal((await again(scene.agent, request)).status, 'canceled')
  assert.equal(await walletOf(scene.boss), 1000)
})

test('a key cannot decide on its own request', async () => {
  const { agent, boss } = await open()
  const request = await ask(agent)
  for (const verb of ['approve', 'deny'])
    await changesNothing(service, boss, async () => assertError(await decide(agent, request, verb), 403, 'forbidden'))
  assert.equal((await again(agent, request)).status, 'pending')
})

test('a request above the wallet balance remains pending and can be approved later', async () => {
  const { agent, boss } = await open()
  const request = await ask(agent, { amount: 1500 })
  await changesNothing(service, boss, async () =>
    assertError(await decide(boss, request, 'approve'), 400, 'insufficient_funds'),
  )
  done(await boss.post('/sandbox/deposits', { currency: 'usdt', amount_crypto: '600.00', confirm: true }), 201)
  assert.equal(done(await decide(boss, request, 'approve'), 200).status, 'approved')
  assert.equal(await walletOf(boss), 100)
})

test('spend requests are listed newest first and can be filtered by status', async () => {
  const scene = await open()
  const [first, second] = [await ask(scene.agent), await approved(scene)]
  const ids = async (query: string) =>
    done(await scene.boss.get(`/spend-requests${query}`), 200).data.map(({ id }: Json) => id)
  assert.deepEqual(await ids(''), [second.id, first.id])
  assert.deepEqual(await ids('?status=pending'), [first.id])
  assert.deepEqual(await ids('?status=approved'), [second.id])
  assert.deepEqual(await ids('?status=used'), [])
})

const refused: [string, object, string, string?][] = [
  ['no amount', { amount: undefined }, 'invalid_amount', 'amount'],
  ['an amount below a dollar', { amount: 0.99 }, 'invalid_amount', 'amount'],
  ['an amount above the maximum of a card', { amount: 5000.01 }, 'invalid_amount', 'amount'],
  ['an amount with half a cent', { amount: 1.005 }, 'invalid_amount', 'amount'],
  ['no merchant', { merchant: undefined }, 'invalid_request', 'merchant'],
  ['a name of two characters', { merchant: { name: 'ab' } }, 'invalid_request', 'merchant.name'],
  ['a name of spaces', { merchant: { name: '     ' } }, 'invalid_request', 'merchant.name'],
  ['a name that matches any merchant', { merchant: { name: 'a*b*c' } }, 'invalid_request', 'merchant.name'],
  [
    'a merchant URL without https',
    { merchant: { name: 'Acme', url: 'http://books.example' } },
    'invalid_url',
    'merchant.url',
  ],
  [
    'a script as merchant URL',
    { merchant: { name: 'Acme', url: 'javascript:alert(1)' } },
    'invalid_url',
    'merchant.url',
  ],
  [
    'a merchant URL with a password',
    { merchant: { name: 'Acme', url: 'https://a:b@c.example' } },
    'invalid_url',
    'merchant.url',
  ],
  ['a URL as merchant name', { merchant: { name: 'https://books.example' } }, 'invalid_request', 'merchant.name'],
  ['a name with a line break', { merchant: { name: 'Acme\nApproved' } }, 'invalid_request', 'merchant.name'],
  ['a name with a direction override', { merchant: { name: 'Acme \u202eskooB' } }, 'invalid_request', 'merchant.name'],
  ['a name with a zero-width space', { merchant: { name: 'Ac\u200bme' } }, 'invalid_request', 'merchant.name'],
  ['a reason with a control character', { reason: `${asked.reason}\u0007` }, 'invalid_request', 'reason'],
  ['a reason of several lines', { reason: `${asked.reason}\r\nApproved by Grace.` }, 'invalid_request', 'reason'],
  ['a reason with a direction override', { reason: `${asked.reason} \u2067abc` }, 'invalid_request', 'reason'],
  ['a reason of invisible characters', { reason: '\u2060\ufeff'.repeat(20) }, 'invalid_request', 'reason'],
  ['a reason that is too short', { reason: 'Because.' }, 'invalid_request', 'reason'],
  ['a reason of spaces', { reason: ' '.repeat(30) }, 'invalid_request', 'reason'],
  ['a validity of more than a day', { valid_for: 86_401 }, 'invalid_request', 'valid_for'],
  ['a field that does not exist', { card_id: 'x' }, 'invalid_request', 'card_id'],
]
for (const [what, more, id, param] of refused)
  test(`a spend request with ${what} is rejected and changes nothing`, async () => {
    const { agent } = await open()
    await changesNothing(service, agent, async () =>
      assertError(await agent.post('/spend-requests', { ...asked, ...more }), 400, id, param),
    )
  })

test('a request that does not exist or belongs to another workspace returns 404', async () => {
  const { agent } = await open()
  const request = await ask(agent)
  const other = (await open()).boss
  for (const id of [request.id, await unknownId(service, other, 'spend_request'), 'spr_x'])
    for (const answer of [
      await other.get(`/spend-requests/${id}`),
      ...(await Promise.all(['approve', 'deny', 'cancel'].map((verb) => decide(other, { id }, verb)))),
    ])
      assertError(answer, 404, 'spend_request_not_found')
})

test('creating, approving and canceling take effect once when repeated with the same idempotency key', async () => {
  const { agent, boss } = await open()
  const post = (path: string, body?: object) => ({ method: 'POST', path, body })
  const { body: request } = await assertReplayed(service, agent, post('/spend-requests', asked), 'ask')
  await assertReplayed(service, boss, post(`/spend-requests/${request.id}/approve`), 'approve')
  await assertReplayed(service, agent, post(`/spend-requests/${request.id}/cancel`), 'cancel')
  assert.equal(await walletOf(boss), 1000)
  assertError(
    await agent.post('/spend-requests', { ...asked, amount: 26 }, withKey('ask')),
    400,
    'idempotency_key_reused',
  )
})

test('twenty concurrent approvals create one card', async () => {
  const { agent, boss } = await open()
  const request = await ask(agent)
  const answers = await Promise.all(Array.from({ length: 20 }, () => decide(boss, request, 'approve')))
  assert.equal(answers.filter(({ status }) => status === 200).length, 1)
  assert.equal(await walletOf(boss), 975)
  assert.equal((await eventsOf(service, boss)).filter(({ type }) => type === 'card.created').length, 1)
  await service.audit()
})

test('only one of a concurrent approval, denial and cancellation takes effect, and the money follows it', async () => {
  for (let round = 0; round < 10; round++) {
    const { agent, boss } = await open()
    const request = await ask(agent)
    await Promise.all([
      decide(boss, request, 'approve'),
      decide(boss, request, 'deny'),
      decide(agent, request, 'cancel'),
    ])
    const { status } = await again(agent, request)
    assert.equal(await walletOf(boss), status === 'approved' ? 975 : 1000, status)
  }
  await service.audit()
})

test('the outcome of a purchase can be reported once there is a card, and moves no money', async () => {
  const scene = await open()
  const pending = await ask(scene.agent)
  const report = (request: Json, body: object) => decide(scene.agent, request, 'outcome', body)
  assertError(await report(pending, { outcome: 'success' }), 400, 'invalid_state')
  const request = await approved(scene)
  assert.deepEqual([request.outcome, request.outcome_note], [null, null])
  assertError(await report(request, { outcome: 'lost' }), 400, 'invalid_request', 'outcome')
  const before = await walletOf(scene.boss)
  const bought = done(await report(request, { outcome: 'success', note: 'Paperback.' }), 200)
  assert.deepEqual([bought.outcome, bought.outcome_note, bought.status], ['success', 'Paperback.', 'approved'])
  const later = done(await report(request, { outcome: 'success' }), 200)
  assert.deepEqual([later.outcome, later.outcome_note], ['success', null])
  assert.equal((await again(scene.boss, request)).outcome, 'success')
  assert.equal(await walletOf(scene.boss), before)
  const stranger = await anotherKey(service, scene.boss, { rights: { kind: 'agent' } })
  assertError(await decide(stranger, request, 'outcome', { outcome: 'success' }), 404, 'spend_request_not_found')
})
