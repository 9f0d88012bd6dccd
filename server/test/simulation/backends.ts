// All sessions with PostgreSQL, and who waits for whom among them.

import type postgres from 'postgres'
import type { ConnectionOptions } from '../../src/database/wire/target.ts'
import { Backend, kindOf } from './backend.ts'
import { realPause } from './machine.ts'

const LOOK_AGAIN_MS = 1
/** Minutes, even on a busy machine. */
const MAX_LOOKS = 2_000

type Waits = Map<number, readonly number[]>

export class Backends {
  /** Who waits for whom, by the numbers of PostgreSQL's processes, after the last step. */
  waits: Waits = new Map()
  readonly #connection: ConnectionOptions
  readonly #admin: postgres.Sql
  readonly #free: Backend[] = []
  readonly #used = new Set<Backend>()

  constructor(connection: ConnectionOptions, admin: postgres.Sql) {
    this.#connection = connection
    this.#admin = admin
  }

  async take(settings: Record<string, string>): Promise<Backend> {
    const index = this.#free.findIndex(({ kind }) => kind === kindOf(settings))
    const backend = index < 0 ? await Backend.open(this.#connection, settings) : this.#free.splice(index, 1)[0]!
    this.#used.add(backend)
    return backend
  }

  /** For a session that does not wait. */
  async give(backend: Backend): Promise<void> {
    await backend.reset()
    this.#used.delete(backend)
    this.#free.push(backend)
  }

  /** Resolves when every session has answered or waits for a lock of another one, so that nothing goes on by itself. */
  async untilStill(): Promise<void> {
    let before = ''
    for (let look = 0; look < MAX_LOOKS; look++) {
      const busy = [...this.#used].filter(({ isBusy }) => isBusy)
      this.waits = new Map()
      if (busy.length === 0) return
      const progress = Promise.race(busy.map((each) => each.progress()))
      await (this.#mayWait(busy) ? Promise.race([progress, realPause(LOOK_AGAIN_MS)]) : progress)
      if (busy.some(({ isBusy }) => !isBusy)) continue
      const waits = await this.#readWaits(busy)
      const now = JSON.stringify([...waits])
      // Twice the same, because the processes are looked at one after another.
      const isStill = busy.every(({ pid, isBusy }) => isBusy && waits.has(pid)) && now === before
      before = now
      if (!isStill) continue
      this.waits = waits
      return
    }
    throw new Error('PostgreSQL did not come to rest')
  }

  async cancel(backend: Backend, state: string): Promise<void> {
    backend.cancelledAs = state
    await this.#admin`select pg_cancel_backend(${backend.pid})`
    await backend.progress()
  }

  close(): void {
    for (const backend of [...this.#free, ...this.#used]) backend.close()
  }

  /** Without another one that may hold a lock, there is nothing to wait for. */
  #mayWait(busy: Backend[]): boolean {
    return busy.length > 1 || [...this.#used].some((each) => each !== busy[0] && each.mayHoldLocks)
  }

  /** Only waits for our own sessions count: others do not belong to the run and end by themselves. */
  async #readWaits(busy: Backend[]): Promise<Waits> {
    const own = new Set([...this.#used].map(({ pid }) => pid))
    const rows = await this.#admin<{ pid: number; blockers: number[] }[]>`
      select pid, pg_blocking_pids(pid) as blockers from unnest(${busy.map(({ pid }) => pid)}::integer[]) as asked (pid)`
    return new Map(
      rows.flatMap(({ pid, blockers }) =>
        blockers.length > 0 && blockers.every((each) => own.has(each)) ? [[pid, blockers] as const] : [],
      ),
    )
  }
}

/** The sessions that wait for each other in a circle, if any do. */
export function findCircle(waits: Waits): readonly number[] | undefined {
  const reach = (from: number, path: readonly number[]): readonly number[] | undefined => {
    if (path.includes(from)) return path.slice(path.indexOf(from))
    for (const next of waits.get(from) ?? []) {
      const circle = reach(next, [...path, from])
      if (circle) return circle
    }
    return undefined
  }
  for (const pid of waits.keys()) {
    const circle = reach(pid, [])
    if (circle) return circle
  }
  return undefined
}
