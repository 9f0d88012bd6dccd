import { RowRun } from '../../runs/row-run.ts'
import { type BulkRun, setBulkRun } from './bulk-store.ts'
import { type BulkRow, type Operation, sendOne, undoOf } from './operations.ts'

/** Few enough that one person's run leaves room for the requests of others. */
const CONCURRENCY = 4
/** With 4 at a time 600 requests a minute: a session may send 1,000, and the pages need some of them. */
const PACE_MS = 400
/** Fewer cards than this are done at once. */
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

/** Takes the cards that were changed back to what they were. */
export function undoBulk({ operation, run, userId }: BulkRun): void {
  const undo = undoOf(operation)
  if (!undo) return
  const { outcomes } = run.state()
  const changed = run.rows.filter((_, index) => outcomes[index]!.state === 'done')
  startBulk(undo, changed, userId)
}
