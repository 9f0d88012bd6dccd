// How fast a processor was answered, per minute, summed over all processes; the histogram on /metrics covers one process and
// ends with it. These figures are only shown to people, so a killed process may lose its last seconds of them.

import type { Logger } from 'pino'
import { insertOf, integer, smallint, text, timestamptz } from '../database/bulk.ts'
import type { Database, Sql } from '../database/database.ts'
import { describeFailure } from '../log.ts'

/** `missed` counts updates that polling found and no message had brought. */
export const MinuteKind = { answered: 1, late: 2, failed: 3, missed: 4 } as const
export type MinuteKind = keyof typeof MinuteKind

/** The bounds between which durations are counted. No request lasts longer than the last one. */
export const DURATION_BOUNDS_MS = [
  5, 10, 15, 20, 30, 50, 75, 100, 150, 200, 300, 500, 750, 1_000, 1_500, 2_000, 5_000, 60_000,
] as const
const LAST_BOUND_MS = 60_000

const MINUTE_MS = 60_000
const HOUR_MS = 3_600_000
const GATHER_MS = 2_000
/** The limit while the database is away. Further rows are not counted. */
const MAX_WAITING_ROWS = 5_000

type Row = { processor: string; minute: number; what: MinuteKind; upToMs: number; times: number }

/** Sorted by key, so that two processes that write at once cannot deadlock. */
const addRows = insertOf<Row>(
  'processor_minutes',
  {
    minute: timestamptz((row) => new Date(row.minute)),
    processor: text((row) => row.processor),
    what: smallint((row) => MinuteKind[row.what]),
    up_to_ms: integer((row) => row.upToMs),
    times: integer((row) => row.times),
  },
  'on conflict (processor, minute, what, up_to_ms) do update set times = processor_minutes.times + excluded.times',
)

export class ProcessorMinutes {
  readonly #need: { database: Pick<Database, 'write'>; clock: () => Date; log: Logger }
  #waiting = new Map<string, Row>()
  #timer: NodeJS.Timeout | undefined
  #writing: Promise<void> = Promise.resolve()

  constructor(need: { database: Pick<Database, 'write'>; clock: () => Date; log: Logger }) {
    this.#need = need
  }

  /** Without a duration for what is not timed. */
  count(processor: string, what: MinuteKind, durationMs?: number): void {
    const minute = Math.floor(this.#need.clock().getTime() / MINUTE_MS) * MINUTE_MS
    this.#add({ processor, minute, what, upToMs: durationMs === undefined ? 0 : boundOf(durationMs), times: 1 })
    this.#timer ??= setTimeout(() => void this.flush(), GATHER_MS).unref()
  }

  /** Resolves when what was counted before has been written, or could not be. */
  flush(): Promise<void> {
    this.#writing = this.#writing.then(() => this.#write())
    return this.#writing
  }

  async #write(): Promise<void> {
    clearTimeout(this.#timer)
    this.#timer = undefined
    const rows = [...this.#waiting].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, row]) => row)
    if (rows.length === 0) return
    this.#waiting = new Map()
    try {
      await addRows(this.#need.database.write, rows)
    } catch (error) {
      this.#need.log.warn(describeFailure(error), 'the minutes of processors were not written')
      for (const row of rows) this.#add(row) // written with the next ones
    }
  }

  #add(row: Row): void {
    const key = `${row.processor}\n${row.minute}\n${MinuteKind[row.what]}\n${row.upToMs}`
    const known = this.#waiting.get(key)
    if (known) known.times += row.times
    else if (this.#waiting.size < MAX_WAITING_ROWS) this.#waiting.set(key, row)
  }
}

export function boundOf(durationMs: number): number {
  return DURATION_BOUNDS_MS.find((bound) => durationMs <= bound) ?? LAST_BOUND_MS
}

export type LastHour = {
  answered: number
  late: number
  failed: number
  missed: number
  /** The bounds below which half, and 99 of 100, of the answers took. Undefined when there were none. */
  p50Ms: number | undefined
  p99Ms: number | undefined
}

export async function readLastHour(sql: Sql, processor: string, now: Date): Promise<LastHour> {
  const rows = await sql<{ what: number; up_to_ms: number; times: number }[]>`
    select what, up_to_ms, sum(times)::integer as times from processor_minutes
    where processor = ${processor} and minute > ${new Date(now.getTime() - HOUR_MS)} group by what, up_to_ms`
  const timesOf = (kind: MinuteKind) =>
    rows.filter(({ what }) => what === MinuteKind[kind]).reduce((sum, { times }) => sum + times, 0)
  const answers = rows.filter(({ what }) => what === MinuteKind.answered)
  return {
    answered: timesOf('answered'),
    late: timesOf('late'),
    failed: timesOf('failed'),
    missed: timesOf('missed'),
    p50Ms: quantileBound(answers, 0.5),
    p99Ms: quantileBound(answers, 0.99),
  }
}

/** The smallest bound below which at least this share of the durations lies. */
export function quantileBound(
  counts: readonly { up_to_ms: number; times: number }[],
  share: number,
): number | undefined {
  const sorted = counts.toSorted((a, b) => a.up_to_ms - b.up_to_ms)
  const wanted = Math.ceil(sorted.reduce((sum, { times }) => sum + times, 0) * share)
  let below = 0
  for (const { up_to_ms, times } of sorted) {
    below += times
    if (below >= wanted) return up_to_ms
  }
  return undefined
}

/** One round of the worker. An hour more than is shown. */
export async function pruneMinutes({ database, clock }: { database: Database; clock: () => Date }): Promise<void> {
  const before = new Date(clock().getTime() - 2 * HOUR_MS)
  await database.write`delete from processor_minutes where minute < ${before}`
}
