// Writes the outcomes of attempts, many in one statement. Outcomes that arrive during a write go into the next one.

import { bulk, type Columns, integer, jsonb, smallint, text, timestamptz, uuid } from '../../database/bulk.ts'
import type { Tx } from '../../database/database.ts'
import type { Uuid } from '../../ids.ts'
import { describeFailure } from '../../log.ts'
import { notifyOfWebhook, type WebhookNotice } from '../../notifications/notify-webhook.ts'
import type { Services } from '../../services.ts'
import type { DeliveryRow } from '../deliveries.ts'
import { type KeptAttempt, MAX_KEPT_ATTEMPTS } from '../delivery-attempts.ts'

/** `failingSince` and `active` are set only when they change. */
export type EndpointChange = { bucket: number; id: Uuid; failingSince: Date | null; active: boolean }

export type Outcome = {
  delivery: DeliveryRow
  kept: KeptAttempt
  endpoint: EndpointChange | undefined
  notice?: WebhookNotice | undefined
  /** Called after the commit. */
  written(): void
}

type OutcomeServices = Pick<Services, 'database' | 'log' | 'vault' | 'config' | 'clock'>

const MAX_IN_WRITE = 500
const PAUSE_AFTER_FAILURE_MS = 500

type Row = DeliveryRow & { kept: KeptAttempt }
const columns: Columns<Row> = {
  id: uuid((row) => row.id),
  bucket: smallint((row) => row.bucket),
  webhook_id: uuid((row) => row.webhook_id),
  attempt: smallint((row) => row.attempt),
  status: smallint((row) => row.status),
  response_status: smallint((row) => row.response_status),
  response_body: text((row) => row.response_body),
  duration_ms: integer((row) => row.duration_ms),
  next_attempt_at: timestamptz((row) => row.next_attempt_at),
  kept: jsonb((row) => row.kept),
}
/** An attempt that another process has counted meanwhile is not counted again. */
const updateDeliveries = bulk(
  columns,
  ({ rows, value, inBucket }) => `
    update webhook_deliveries d set attempt = ${value('attempt')}, status = ${value('status')}, response_status = ${value('response_status')},
      response_body = ${value('response_body')}, duration_ms = ${value('duration_ms')}, next_attempt_at = ${value('next_attempt_at')},
      attempts = case when jsonb_array_length(d.attempts) < ${MAX_KEPT_ATTEMPTS} then d.attempts else d.attempts - 0 end
        || jsonb_build_array(${value('kept')})
    from ${rows}
    where ${inBucket('d')} and d.webhook_id = ${value('webhook_id')} and d.id = r.id and d.attempt = ${value('attempt')} - 1`,
)

export class Outcomes {
  readonly #services: OutcomeServices
  #waiting: Outcome[] = []
  #writing: Promise<void> | undefined
  #isStopping = false

  constructor(services: OutcomeServices) {
    this.#services = services
  }

  add(outcome: Outcome): void {
    if (this.#isStopping) return
    this.#waiting.push(outcome)
    this.#writing ??= this.#writeAll()
  }

  /** Writes what is waiting, if the database is available. What is not written stays pending and is sent again. */
  async stop(): Promise<void> {
    this.#isStopping = true
    await this.#writing
  }

  async #writeAll(): Promise<void> {
    await null // outcomes of the same turn are written together
    while (this.#waiting.length > 0) {
      const batch = this.#waiting.splice(0, MAX_IN_WRITE)
      try {
        await this.#services.database.transaction((tx) => write(tx, this.#services, batch))
        for (const outcome of batch) outcome.written()
      } catch (error) {
        this.#services.log.error(
          describeFailure(error),
          'outcomes of webhook deliveries could not be written; trying again',
        )
        if (this.#isStopping) return
        this.#waiting.unshift(...batch)
        await new Promise((resolve) => setTimeout(resolve, PAUSE_AFTER_FAILURE_MS))
      }
    }
    this.#writing = undefined
  }
}

/** Locks endpoints before deliveries, each in the order of their ids, as all code does. */
async function write(tx: Tx, services: OutcomeServices, batch: Outcome[]): Promise<void> {
  const endpoints = new Map(batch.flatMap(({ endpoint }) => (endpoint ? [[endpoint.id, endpoint] as const] : [])))
  const changes = [...endpoints.values()].sort((a, b) => (a.id < b.id ? -1 : 1))
  const deliveries = batch.map(({ delivery, kept }) => ({ ...delivery, kept }))
  await Promise.all([
    ...changes.map((change) => updateEndpoint(tx, change)),
    ...changes.filter(({ active }) => !active).map((change) => endSubscriptionOf(tx, change)),
    updateDeliveries(tx, deliveries),
  ])
  const notices = batch.flatMap(({ notice }) => notice ?? [])
  // Each notice locks the cursor of its workspace, so they are written in the order of their workspaces.
  notices.sort((a, b) => (a.place.id < b.place.id ? -1 : 1))
  for (const notice of notices) await notifyOfWebhook(tx, services, notice)
}

/** An endpoint that was switched off stays off; only its owner can switch it on. */
function updateEndpoint(tx: Tx, { bucket, id, failingSince, active }: EndpointChange) {
  return tx`
    update webhooks set failing_since = ${failingSince}, active = active and ${active}
    where bucket = ${bucket} and id = ${id}`
}

/** Events until now are still delivered if the endpoint is switched on again. */
function endSubscriptionOf(tx: Tx, { bucket, id }: EndpointChange) {
  return tx`
    update webhook_subscriptions s set until_sequence = w.event_sequence from workspaces w
    where s.bucket = ${bucket} and s.webhook_id = ${id} and s.until_sequence is null
      and w.bucket = s.bucket and w.id = s.workspace_id`
}
