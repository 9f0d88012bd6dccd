// The worker's part of webhooks. It processes a workspace when a hint says that something is new, when a retry comes due, and
// when a sweep over all workspaces finds something that no hint announced: it hands out events and sends what is due.

import { renderEvents } from '../../event-feed/render-events.ts'
import type { Topic } from '../../events/wake.ts'
import type { WorkspaceKey } from '../../ids.ts'
import { publicId, timeOfUuid, type Uuid } from '../../ids.ts'
import { describeFailure } from '../../log.ts'
import { openSender, type Sender } from '../../outbound/sender.ts'
import type { Services } from '../../services.ts'
import { DeliveryStatus } from '../deliveries.ts'
import { skippedAttempt } from '../delivery-attempts.ts'
import { type Attempted, attempt } from './attempt.ts'
import { DueTimes } from './due-times.ts'
import type { Endpoint, Waiting } from './endpoint.ts'
import { Endpoints } from './endpoints.ts'
import { eventOfDue, selectDue, selectNextDue } from './find-work.ts'
import { handOut, type NewDelivery, type SendingWorkspace } from './hand-out.ts'
import { Leases } from './leases.ts'
import { Outcomes } from './outcomes.ts'
import type { PendingEndpoint } from './pending-work.ts'
import { Sweep } from './sweep.ts'
import { endDelivery, startDelivery } from './trace-delivery.ts'
import { Turns } from './turns.ts'

const LOOK_MS = 1_000
const MAX_IN_FLIGHT = 2_000
// Less than the remaining time of a lease that is no longer renewed.
const STOP_WITHIN_MS = 3_500

export class Dispatcher {
  readonly #services: Services
  readonly #leases: Leases
  readonly #sender: Sender
  readonly #outcomes: Outcomes
  readonly #endpoints: Endpoints
  readonly #turns: Turns
  readonly #stopListening: () => void
  readonly #inFlight = new Set<Promise<void>>()
  /** Endpoints that wait because too many attempts are under way. */
  readonly #held = new Set<Endpoint>()
  /** Deliveries that are under way or not yet written, with their bucket, including those of endpoints closed meanwhile. */
  readonly #unwritten = new Map<Uuid, number>()
  /** What was written while each read of due rows was under way. */
  readonly #readings = new Set<Set<Uuid>>()
  /** Workspaces known to have a subscription. */
  readonly #watched = new Set<Uuid>()
  readonly #dueTimes = new DueTimes()
  readonly #sweep: Sweep
  #isStopping = false
  readonly #looking: Promise<void>
  #wakeUp: () => void = () => {}

