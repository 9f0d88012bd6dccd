// Every route, and what it can do with a passcode. The table is written out, so that a new route fails this test until
// somebody has decided whether it can bring a passcode to an endpoint. The worker does not run, so nothing is sent
// here.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { EnvironmentName } from '../../src/accounts/environments.ts'
import type { RoleName } from '../../src/accounts/roles.ts'
import { scopeNames } from '../../src/accounts/scopes.ts'
import { eventTypes } from '../../src/events/event-types.ts'
import { newUuid, publicId } from '../../src/ids.ts'
import { routes } from '../../src/routes.ts'
import { type Answer, type Api, startTestService } from '../harness.ts'
import { accountOf, type Browser, join } from '../people.ts'
import { anotherKey, asOwner, assertError, done, type Json, workspaceOf } from '../sandbox/scene.ts'
import { auditLog } from './scene.ts'

/**
 * `brings`: the route causes a delivery or changes where deliveries go, and each of its cases below is tested. `tests`:
 * the route sends an event that it creates itself, without a passcode. `stops`: the route only ends deliveries.
 */
const DELIVERS: Record<string, 'brings' | 'tests' | 'stops'> = {
  'POST /webhooks': 'brings',
  'PATCH /webhooks/:webhook_id': 'brings',
  'POST /webhooks/:webhook_id/rotate-secret': 'brings',
  'POST /webhooks/:webhook_id/deliveries/:delivery_id/retry': 'brings',
  'POST /events/:event_id/resend': 'brings',
  'POST /webhooks/:webhook_id/test': 'tests',
  'DELETE /webhooks/:webhook_id': 'stops',
}

/**
 * These routes change nothing about endpoints or deliveries. The events that they cause go where the routes above have
 * directed them.
 */
const DELIVERS_NOTHING = [
  'POST /cards',
  'PATCH /cards/:card_id',
  'DELETE /cards/:card_id',
  'POST /cards/:card_id/reveal-sessions',
  'POST /cards/:card_id/freeze',
  'POST /cards/:card_id/unfreeze',
  'POST /cards/:card_id/replace',
  'POST /cards/:card_id/fund',
  'POST /cards/:card_id/withdraw',
  'POST /card-templates',
  'PATCH /card-templates/:template_id',
  'DELETE /card-templates/:template_id',
  'POST /spend-requests',
  'POST /spend-requests/:spend_request_id/approve',
  'POST /spend-requests/:spend_request_id/deny',
  'POST /spend-requests/:spend_request_id/cancel',
  'POST /spend-requests/:spend_request_id/outcome',
  'POST /3ds/:challenge_id/approve',
  'POST /3ds/:challenge_id/decline',
  'POST /rules',
  'PATCH /rules/:rule_id',
  'DELETE /rules/:rule_id',
  'POST /rules/:rule_id/backtests',
  // The request to the decision hook has no passcode. test/decision-hook checks what it contains.
  'PUT /decision-hook',
  'DELETE /decision-hook',
  'POST /decision-hook/rotate-secret',
  'POST /decision-hook/test',
  'POST /sandbox/deposits',
  'POST /sandbox/deposits/:deposit_id/confirm',
  'POST /sandbox/deposits/:deposit_id/expire',
  'POST /sandbox/authorizations',
  'POST /sandbox/authorizations/:txn_id/increment',
  'POST /sandbox/authorizations/:txn_id/settle',
  'POST /sandbox/authorizations/:txn_id/reverse',
  'POST /sandbox/authorizations/:txn_id/expire',
  'POST /sandbox/settlements',
  'POST /sandbox/refunds',
  'POST /sandbox/3ds',
  'POST /sandbox/3ds/:challenge_id/verify',
  'POST /sandbox/clock/advance',
  'PUT /sandbox/rates',
  'POST /sandbox/reset',
]

