import { applyDeferred, readUpdates } from '../../card-network/catch-up.ts'
import { takeOutsideHolds } from '../../card-network/compare-holds.ts'
import type { ReportServices } from '../../card-network/take-report.ts'
import { summarizeDeferred, wakeAllDeferred } from '../../processors/deferred-messages.ts'
import type { Processor } from '../../processors/processor.ts'
import { type Command, json } from '../command.ts'
import { UsageError } from '../failures.ts'
import { print, printJson } from '../table.ts'
import { recordAtProcessor } from './accounts-at.ts'
import { asked, type ProcessorSession, withProcessor } from './open-processors.ts'

const UNIT_MS: Record<string, number> = { m: 60_000, h: 3_600_000, d: 86_400_000 }
const MAX_DAYS = 90
const DEFAULT_SINCE = '1h'
/** Of two hundred pages each. */
const MAX_ROUNDS = 1_000

export const syncProcessor: Command = {
  name: 'processors sync',
  summary:
    'read the updates of a processor again, try deferred messages again, and set holds that differ to its amounts',
  argument: 'NAME',
  options: {
    since: { type: 'string', value: 'TIME', help: `how far back: 30m, 6h or 7d; ${DEFAULT_SINCE} when left out` },
    json,
  },
  notes:
    'Nothing counts twice: what is known already changes nothing. How far back a processor tells is its own affair (Stripe thirty days, Lithic ninety).',
  async run(input) {
    const backMs = durationOf(input.text('since') ?? DEFAULT_SINCE)
    const done = await withProcessor(input.argument, (opened) => sync(opened, backMs))
    if (input.flag('json')) printJson(done)
    else print(describe(done))
  },
}

function durationOf(text: string): number {
  const [, number, unit] = /^(\d{1,6})([mhd])$/.exec(text) ?? []
  const ms = Number(number) * (UNIT_MS[unit ?? ''] ?? Number.NaN)
  if (ms > 0 && ms <= MAX_DAYS * UNIT_MS.d!) return ms
  throw new UsageError(`--since must be a time like 30m, 6h or 7d, up to ${MAX_DAYS}d`)
}

type Done = {
  since: Date
  items: number
  reports: { applied: number; known: number; deferred: number }
  applied: number
  still_deferred: number
  holds_set: number
}

async function sync(
  { services, processor }: ProcessorSession & { processor: Processor },
  backMs: number,
): Promise<Done> {
  const since = new Date(services.clock().getTime() - backMs)
  const items = await asked(processor, 'when it was asked for updates', () => readAll(services, processor, since))
  const reports = await countReports(services)
  const applied = await retryDeferred(services, processor)
  const holds_set = await asked(processor, 'when it was asked for holds', () => takeOutsideHolds(services, processor))
  await recordAtProcessor(services.database, processor, 'processor.sync')
  const deferred = (await summarizeDeferred(services)).filter((each) => each.processor === processor.name)
  const still_deferred = deferred.reduce((sum, { count }) => sum + count, 0)
  return { since, items, reports, applied, still_deferred, holds_set }
}

async function readAll(services: ReportServices, processor: Processor, since: Date): Promise<number> {
  let cursor: string | undefined = processor.cursorAt(since)
  let items = 0
  for (let n = 0; n < MAX_ROUNDS; n++) {
    const read = await readUpdates(services, processor, cursor)
    items += read.items
    cursor = read.cursor
    if (!read.isMore) break
  }
  return items
}

/** This process has read nothing else, so its counters are those of this run. */
async function countReports({ processors }: ReportServices): Promise<Done['reports']> {
  const { values } = await processors.metrics.reports.get()
  const of = (outcome: string) => values.find(({ labels }) => labels.outcome === outcome)?.value ?? 0
  return { applied: of('applied'), known: of('known'), deferred: of('deferred') }
}

/** Tries each deferred message once. One that stays deferred becomes due later. */
async function retryDeferred(services: ReportServices, processor: Processor): Promise<number> {
  await wakeAllDeferred(services, processor.name)
  let applied = 0
  for (let n = 0; n < MAX_ROUNDS; n++) {
    const round = await applyDeferred(services)
    applied += round.applied
    if (round.tried === 0) break
  }
  return applied
}

function describe({ since, items, reports, applied, still_deferred, holds_set }: Done): string {
  return [
    `${items} updates since ${since.toISOString()}: ${reports.applied} applied to the books, ${reports.known} known already, ${reports.deferred} deferred.`,
    `${applied} deferred messages went into the books; ${still_deferred} are deferred still.`,
    `${holds_set} holds were set to the processor's amounts.`,
  ].join('\n')
}