  constructor(services: Services) {
    this.#services = services
    this.#leases = new Leases(services.database)
    this.#sender = openSender()
    this.#outcomes = new Outcomes(services)
    this.#endpoints = new Endpoints(services)
    this.#turns = new Turns((place, topic) => this.#lookOrTell(place, topic))
    this.#sweep = new Sweep(services, {
      watched: ({ bucket, id, isBehind }) => this.#meet({ bucket, id }, isBehind),
      pending: (endpoint) => this.#meetPending(endpoint),
    })
    this.#stopListening = services.wake.on((place, topic) => this.#hear(place, topic))
    this.#looking = this.#lookForEver()
  }

  async stop(): Promise<void> {
    this.#isStopping = true
    this.#stopListening()
    this.#wakeUp()
    await this.#looking
    await this.#turns.stop()
    this.#endpoints.closeWhere(() => true)
    await Promise.race([Promise.all(this.#inFlight), pause(STOP_WITHIN_MS)])
    await this.#outcomes.stop()
    await this.#leases.release().catch(() => {}) // they expire by themselves
    await this.#sender.close()
  }

  #hear(place: WorkspaceKey, topic: Topic): void {
    if (!this.#leases.owns(place.bucket)) return
    if (topic === 'endpoints') this.#watched.add(place.id)
    // Every write raises a hint, and there are thousands. Most workspaces have no endpoint, and must cost nothing here.
    if (this.#watched.has(place.id) || !this.#sweep.isComplete) this.#turns.want(place, topic)
  }

  async #lookForEver(): Promise<void> {
    while (!this.#isStopping) {
      await this.#look().catch((error) =>
        this.#services.log.error(describeFailure(error), 'webhook worker could not look for work'),
      )
      await new Promise<void>((resolve) => {
        this.#wakeUp = resolve
        setTimeout(resolve, this.#isStopping ? 0 : LOOK_MS)
      })
    }
  }

  async #look(): Promise<void> {
    const busy = new Set(this.#unwritten.values())
    // Hints for a bucket that was not ours were ignored.
    if (await this.#leases.renew((bucket) => busy.has(bucket))) this.#sweep.restart()
    const { owned } = this.#leases
    this.#endpoints.closeWhere((endpoint) => !owned.has(endpoint.bucket))
    this.#endpoints.dropIdle((endpoint) => this.#turns.isAt(endpoint.settings.place))
    for (const place of this.#dueTimes.take(this.#services.clock().getTime())) this.#turns.want(place, 'all')
    await this.#sweep.step()
  }

  #meet(place: WorkspaceKey, isBehind: boolean): void {
    if (!this.#leases.owns(place.bucket)) return
    this.#watched.add(place.id)
    if (isBehind) this.#turns.want(place, 'events')
  }

  #meetPending({ bucket, id, workspace_id, dueInMs }: PendingEndpoint): void {
    if (dueInMs === null || !this.#leases.owns(bucket)) return
    if (dueInMs <= 0 && this.#endpoints.get(id)?.room === 0) return
    this.#dueTimes.add({ bucket, id: workspace_id }, this.#services.clock().getTime() + dueInMs)
  }

  /** The next sweep finds what a failure left undone. */
  async #lookOrTell(place: WorkspaceKey, topic: Topic): Promise<boolean> {
    try {
      return await this.#lookAt(place, topic)
    } catch (error) {
      this.#services.log.error(describeFailure(error), 'webhook worker could not look at a workspace')
      return false
    }
  }

  /** Processes a workspace once. Returns whether there is more to do right away. */
  async #lookAt(place: WorkspaceKey, topic: Topic): Promise<boolean> {
    if (!this.#leases.owns(place.bucket)) return false
    const handed = await handOut(this.#services, place)
    if (!handed) {
      this.#endpoints.closeWhere((endpoint) => endpoint.settings.place.id === place.id)
      return false
    }
    if (handed.isWatched) this.#watched.add(place.id)
    else this.#watched.delete(place.id)
    const endpoints = await this.#endpoints.update(handed.owner, handed.webhooks)
    await this.#queueNew(handed.owner, handed.deliveries)
    for (const endpoint of endpoints) {
      if (topic !== 'events' || endpoint.needsMoreDeliveries) await this.#load(handed.owner, endpoint)
      this.#send(endpoint)
    }
    return handed.isMore
  }

  async #queueNew(owner: SendingWorkspace, deliveries: readonly NewDelivery[]): Promise<void> {
    const events = [...new Map(deliveries.map(({ event }) => [event.id, event])).values()]
    const rendered = new Map((await this.#render(owner, events)).map((event) => [event.row.id, event] as const))
    for (const { delivery, event } of deliveries) {
      const { id, type, text } = rendered.get(event.id)!
      this.#endpoints.get(delivery.webhook_id)?.add({ delivery, eventId: id, eventType: type, body: text })
    }
  }

  /** Loads retries, and deliveries that did not fit before, from the database. */
  async #load(owner: SendingWorkspace, endpoint: Endpoint): Promise<void> {
    if (endpoint.room === 0) return
    endpoint.hasMore = false
    const limit = endpoint.knownCount + endpoint.room
    const now = new Date(this.#services.clock().getTime() + Number(owner.offsetMs))
    // A row may be read as pending although its attempt ends and is written before the rows arrive here.
    const writtenMeanwhile = new Set<Uuid>()
    this.#readings.add(writtenMeanwhile)
    const sql = this.#services.database.readByKey
    const [due, [next]] = await Promise.all([
      selectDue(sql, endpoint.bucket, endpoint.id, now, limit),
      selectNextDue(sql, endpoint.bucket, endpoint.id, now),
    ]).finally(() => this.#readings.delete(writtenMeanwhile))
    if (next) this.#dueTimes.add(endpoint.settings.place, next.next_attempt_at.getTime() - Number(owner.offsetMs))
    if (due.length === limit) endpoint.hasMore = true
    const isOurs = ({ id }: { id: Uuid }) => endpoint.knows(id) || this.#unwritten.has(id) || writtenMeanwhile.has(id)
    const fresh = due.filter((row) => !isOurs(row))
    const kept = fresh.filter((row) => row.happened_at !== null)
    for (const row of fresh) if (row.happened_at === null) this.#giveUp(endpoint, row)
    const events = await this.#render(owner, kept.map(eventOfDue))
    kept.forEach((delivery, index) => {
      const { id, type, text } = events[index]!
      endpoint.add({ delivery, eventId: id, eventType: type, body: text })
    })
  }

  #render(owner: SendingWorkspace, events: Parameters<typeof renderEvents>[2]) {
    const { database, vault, config } = this.#services
    return renderEvents({ sql: database.readByKey, vault, config }, owner, events)
  }

  #giveUp(endpoint: Endpoint, delivery: Waiting['delivery']): void {
    const given = {
      ...delivery,
      attempt: delivery.attempt + 1,
      status: DeliveryStatus.failed,
      response_body: 'the event is no longer kept',
      next_attempt_at: null,
    }
    const kept = skippedAttempt(
      new Date(this.#services.clock().getTime() + Number(endpoint.settings.offsetMs)),
      given.response_body,
    )
    this.#outcomes.add({ delivery: given, kept, endpoint: undefined, written: () => endpoint.forget(delivery.id) })
  }

  #send(endpoint: Endpoint): void {
    while (!this.#isStopping && this.#leases.owns(endpoint.bucket)) {
      if (this.#inFlight.size >= MAX_IN_FLIGHT) {
        this.#held.add(endpoint)
        return
      }
      const waiting = endpoint.next()
      if (!waiting) return
      const sending: Promise<void> = this.#attempt(endpoint, waiting).finally(() => this.#inFlight.delete(sending))
      this.#inFlight.add(sending)
    }
  }

  #sendMore(endpoint: Endpoint): void {
    this.#send(endpoint)
    const [held] = this.#held
    if (held) {
      this.#held.delete(held)
      this.#send(held)
    }
    if (endpoint.needsMoreDeliveries) this.#turns.want(endpoint.settings.place, 'all')
  }

  async #attempt(endpoint: Endpoint, waiting: Waiting): Promise<void> {
    const { id } = waiting.delivery
    this.#unwritten.set(id, endpoint.bucket)
    if (waiting.delivery.attempt === 0) this.#observeFirst(waiting)
    const { clock, tracer, metrics } = this.#services
    const span = tracer && startDelivery(tracer, endpoint, waiting)
    const attempted = await attempt({ clock, sender: this.#sender }, endpoint, waiting, span)
    if (span) endDelivery(tracer!, span, attempted)
    metrics.webhookAttempts.inc({ outcome: attempted.isSuccess ? 'succeeded' : 'failed' })
    this.#outcomes.add({
      delivery: attempted.delivery,
      kept: attempted.kept,
      endpoint: attempted.endpoint,
      notice: attempted.notice,
      written: () => {
        endpoint.ended(attempted.isSuccess, attempted.delivery.duration_ms ?? 0)
        endpoint.forget(id)
        this.#unwritten.delete(id)
        for (const written of this.#readings) written.add(id)
        this.#remember(endpoint, attempted.delivery.next_attempt_at)
        this.#sendMore(endpoint)
      },
    })
    if (attempted.deactivated) this.#deactivate(endpoint, attempted)
  }

  #remember({ settings: { place, offsetMs } }: Endpoint, retryAt: Date | null): void {
    if (retryAt) this.#dueTimes.add(place, retryAt.getTime() - Number(offsetMs))
  }

  #observeFirst({ delivery }: Waiting): void {
    const lagMs = this.#services.clock().getTime() - timeOfUuid(delivery.event_id).getTime()
    this.#services.metrics.webhookLag.observe(lagMs / 1000)
  }

  #deactivate(endpoint: Endpoint, { deactivated }: Attempted): void {
    if (!endpoint.isOpen) return
    endpoint.close()
    this.#services.log.warn(
      { webhook: publicId('webhook', endpoint.bucket, endpoint.id), reason: deactivated },
      deactivated === 'gone'
        ? 'webhook deactivated: the endpoint answered 410'
        : 'webhook deactivated: it has failed for five days',
    )
  }
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms).unref())
}