/** This URL has an IP address, so that no name is looked up. */
const MINE = 'https://93.184.216.34/mine'
const OTHER = 'https://93.184.216.34/other'

const service = await startTestService({ DEPOSIT_FEE_BPS: '0' })

test('every route that writes declares what it does with deliveries', () => {
  const writing = routes.filter(({ method }) => method !== 'GET').map(({ method, url }) => `${method} ${url}`)
  assert.deepEqual(writing.toSorted(), [...Object.keys(DELIVERS), ...DELIVERS_NOTHING].toSorted())
})

test('every route that can bring a passcode to an endpoint has a case', () => {
  const bringing = Object.keys(DELIVERS).filter((route) => DELIVERS[route] === 'brings')
  assert.deepEqual([...new Set(CASES.map(({ route }) => route))].toSorted(), bringing.toSorted())
})

type Call = (method: string, path: string, body?: unknown) => Promise<Answer>

/** An endpoint and an event with a passcode, as created by somebody who may see passcodes. */
type Left = { webhook: Json; event: string; delivery: string }
type Case = {
  route: string
  name: string
  /** The subscriptions of the endpoint. */
  events?: string[]
  /** What the owner does to the endpoint before the case. */
  before?(owner: Call, left: Left): Promise<unknown>
  make(call: Call, left: Left): Promise<Answer>
  /** The entry in the audit log if the call is allowed. */
  action: string
}

const patch = (body: object) => (call: Call, left: Left) => call('PATCH', `/webhooks/${left.webhook.id}`, body)
const rotate = (call: Call, left: Left) => call('POST', `/webhooks/${left.webhook.id}/rotate-secret`, {})
const update = { route: 'PATCH /webhooks/:webhook_id', action: 'webhook.update' }
const resend = { route: 'POST /events/:event_id/resend', action: 'event.resend' }
const created = { route: 'POST /webhooks', action: 'webhook.create' }
const rotated = { route: 'POST /webhooks/:webhook_id/rotate-secret', action: 'webhook.rotate-secret' }
const narrow = patch({ events: ['card.created'] })
const turnOff = patch({ active: false })

const CASES: Case[] = [
  { ...created, name: 'for all events', make: (call) => call('POST', '/webhooks', { url: MINE, events: ['*'] }) },
  {
    ...created,
    name: 'for challenges',
    make: (call) => call('POST', '/webhooks', { url: MINE, events: ['card.created', '3ds.challenge'] }),
  },
  { ...update, name: 'another address', make: patch({ url: MINE }) },
  {
    ...update,
    name: 'another address of an endpoint for challenges',
    events: ['3ds.challenge'],
    make: patch({ url: MINE }),
  },
  { ...update, name: 'another address while turning it off', make: patch({ url: MINE, active: false }) },
  { ...update, name: 'another address of one that is off', before: turnOff, make: patch({ url: MINE }) },
  { ...update, name: 'another address while narrowing it', make: patch({ url: MINE, events: ['card.created'] }) },
  {
    ...update,
    name: 'another address of one that is narrowed, while an event is yet to be handed out',
    before: narrow,
    make: patch({ url: MINE }),
  },
  {
    ...update,
    name: 'another address of one with a queued delivery',
    events: ['card.created'],
    make: patch({ url: MINE }),
  },
  { ...update, name: 'turning it on', before: turnOff, make: patch({ active: true }) },
  {
    ...update,
    name: 'turning one with a queued delivery on',
    events: ['card.created'],
    before: turnOff,
    make: patch({ active: true }),
  },
  { ...update, name: 'subscribing it', events: ['card.created'], make: patch({ events: ['*'] }) },
  {
    ...update,
    name: 'subscribing it while off',
    events: ['card.created'],
    make: patch({ events: ['*'], active: false }),
  },
  { ...rotated, name: 'of an endpoint for all events', make: rotate },
  { ...rotated, name: 'of one with a queued delivery', events: ['card.created'], make: rotate },
  {
    ...resend,
    name: 'to one endpoint, whatever it subscribes to',
    events: ['card.created'],
    make: (call, { event, webhook }) => call('POST', `/events/${event}/resend`, { webhook_id: webhook.id }),
  },
  { ...resend, name: 'to all that subscribe', make: (call, { event }) => call('POST', `/events/${event}/resend`, {}) },
  {
    route: 'POST /webhooks/:webhook_id/deliveries/:delivery_id/retry',
    action: 'delivery.retry',
    name: 'of a delivery of a challenge',
    make: (call, left) => call('POST', `/webhooks/${left.webhook.id}/deliveries/${left.delivery}/retry`),
  },
]

