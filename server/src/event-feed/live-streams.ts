// The open event streams of this process. A stream remembers the last sequence it sent and reads on from there when a hint
// comes. Every second, one statement fetches the newest sequences of all workspaces with a stream, so a lost hint costs a
// second and never an event.

import type { ServerResponse } from 'node:http'
import { isGranted } from '../accounts/roles.ts'
import type { Workspace } from '../accounts/workspace.ts'
import { MAX_STREAMS_PER_PROCESS, MAX_STREAMS_PER_WORKSPACE } from '../config/rate-limits.ts'
import { ApiError } from '../errors.ts'
import type { Uuid } from '../ids.ts'
import { describeFailure } from '../log.ts'
import { selectNewestSequences } from './event-rows.ts'
import { LiveStream, type Opening, type StreamServices } from './live-stream.ts'

declare module '../services.ts' {
  interface Services {
    streams: LiveStreams
  }
}

const LOOK_MS = 1_000

export class LiveStreams {
  readonly #services: StreamServices
  readonly #streams = new Set<LiveStream>()
  readonly #stopListening: () => void
  readonly #timer: NodeJS.Timeout
  #isClosing = false
  #isStopping = false
  #isLooking = false

  constructor(services: StreamServices) {
    this.#services = services
    this.#stopListening = services.wake.on(({ id }) => {
      if (this.#streams.size > 0) this.#lookAt(id)
    })
    this.#timer = setInterval(() => void this.#lookAtAll(), LOOK_MS)
    this.#timer.unref()
  }

  get openCount(): number {
    return this.#streams.size
  }

  /** Reserves a place, which `open` takes or `leave` gives back. Throws when there are too many streams. */
  async enter({ limitScope }: Workspace): Promise<void> {
    // A client whose stream was ended reconnects on its open connection, which would keep the service from stopping.
    if (this.#isStopping) throw new ApiError('service_unavailable', 'The service is stopping; connect again.')
    if (
      this.#streams.size >= MAX_STREAMS_PER_PROCESS ||
      !(await this.#services.slots.enter(nameOf(limitScope), MAX_STREAMS_PER_WORKSPACE))
    )
      throw new ApiError(
        'rate_limit_exceeded',
        `At most ${MAX_STREAMS_PER_WORKSPACE} event streams may be open at once.`,
        {
          retryAfterSeconds: 5,
        },
      )
  }

  leave({ limitScope }: Workspace): void {
    this.#services.slots.leave(nameOf(limitScope))
  }

  open(opening: Opening, response: ServerResponse): void {
    const stream = new LiveStream(this.#services, opening, response)
    this.#streams.add(stream)
    response.once('close', () => {
      this.#streams.delete(stream)
      this.leave(opening.workspace)
    })
    if (this.#isClosing) stream.end()
    else void stream.pump()
  }

  /**
   * `isReplaced` is true when another process takes the place of this one. A client that reconnects here on an open connection
   * is then not refused: its stream ends at once, and its next one begins in the other process.
   */
  close({ isReplaced = false } = {}): void {
    this.#isClosing = true
    this.#isStopping = !isReplaced
    this.#stopListening()
    clearInterval(this.#timer)
    for (const stream of this.#streams) stream.end()
  }

  #lookAt(workspaceId: Uuid): void {
    for (const stream of this.#streams) if (stream.workspace.id === workspaceId) void stream.pump()
  }

  async #lookAtAll(): Promise<void> {
    if (this.#streams.size === 0 || this.#isLooking) return
    this.#isLooking = true
    try {
      await Promise.all([...this.#streams].map((stream) => this.#continueOrEnd(stream)))
      const newest = await selectNewestSequences(this.#services.database.readByKey, this.#workspaces())
      for (const stream of this.#streams) {
        const { event, notification } = newest.get(stream.workspace.id) ?? { event: 0n, notification: 0n }
        if (stream.after < event) void stream.pump()
        stream.tellOfNotification(notification)
      }
    } catch (error) {
      this.#services.log.warn(describeFailure(error), 'event streams could not look for new events')
    } finally {
      this.#isLooking = false
    }
  }

  /** The streams of a revoked key or session end, and a reset moves streams to the new workspace. */
  async #continueOrEnd(stream: LiveStream): Promise<void> {
    const workspace = await this.#services.credentials.resolve(stream.credential)
    if (!workspace || !mayStream(workspace)) return stream.end()
    stream.workspace = workspace
    stream.keepAlive()
  }

  #workspaces(): Workspace[] {
    return [...new Map([...this.#streams].map(({ workspace }) => [workspace.id, workspace])).values()]
  }
}

/** Named by the scope that a reset does not change. */
function nameOf(limitScope: string): string {
  return `streams ${limitScope}`
}

/** A role or scope can be removed, or a second factor required, while a stream is open. */
function mayStream({ person, key, environment }: Workspace): boolean {
  if (!person) return key?.scopes.has('events:read') === true
  return isGranted(person.role, environment, 'reveal') && !person.mustEnrol
}
