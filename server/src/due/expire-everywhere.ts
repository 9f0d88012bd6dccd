// One round of the worker over every workspace in which something is due. Nobody waits for it, so it leaves out what somebody
// else has locked and comes back to it in the next round: an expiry that waited would keep the cards that it has locked
// already from everybody.

import type { Database } from '../database/database.ts'
import type { Engine } from '../engine/engine.ts'
import { RowsLocked, unkeyed } from '../engine/operation.ts'
import type { Uuid, WorkspaceKey } from '../ids.ts'
import { type DueItem, findDue, needsAny, needsOfDue } from './expire-due.ts'
import { findWorkspacesWithDue } from './find-workspaces-with-due.ts'

type Services = { database: Database; engine: Engine }

const BATCH = 500
/** More than any round needs. What is left after it is found by the next round. */
const MAX_STEPS = 1_000
const MAX_SEARCHES = 100

/**
 * A workspace that fails, or is locked, does not keep the others waiting: each is tried once in a round. The first failure is
 * thrown at the end, for the log and the metric of the worker.
 */
export async function expireDueEverywhere(services: Services, wall: Date): Promise<number> {
  const tried = new Set<Uuid>()
  const failures: unknown[] = []
  for (let n = 0; n < MAX_SEARCHES; n++) {
    const found = await findWorkspacesWithDue(services.database.readByKey, wall, tried)
    for (const { bucket, id, clock_offset_ms } of found) {
      tried.add(id)
      const horizon = new Date(wall.getTime() + Number(clock_offset_ms))
      await expireFree(services, { bucket, id }, horizon).catch((error) => failures.push(error))
    }
    if (found.length === 0) break
  }
  if (failures.length > 0) throw failures[0]
  return tried.size
}

/** Ends what is due in a workspace, except what needs a row that somebody else has locked. */
async function expireFree({ database, engine }: Services, workspace: WorkspaceKey, horizon: Date): Promise<void> {
  const skipped = new Set<Uuid>()
  for (let n = 0; n < MAX_STEPS; n++) {
    const { items, isAll } = await findDue(database.readByKey, workspace, horizon, BATCH, skipped)
    if (items.length === 0) return
    const locked = await tryToExpire(engine, workspace, items)
    if (locked.length === 0 && isAll) return
    const added = rowsToSkip(items, new Set(locked))
    // The workspace itself is locked, or something that no item names.
    if (locked.length > 0 && added.length === 0) return
    for (const id of added) skipped.add(id)
  }
}

/** The rows that are locked, and kept everything from being posted; empty when all was posted. */
async function tryToExpire(engine: Engine, workspace: WorkspaceKey, items: readonly DueItem[]): Promise<Uuid[]> {
  try {
    await engine.submit(
      unkeyed({
        workspace,
        needs: needsOfDue(items),
        wakes: 'events',
        ifLocked: 'leave',
        decide(books) {
          for (const item of items) item.expire(books)
        },
      }),
    )
    return []
  } catch (error) {
    if (error instanceof RowsLocked) return error.rows.length > 0 ? [...error.rows] : [workspace.id]
    throw error
  }
}

/** The cards and deposits of the items that need a locked row. */
function rowsToSkip(items: readonly DueItem[], locked: ReadonlySet<Uuid>): Uuid[] {
  return items
    .filter((item) => needsAny(item, locked))
    .flatMap(({ needs: { cards = [], deposits = [] } }) => [...cards, ...deposits])
}