/** Creates an endpoint, an event of a challenge, and a pending delivery of the event to the endpoint. */
async function leave(owner: Call, key: Api, { events = ['*'], before }: Case): Promise<Left> {
  const webhook = done(await owner('POST', '/webhooks', { url: OTHER, events }), 201)
  const event = await challengeEvent(key)
  const sent = done(await owner('POST', `/events/${event}/resend`, { webhook_id: webhook.id }), 200)
  const left = { webhook, event, delivery: sent.deliveries[0].id }
  await before?.(owner, left)
  return left
}

/** Inserted as a row, because in production only a processor can ask for a passcode. */
async function challengeEvent(key: Api): Promise<string> {
  const { bucket, id } = await workspaceOf(service, key)
  const event = newUuid()
  await asOwner(service, (sql) =>
    sql.begin(async (tx) => {
      await tx`update workspaces set event_sequence = event_sequence + 1 where bucket = ${bucket} and id = ${id}`
      await tx`
        insert into events (bucket, workspace_id, sequence, id, type, subject_id, created_at)
        select ${bucket}, ${id}, event_sequence, ${event}, ${eventTypes['3ds.challenge']}, ${newUuid()}, now()
        from workspaces where bucket = ${bucket} and id = ${id}`
    }),
  )
  return publicId('event', bucket, event)
}

const callOf =
  (key: Api): Call =>
  (method, path, body) =>
    method === 'PATCH' ? key.patch(path, body) : key.post(path, body)

const callAs =
  (person: Browser): Call =>
  (method, path, body) =>
    person.call(method, `/v1${path}`, body)

/** Everything that a call of the cases can change. */
async function state(key: Api): Promise<unknown> {
  const { bucket, id } = await workspaceOf(service, key)
  return service.services.database.read`
    select w.id, w.url, w.event_types, w.active, encode(w.secret_sealed, 'hex') as secret, w.delivery_count,
      (select sum(d.attempt * 100 + d.status) from webhook_deliveries d where d.bucket = w.bucket and d.webhook_id = w.id) as sent
    from webhooks w where w.bucket = ${bucket} and w.workspace_id = ${id} order by w.id`
}

/** Runs every case and returns the responses by name. The endpoints of a case are deleted after it. */
async function tryAll(key: Api, call: Call, check: (each: Case, answer: Answer, left: Left) => Promise<void>) {
  const owner = callOf(key)
  for (const each of CASES) {
    const left = await leave(owner, key, each)
    await check(each, await each.make(call, left), left)
    for (const { id } of done(await key.get('/webhooks'), 200).data) done(await key.delete(`/webhooks/${id}`), 200)
  }
}

async function expectRefused(key: Api, call: Call, assertRefusal: (answer: Answer) => void): Promise<void> {
  const guarded: Call = async (...request) => {
    const before = [await state(key), (await auditLog(service, key)).length]
    const answer = await call(...request)
    assert.deepEqual([await state(key), (await auditLog(service, key)).length], before, request.join(' '))
    return answer
  }
  await tryAll(key, guarded, async ({ route, name }, answer) => {
    assert.equal(answer.status, 403, `${route}: ${name}: ${JSON.stringify(answer.body)}`)
    assertRefusal(answer)
  })
}

