import Type from 'typebox'
import { readWorkspaceTime } from '../accounts/read-workspace-time.ts'
import { workspaceTime } from '../clock.ts'
import type { Sql } from '../database/database.ts'
import { type Due, findDue, needsAny, needsOfDue } from '../due/expire-due.ts'
import type { Books } from '../engine/books.ts'
import type { Engine } from '../engine/engine.ts'
import { NotDecided, RowsLocked, unkeyed } from '../engine/operation.ts'
import { refuse } from '../engine/refusal.ts'
import { change, read } from '../http/route.ts'
import { Strict, Timestamp } from '../http/schemas.ts'
import type { Uuid, WorkspaceKey } from '../ids.ts'
import { workspaces } from '../ledger/tables.ts'
import { WorkspaceReplaced } from '../ledger/workspace-replaced.ts'

const MAX_SECONDS = 126_230_400 // four years
const BATCH = 1_000
/** More than any move needs: a step ends up to a thousand items, and the items of a locked card one by one. */
const MAX_STEPS = 10_000
/** How long a step waits for a card that somebody else has locked. */
const PATIENCE_MS = 5_000
// Clients cannot parse timestamps whose year has more than four digits.
const END_OF_TIME = Date.UTC(9990, 0, 1)

const SandboxClock = Type.Object({ now: Timestamp('The current workspace time.') }, { $id: 'SandboxClock' })

export const getClock = read({
  method: 'GET',
  url: '/sandbox/clock',
  operationId: 'getSandboxClock',
  scope: null,
  bounds: 'open',
  tag: 'Sandbox',
  access: 'develop',
  summary: 'Read the sandbox clock',
  sandboxOnly: true,
  reply: { 200: SandboxClock },
  errors: ['sandbox_only'],
  async read({ sql, workspace, services }) {
    return { now: (await readWorkspaceTime(sql, workspace, services)).toISOString() }
  },
})

export const advanceClock = change({
  method: 'POST',
  url: '/sandbox/clock/advance',
  operationId: 'advanceSandboxClock',
  scope: 'sandbox:write',
  agents: 'never',
  tag: 'Sandbox',
  access: 'develop',
  summary: 'Move the sandbox clock forward',
  description:
    'Moves the clock. When the call returns, everything that became due has happened, in order and with its own time: holds and deposits have expired, challenges have ended, a new month may have begun. A 503 means that the clock has not arrived yet; the next call continues from there.',
  sandboxOnly: true,
  body: Strict({ seconds: Type.Integer({ minimum: 1, maximum: MAX_SECONDS, examples: [86400] }) }),
  reply: { 200: SandboxClock },
  errors: ['sandbox_only'],
  wakes: 'all',
  needs: () => ({ wallet: true }),
  // The goal of the clock is stored under the idempotency key, and counts from the goal that it is already moving to.
  decide({ workspace: { bucket, id }, body }, { workspace, changes, now }) {
    const { clock_offset_ms: offset, clock_goal_ms: before } = workspace
    const goal = (before > offset ? before : offset) + BigInt(body.seconds) * 1000n
    const arrival = new Date(now.getTime() + Number(goal - offset))
    if (arrival.getTime() > END_OF_TIME)
      return refuse('invalid_request', 'The sandbox clock ends in the year 9990.', 'seconds')
    workspace.clock_goal_ms = goal
    changes.workspace({ bucket, id }).clockGoalMs = goal
    return { status: 200, body: { now: arrival.toISOString() } }
  },
  /**
   * Also runs for a retry: it resumes a move that a crash interrupted. What became due while the clock was moving is ended
   * too, because the time passes meanwhile and others make holds.
   */
  async finish({ workspace, services }) {
    const { readByKey } = services.database
    for (let n = 0; n < MAX_STEPS; n++) {
      const { offset, left } = await readWay(readByKey, workspace)
      const now = workspaceTime(services.clock(), offset)
      const due = await findDue(readByKey, workspace, new Date(now.getTime() + Number(left)), BATCH)
      if (left === 0n && due.items.length === 0) return
      await takeStep(services.engine, { workspace, goal: offset + left, due })
    }
    throw notArrived()
  },
})

/** How far the clock has come, and how far it still has to go. */
async function readWay(sql: Sql, workspace: WorkspaceKey): Promise<{ offset: bigint; left: bigint }> {
  const [row] = await workspaces.find(sql, [workspace])
  if (!row?.live) throw new WorkspaceReplaced()
  const left = row.clock_goal_ms - row.clock_offset_ms
  return { offset: row.clock_offset_ms, left: left > 0n ? left : 0n }
}

/** `goal` is the one for which due items were looked up, since another advance may have set a later goal meanwhile. */
type ClockStep = { workspace: WorkspaceKey; goal: bigint; due: Due }

/**
 * One operation for all that is due, unless somebody else has locked a row of it. Then the items before that row are ended
 * first, and the item itself waits alone: an operation that waited with all rows would keep every other card locked.
 */
async function takeStep(engine: Engine, step: ClockStep): Promise<void> {
  const { items } = step.due
  const locked = await moveIfFree(engine, step)
  if (!locked) return
  const free = items.findIndex((item) => needsAny(item, locked))
  if (free > 0) await moveIfFree(engine, withFirst(step, free))
  else await moveWhenFree(engine, items.length > 0 ? withFirst(step, 1) : step)
}

/** The step with the first items only; the clock then stops where the last of them was due. */
function withFirst(step: ClockStep, count: number): ClockStep {
  const items = step.due.items.slice(0, count)
  return { ...step, due: { items, until: items.at(-1)!.at, isAll: false } }
}

/** The rows that somebody else has locked, if any: then nothing has happened. */
async function moveIfFree(engine: Engine, step: ClockStep): Promise<ReadonlySet<Uuid> | undefined> {
  try {
    await engine.submit(unkeyed({ ...move(step), ifLocked: 'leave' }))
    return undefined
  } catch (error) {
    if (error instanceof RowsLocked) return new Set(error.rows)
    throw error
  }
}

async function moveWhenFree(engine: Engine, step: ClockStep): Promise<void> {
  try {
    await engine.submit(unkeyed({ ...move(step), withinMs: PATIENCE_MS }))
  } catch (error) {
    throw error instanceof NotDecided ? notArrived() : error
  }
}

function notArrived(): NotDecided {
  return new NotDecided(
    'The clock has not arrived: another change keeps something locked that comes due on the way. The next call that moves the clock, or this one repeated with its idempotency key, goes on.',
  )
}

/** Ends what is due on the way and leaves the clock at the last of these moments, or at its goal. */
function move({ workspace, goal, due }: ClockStep) {
  return {
    workspace,
    needs: needsOfDue(due.items),
    wakes: 'all' as const,
    decide(books: Books) {
      for (const item of due.items) item.expire(books)
      const left = goal - books.workspace.clock_offset_ms
      const step = due.isAll ? left : BigInt(due.until.getTime() - books.now.getTime())
      if (step <= 0n) return
      books.workspace.clock_offset_ms += step
      books.changes.workspace(workspace).clockMs += step
    },
  }
}
