// Shared by the tests of webhooks: endpoints that point at a receiver, their deliveries, and waiting for the worker
// without sleeping.

import assert from 'node:assert/strict'
import { after } from 'node:test'
import { type EventType, eventTypes } from '../../src/events/event-types.ts'
import { newUuid } from '../../src/ids.ts'
import { startWorker } from '../../src/worker.ts'
import { asOwner, workspaceOf } from '../contract/assertions.ts'
import { type Api, startTestService, type TestService } from '../harness.ts'
import { done, type Json } from '../sandbox/scene.ts'
import { until } from '../until.ts'
import { closeReceivers, type Received, type Receiver } from './receiver.ts'

export const SECOND = 1_000
export const MINUTE = 60 * SECOND
export const HOUR = 60 * MINUTE

/** The types of the specification in its order, and then the additional ones. */
export const everyType: EventType[] = [
  'card.created',
  'card.frozen',
  'card.unfrozen',
  'card.terminated',
  'card.funded',
  'transaction.authorized',
  'transaction.settled',
  'transaction.declined',
  'transaction.refunded',
  '3ds.challenge',
  'deposit.pending',
  'deposit.confirmed',
  'transaction.reversed',
  'transaction.expired',
  'deposit.expired',
]

/** Starts the service with its worker. Receivers may be on loopback, and deposits cost nothing. */
export async function startWebhookService(
  env: Record<string, string> = {},
): Promise<TestService & { stopWorker(): Promise<void> }> {
  let stopWorker = async () => {}
  // Hooks run in the order in which they are set. The worker must write its last results before the harness drops the
  // database.
  after(async () => {
    await closeReceivers()
    await stopWorker()
  })
  const service = await startTestService({ WEBHOOK_ALLOW_LOOPBACK: 'true', DEPOSIT_FEE_BPS: '0', ...env })
  stopWorker = once(startWorker(service.services))
  return { ...service, stopWorker }
}

function once(act: () => Promise<void>): () => Promise<void> {
  let acting: Promise<void> | undefined
  return () => {
    acting ??= act()
    return acting
  }
}

/** Returns the webhook with its secret. */
export async function register(
  api: Api,
  receiver: Pick<Receiver, 'url'>,
  events: string[] = ['*'],
  more: { secret?: string } = {},
): Promise<Json> {
  return done(await api.post('/webhooks', { url: receiver.url, events, ...more }), 201)
}

/** Sends a `webhook.test` event to this endpoint, and returns its delivery as the API returned it. */
export async function sendTest(api: Api, webhook: Json): Promise<Json> {
  return done(await api.post(`/webhooks/${webhook.id}/test`), 201)
}

/** Returns the deliveries, newest first. */
export async function deliveriesOf(api: Api, webhook: Json, query = '?per_page=100'): Promise<Json[]> {
  return done(await api.get(`/webhooks/${webhook.id}/deliveries${query}`), 200).data
}

export async function deliveryOf(api: Api, webhook: Json, deliveryId: string): Promise<Json> {
  return (await deliveriesOf(api, webhook)).find(({ id }) => id === deliveryId)
}

/** Resolves to the delivery once this many attempts are counted. */
export function attempted(api: Api, webhook: Json, deliveryId: string, attempts: number): Promise<Json> {
  return until(`attempt ${attempts} of ${deliveryId}`, async () => {
    const delivery = await deliveryOf(api, webhook, deliveryId)
    return delivery.attempt >= attempts && delivery
  })
}

/** Resolves once no delivery of this endpoint is pending. */
export function settled(api: Api, webhook: Json): Promise<Json[]> {
  return until('no delivery is pending', async () => {
    const deliveries = await deliveriesOf(api, webhook)
    return deliveries.every(({ status }) => status !== 'pending') && deliveries
  })
}

/**
 * Resolves once every event so far has all the deliveries that it gets automatically. A delivery that is not queued
 * then is never made.
 */
export async function handedOut(service: TestService, api: Api): Promise<void> {
  const { bucket, id } = await workspaceOf(service, api)
  await until('the worker has seen every event', async () => {
    const [row] = await service.services.database.read<{ done: boolean }[]>`
      select greatest(c.sequence, (select min(s.after_sequence) from webhook_subscriptions s
        where s.bucket = c.bucket and s.workspace_id = c.workspace_id)) >= w.event_sequence or not exists (
        select from webhook_subscriptions s where s.bucket = c.bucket and s.workspace_id = c.workspace_id) as done
      from webhook_cursors c join workspaces w on w.bucket = c.bucket and w.id = c.workspace_id
      where c.bucket = ${bucket} and c.workspace_id = ${id}`
    return row?.done
  })
}

export const eventOf = (received: Received): Json => JSON.parse(received.body)
export const isOfType = (type: string) => (received: Received) => received.headers['x-webhook-event'] === type
export const isOf = (eventId: string) => (received: Received) => received.headers['x-webhook-id'] === eventId

export async function advance(api: Api, seconds: number): Promise<Date> {
  return new Date(done(await api.post('/sandbox/clock/advance', { seconds }), 200).now)
}

export type AuditRow = { action: string; subject: string; actor: string; request_id: string; at: Date }

/** Returns the audit log of the workspace's lineage, oldest first. */
export async function auditLog(service: TestService, api: Api): Promise<AuditRow[]> {
  const { bucket, id } = await workspaceOf(service, api)
  return service.services.database.read<AuditRow[]>`
    select a.action, a.subject, a.actor, a.request_id, a.at from audit_log a join workspaces w using (bucket, lineage_id)
    where w.bucket = ${bucket} and w.id = ${id} order by a.sequence`
}

/** Returns the tables with a row that contains this text, in plain text or as the bytes of a binary column. */
export function tablesHolding(service: TestService, text: string): Promise<string[]> {
  return asOwner(service, async (sql) => {
    const tables = await sql<{ name: string }[]>`
      select c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where n.nspname = 'public' and c.relkind = 'r' order by 1`
    assert.ok(tables.length > 15, `${tables.length} tables`)
    const hex = Buffer.from(text).toString('hex')
    const holding: string[] = []
    for (const { name } of tables) {
      const [found] = await sql`
        select 1 from ${sql(name)} t where strpos(t::text, ${text}) > 0 or strpos(t::text, ${hex}) > 0 limit 1`
      if (found) holding.push(name)
    }
    return holding
  })
}

/** Inserts this many events as rows, more than calls of the API could create in a test. No listener is notified. */
export async function fillEvents(service: TestService, api: Api, count: number, bytes: number): Promise<void> {
  const { bucket, id } = await workspaceOf(service, api)
  const ids = Array.from({ length: count }, () => newUuid())
  await asOwner(service, (sql) =>
    sql.begin(async (tx) => {
      await tx`
        insert into events (bucket, workspace_id, sequence, id, type, data, created_at)
        select ${bucket}, ${id}, w.event_sequence + n, event_id, ${eventTypes['card.frozen']}, '{"filler":"' || repeat('x', ${bytes}) || '"}', now()
        from unnest(${ids}::uuid[]) with ordinality as given (event_id, n), workspaces w
        where w.bucket = ${bucket} and w.id = ${id}`
      await tx`update workspaces set event_sequence = event_sequence + ${count} where bucket = ${bucket} and id = ${id}`
    }),
  )
}
