// One open stream of server-sent events. The id of each event is its sequence, so a client that reconnects says with
// `Last-Event-ID` which events it has seen.

import type { ServerResponse } from 'node:http'
import type { Workspace } from '../accounts/workspace.ts'
import type { Wake } from '../events/wake.ts'
import type { Credential } from '../http/credentials.ts'
import type { Caller } from '../http/route.ts'
import type { Slots } from '../http/slots.ts'
import { drained } from '../http/streamed.ts'
import { describeFailure } from '../log.ts'
import type { Services } from '../services.ts'
import { selectEventsAfter } from './event-rows.ts'
import { eventsWithin } from './events-within.ts'
import type { RenderedEvent } from './render-events.ts'
import { revealEvents } from './show-events.ts'

const PAGE = 100
const KEEP_ALIVE_MS = 15_000
const END_WITHIN_MS = 3_000

export class LiveStream {
  readonly credential: Credential
  workspace: Workspace
  readonly #services: StreamServices
  readonly #caller: Caller
  readonly #response: ServerResponse
  #after: bigint
  #isPumping = false
  #hasMore = false
  #lastWrite = performance.now()
  /**
   * Starts at 0, so that a notification made between the page's first request and this stream's first check is
   * announced too.
   */
  #lastNotification = 0n

  constructor(services: StreamServices, { workspace, credential, after, caller }: Opening, response: ServerResponse) {
    this.#services = services
    this.workspace = workspace
    this.credential = credential
    this.#after = after
    this.#caller = caller
    this.#response = response
    response.on('error', () => {}) // the close event handles a client that is gone
    // How many milliseconds a browser waits before it reconnects.
    response.write('retry: 2000\n\n')
  }

  /** Destroys the connection, since a client that no longer reads would keep it open for ever. */
  end(): void {
    this.#response.end()
    setTimeout(() => this.#response.destroy(), END_WITHIN_MS).unref()
  }

  /** The sequence of the last event it has sent. */
  get after(): bigint {
    return this.#after
  }

  keepAlive(): void {
    if (performance.now() - this.#lastWrite > KEEP_ALIVE_MS) {
      this.#lastWrite = performance.now()
      this.#response.write(': still here\n\n')
    }
  }

  /** Tells a person's page, by a message without an id, that the inbox has something new. Keys have no inbox. */
  tellOfNotification(sequence: bigint): void {
    const isNewer = sequence > this.#lastNotification
    this.#lastNotification = sequence
    if (!isNewer || !this.workspace.person || !this.#response.writable) return
    this.#lastWrite = performance.now()
    this.#response.write('event: notification\ndata: {"type":"notification"}\n\n')
  }

  /** Sends all new events. When called again while it runs, it checks once more. Never rejects. */
  async pump(): Promise<void> {
    this.#hasMore = true
    if (this.#isPumping) return
    this.#isPumping = true
    try {
      while (this.#hasMore && this.#response.writable) {
        this.#hasMore = false
        if ((await this.#sendPage()) === PAGE) this.#hasMore = true
      }
    } catch (error) {
      this.#services.log.warn(describeFailure(error), 'event stream ended by a failure')
      this.end() // the client reconnects with the last id it has seen
    } finally {
      this.#isPumping = false
    }
  }

  async #sendPage(): Promise<number> {
    const { database } = this.#services
    const rows = await selectEventsAfter(database.readByKey, this.workspace, this.#after, PAGE)
    if (rows.length === 0) return 0
    const within = await eventsWithin(database.readByKey, this.workspace, rows)
    const events = await database.transaction((tx) =>
      revealEvents({ tx, services: this.#services, caller: this.#caller }, this.workspace, within),
    )
    for (const event of events) await this.#send(event)
    if (this.#response.writable) this.#after = rows.at(-1)!.sequence
    return rows.length
  }

  async #send({ row, type, text }: RenderedEvent): Promise<void> {
    if (!this.#response.writable) return
    this.#lastWrite = performance.now()
    const isTaken = this.#response.write(`id: ${row.sequence}\nevent: ${type}\ndata: ${text}\n\n`)
    this.#after = row.sequence
    // A slow reader delays only itself.
    if (!isTaken) await drained(this.#response)
  }
}

export type StreamServices = Pick<Services, 'database' | 'vault' | 'clock' | 'config' | 'credentials' | 'log'> & {
  wake: Wake
  slots: Slots
}

export type Opening = { workspace: Workspace; credential: Credential; after: bigint; caller: Caller }
