// The engine: every change of money or of a card's state goes through here. Operations that arrive while a batch is in
// flight form the next batch; an idle lane starts at once. Operations of one workspace use one lane, so that lanes do not
// wait for each other's lock on the workspace's row (docs/adr/0011-engine.md).

import type { RowKey } from '../database/bulk.ts'
import type { ShardMap } from '../database/distributed/shards.ts'
import type { Wake } from '../events/wake.ts'
import type { Uuid } from '../ids.ts'
import { BlockedOperations } from './blocked-operations.ts'
import { CounterPool } from './counter-pool.ts'
import { Lane, type LaneServices } from './lane.ts'
import { type Answered, NotDecided, type Operation, RowsLocked } from './operation.ts'
import { Waiting } from './waiting.ts'

declare module '../services.ts' {
  interface Services {
    engine: Engine
  }
}

const MAX_BATCH_SIZE = 256
/** A batch costs as much as some twenty operations, so many small ones would be slower than a few large ones. */
const ENOUGH_FOR_ANOTHER_LANE = 128
/** Two small batches cost more than one. From this size on, splitting costs less than leaving the database idle. */
const MIN_SPLIT_SIZE = 32
const LANES = 2
/**
 * On a distributed database a batch costs several statements for every shard that it touches. All operations of a shard use
 * one lane, so that few batches touch it.
 */
const LANES_OF_SHARDS = 4
const MAX_WAITING = 8_192
/** One workspace may not fill the queue for everybody. */
const MAX_WAITING_OF_WORKSPACE = MAX_WAITING / 2
const LATENESS_CHECK_MS = 50

type Track = {
  lane: Lane
  queue: Waiting[]
  inFlight: Waiting[]
  isStarting: boolean
  running: Promise<void> | undefined
}
/** The track of a workspace's operations, while it has any. */
type Course = { track: Track; count: number }

export class Engine {
  readonly counters = new CounterPool()
  readonly #wake: Wake
  readonly #tracks: Track[]
  readonly #shards: ShardMap | undefined
  readonly #courses = new Map<string, Course>()
  readonly #blocked: BlockedOperations
  #waiting = 0
  #lateness: NodeJS.Timeout | undefined

  constructor({ wake, ...services }: Omit<LaneServices, 'counters'> & { wake: Wake }) {
    const laneServices: LaneServices = { ...services, counters: this.counters }
    this.#wake = wake
    this.#shards = services.database.write.shards
    this.#blocked = new BlockedOperations(laneServices)
    const onBlocked = (waiting: Waiting, rows: readonly Uuid[]) => this.#block(waiting, rows)
    this.#tracks = Array.from({ length: this.#shards ? LANES_OF_SHARDS : LANES }, () => ({
      lane: new Lane(laneServices, onBlocked),
      queue: [],
      inFlight: [],
      isStarting: false,
      running: undefined,
    }))
  }

  /** Operations that were submitted and are not answered yet. */
  get waitingCount(): number {
    return this.#waiting
  }

  /** Rejects with `NotDecided` when nothing happened, and with the database's error when the outcome is unknown. */
  submit(operation: Operation): Promise<Answered> {
    const { id } = operation.workspace
    const course = this.#courses.get(id)
    if (this.#waiting >= MAX_WAITING || (course?.count ?? 0) >= MAX_WAITING_OF_WORKSPACE)
      return Promise.reject(new NotDecided('Too many operations are waiting; try again.'))
    const waiting = new Waiting(operation)
    this.#waiting += 1
    waiting.answered.then(
      () => this.#leave(operation, true),
      () => this.#leave(operation, false),
    )
    this.#watchLateness()
    const { track } = this.#enter(operation.workspace, course)
    const blockedBy = this.#blocked.rowsAmong(operation)
    if (blockedBy.length > 0) this.#block(waiting, blockedBy)
    else {
      track.queue.push(waiting)
      this.#start(track)
    }
    return waiting.answered
  }

  /** Finishes what was submitted and ends the connections. */
  async close(): Promise<void> {
    for (let running = this.#running(); running.length > 0; running = this.#running()) await Promise.all(running)
    await this.#blocked.close()
    await Promise.all(this.#tracks.map(({ lane }) => lane.close()))
    clearTimeout(this.#lateness)
  }

  #block(waiting: Waiting, rows: readonly Uuid[]): void {
    if (waiting.operation.ifLocked === 'leave') waiting.reject(new RowsLocked(rows))
    else this.#blocked.add(waiting, rows)
  }

  #running(): Promise<void>[] {
    return this.#tracks.flatMap(({ running }) => running ?? [])
  }

  #enter({ id, bucket }: RowKey, known: Course | undefined): Course {
    const course = known ?? { track: this.#trackOf(bucket), count: 0 }
    course.count += 1
    if (!known) this.#courses.set(id, course)
    return course
  }

  #leave({ workspace, wakes }: Operation, isAnswered: boolean): void {
    this.#waiting -= 1
    const course = this.#courses.get(workspace.id)!
    course.count -= 1
    if (course.count === 0) this.#courses.delete(workspace.id)
    if (isAnswered) this.#wake.raise(workspace, wakes)
  }

  /** The track of the bucket's shard. Without shards it is the first track, until half a batch waits there. */
  #trackOf(bucket: number): Track {
    if (this.#shards) return this.#tracks[this.#shards[bucket]! % this.#tracks.length]!
    return this.#tracks.reduce((best, track) =>
      best.queue.length >= ENOUGH_FOR_ANOTHER_LANE && track.queue.length < best.queue.length ? track : best,
    )
  }

  #start(track: Track): void {
    if (track.isStarting || track.running) return
    track.isStarting = true
    // Operations of the same turn of the event loop share the batch, without any delay.
    setImmediate(() => {
      track.isStarting = false
      track.running = this.#run(track)
    })
  }

  /**
   * A batch is answered when the next one is under way, so that the database works while we write answers and read new
   * requests. When many operations wait for an idle lane, half of them go first, so that there is a next batch.
   */
  async #run(track: Track): Promise<void> {
    const { queue, lane } = track
    const first = queue.length < MIN_SPLIT_SIZE ? queue.length : Math.ceil(queue.length / 2)
    track.inFlight = queue.splice(0, Math.min(first, MAX_BATCH_SIZE))
    let running = lane.run(track.inFlight)
    for (;;) {
      const answer = await running
      track.inFlight = queue.splice(0, MAX_BATCH_SIZE)
      const isMore = track.inFlight.length > 0
      if (isMore) running = lane.run(track.inFlight)
      answer()
      if (!isMore) break
    }
    track.running = undefined
    if (queue.length > 0) this.#start(track)
  }

  /** Runs while anything waits. No caller waits longer than its time limit, whatever the database does. */
  #watchLateness(): void {
    if (this.#lateness) return
    this.#lateness = setTimeout(() => {
      this.#lateness = undefined
      for (const { queue, inFlight } of this.#tracks) {
        for (const waiting of queue) waiting.rejectIfLate()
        for (const waiting of inFlight) waiting.rejectIfLate()
      }
      this.#blocked.rejectLate()
      if (this.#waiting > 0) this.#watchLateness()
    }, LATENESS_CHECK_MS)
    this.#lateness.unref()
  }
}