async function expectAllowed(key: Api, call: Call, actor: (row: { actor: string }) => boolean): Promise<void> {
  await tryAll(key, call, async ({ route, name, action }, answer, left) => {
    assert.ok(answer.status < 300, `${route}: ${name}: ${JSON.stringify(answer.body)}`)
    const entry = (await auditLog(service, key)).at(-1)!
    assert.deepEqual([entry.action, actor(entry)], [action, true], name)
    const subjects: Record<string, string> = {
      'webhook.create': answer.body.id,
      'event.resend': `3ds.challenge ${left.event} to ${left.webhook.id}`,
      'delivery.retry': `3ds.challenge ${left.event} to ${left.webhook.id}`,
    }
    assert.equal(entry.subject, subjects[action] ?? left.webhook.id)
  })
}

test('a key without 3ds:read cannot bring a passcode to an endpoint by any route and changes nothing', async () => {
  const full = await service.workspace()
  const scopes = scopeNames.filter((each) => each !== '3ds:read')
  const key = await anotherKey(service, full, { rights: { scopes } })
  await expectRefused(full, callOf(key), (answer) => assertError(answer, 403, 'forbidden', '3ds:read'))
})

test('a key with webhooks:write and 3ds:read can bring passcodes to an endpoint, and each call is in the audit log', async () => {
  const full = await service.workspace()
  const key = await anotherKey(service, full, { rights: { scopes: ['webhooks:write', '3ds:read'] } })
  const { actor } = await workspaceOf(service, key)
  await expectAllowed(full, callOf(key), (entry) => entry.actor === actor)
})

test('a key without 3ds:read can manage endpoints that no passcode can reach', async () => {
  const full = await service.workspace()
  const key = await anotherKey(service, full, {
    rights: { scopes: ['webhooks:read', 'webhooks:write', 'events:read'] },
  })
  const { id } = done(await key.post('/webhooks', { url: MINE, events: ['card.created'] }), 201)
  done(await key.patch(`/webhooks/${id}`, { url: OTHER, events: ['card.frozen'], active: true }), 200)
  done(await key.post(`/webhooks/${id}/rotate-secret`, {}), 200)
  const delivery = done(await key.post(`/webhooks/${id}/test`), 201)
  done(await key.post(`/webhooks/${id}/deliveries/${delivery.id}/retry`), 200)
  done(await key.post(`/events/${delivery.event_id}/resend`, {}), 200)
  const all = done(await full.post('/webhooks', { url: OTHER, events: ['*'] }), 201)
  // The key may stop passcodes from being sent.
  done(await key.patch(`/webhooks/${all.id}`, { active: false }), 200)
  done(await key.patch(`/webhooks/${all.id}`, { events: ['card.created'] }), 200)
  done(await key.patch(`/webhooks/${all.id}`, { url: MINE }), 200)
})

const ROLES: [RoleName, EnvironmentName, 'allowed' | 'refused'][] = [
  ['owner', 'production', 'allowed'],
  ['admin', 'production', 'allowed'],
  ['developer', 'production', 'refused'],
  ['viewer', 'production', 'refused'],
  ['developer', 'sandbox', 'allowed'],
  ['viewer', 'sandbox', 'refused'],
]

for (const [role, environment, expected] of ROLES) {
  test(`the role ${role} is ${expected} to bring passcodes to an endpoint in the ${environment} environment`, async () => {
    const key = await service.workspace(environment)
    const person = (await join(service, await accountOf(service, key.key), role)).in(environment)
    const { user } = done(await person.get('/dashboard/session'), 200)
    if (expected === 'allowed') await expectAllowed(key, callAs(person), ({ actor }) => actor === user.id)
    else
      await expectRefused(key, callAs(person), ({ body }) =>
        assert.match(body.message, new RegExp(`${role}.*${environment}`)),
      )
  })
}
