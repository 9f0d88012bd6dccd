import { RowRun } from '../../runs/row-run.ts'
import { type BulkRun, setBulkRun } from './bulk-store.ts'
import { type BulkRow, type Operation, sendOne, undoOf } from './operations.ts'

/** Low enough that one person's run leaves room for other people's requests. */
const CONCURRENCY = 4
/** With 4 requests at a time this makes 600 a minute. A session may send 1,000, and the pages need some of those. */
const PACE_MS = 400
/** Runs over fewer cards are not slowed down. */
const MIN_PACED = 300

export function startBulk(operation: Operation, rows: readonly BulkRow[], userId: string): void {
  const run = new RowRun<BulkRow, unknown>({
    rows,
    problemOf: ({ problem }) => problem,
    send: (row, key) => sendOne(operation, row, key),
    concurrency: CONCURRENCY,
    ...(rows.length >= MIN_PACED && { paceMs: PACE_MS }),
  })
  setBulkRun({ id: crypto.randomUUID(), operation, userId, run })
  void run.start()
}

/** Undoes the run for the cards that it changed. */
export function undoBulk({ operation, run, userId }: BulkRun): void {
  const undo = undoOf(operation)
  if (!undo) return
  const { outcomes } = run.state()
  const changed = run.rows.filter((_, index) => outcomes[index]!.state === 'done')
  startBulk(undo, changed, userId)
}
