// The endpoints that a worker is busy with, kept in line with their rows.

import type { Uuid, WorkspaceKey } from '../../ids.ts'
import { mayUseLoopback } from '../../outbound/check-url.ts'
import { openSecret } from '../../outbound/secrets.ts'
import { type SigningKey, signingKey } from '../../outbound/sign.ts'
import type { Services } from '../../services.ts'
import type { WebhookRow } from '../webhook.ts'
import { Endpoint, type Settings } from './endpoint.ts'
import type { SendingWorkspace } from './hand-out.ts'

export class Endpoints {
  readonly #services: Pick<Services, 'vault' | 'config'>
  readonly #byId = new Map<Uuid, Endpoint>()
  /** Opened keys are kept, because opening a seal for every batch would cost more than signing. */
  readonly #keys = new WeakMap<Endpoint, { sealed: string; keys: Settings['keys'] }>()

  constructor(services: Pick<Services, 'vault' | 'config'>) {
    this.#services = services
  }

  get(id: Uuid): Endpoint | undefined {
    return this.#byId.get(id)
  }

  /** Brings the endpoints of a workspace to what their rows say now; those that are gone or inactive are closed. */
  async update(owner: SendingWorkspace, rows: readonly WebhookRow[]): Promise<Endpoint[]> {
    const active = rows.filter((row) => row.active)
    const ids = new Set(active.map((row) => row.id))
    this.closeWhere((endpoint) => endpoint.settings.place.id === owner.id && !ids.has(endpoint.id))
    return Promise.all(active.map((row) => this.#updateOne(owner, row)))
  }

  closeWhere(isDone: (endpoint: Endpoint) => boolean): void {
    for (const endpoint of this.#byId.values()) {
      if (!isDone(endpoint)) continue
      endpoint.close()
      this.#byId.delete(endpoint.id)
    }
  }

  /** Keeps only the busy endpoints in memory. */
  dropIdle(isNeeded: (endpoint: Endpoint) => boolean): void {
    for (const endpoint of this.#byId.values())
      if (endpoint.isIdle && !isNeeded(endpoint)) this.#byId.delete(endpoint.id)
  }

  async #updateOne(owner: SendingWorkspace, row: WebhookRow): Promise<Endpoint> {
    const existing = this.#byId.get(row.id)
    // A closed endpoint starts over. The dispatcher knows which of its deliveries are still under way.
    const known = existing?.isOpen ? existing : undefined
    const settings = {
      place: { bucket: owner.bucket, id: owner.id } satisfies WorkspaceKey,
      url: row.url,
      keys: await this.#keysOf(known, row),
      allowLoopback: mayUseLoopback(this.#services.config, owner.environment),
      offsetMs: owner.offsetMs,
    }
    const endpoint = known ?? new Endpoint(row, settings)
    endpoint.settings = settings
    // For a busy endpoint we know more than its row, which may have been read before the last outcome was written.
    if (endpoint.isIdle) endpoint.failingSince = row.failing_since
    this.#byId.set(row.id, endpoint)
    this.#keys.set(endpoint, { sealed: sealedText(row), keys: settings.keys })
    return endpoint
  }

  async #keysOf(known: Endpoint | undefined, row: WebhookRow): Promise<Settings['keys']> {
    const remembered = known && this.#keys.get(known)
    if (remembered?.sealed === sealedText(row)) return remembered.keys
    return {
      present: await this.#open(row, row.secret_sealed),
      previous: row.previous_secret ? await this.#open(row, row.previous_secret) : undefined,
      previousUntil: row.previous_secret_until,
    }
  }

  async #open(row: WebhookRow, sealed: Buffer): Promise<SigningKey> {
    return signingKey(await openSecret(this.#services.vault, row, sealed))
  }
}

function sealedText(row: WebhookRow): string {
  return `${row.secret_sealed.toString('base64')} ${row.previous_secret?.toString('base64') ?? ''}`
}
