import Type from 'typebox'
import { readWorkspaceTime } from '../accounts/read-workspace-time.ts'
import { type Due, expireDue, findDue, needsOfDue } from '../authorizations/expire-due.ts'
import { workspaceTime } from '../clock.ts'
import type { Sql } from '../database/database.ts'
import { type Operation, unkeyed, type WorkspaceKey } from '../engine/operation.ts'
import { refuse } from '../engine/refusal.ts'
import { change, read } from '../http/route.ts'
import { Strict, Timestamp } from '../http/schemas.ts'
import { workspaces } from '../ledger/tables.ts'
import { WorkspaceReplaced } from '../ledger/workspace-replaced.ts'

const MAX_SECONDS = 126_230_400 // four years
const BATCH = 1_000
// Clients cannot parse timestamps whose year has more than four digits.
const END_OF_TIME = Date.UTC(9990, 0, 1)

const SandboxClock = Type.Object({ now: Timestamp('Workspace time.') }, { $id: 'SandboxClock' })

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
    'When it answers, everything that came due on the way has happened, in order and dated at its time: holds and deposits have expired, challenges have run out, a new month may have begun.',
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
  /** Also runs for a retry: it resumes a move that a crash interrupted, and does nothing when the goal is reached. */
  async finish({ workspace, services }) {
    const { readByKey } = services.database
    for (let way = await readWay(readByKey, workspace); way.left > 0n; way = await readWay(readByKey, workspace)) {
      const now = workspaceTime(services.clock(), way.offset)
      const due = await findDue(readByKey, workspace, new Date(now.getTime() + Number(way.left)), BATCH)
      await services.engine.submit(stepTowards(workspace, way.offset + way.left, due))
    }
  },
})

/** How far the clock has come, and how far it still has to go. */
async function readWay(sql: Sql, workspace: WorkspaceKey): Promise<{ offset: bigint; left: bigint }> {
  const [row] = await workspaces.find(sql, [workspace])
  if (!row?.live) throw new WorkspaceReplaced()
  return { offset: row.clock_offset_ms, left: row.clock_goal_ms - row.clock_offset_ms }
}

/**
 * Posts what is due on the way and leaves the clock at the last posted moment, or at its goal. `goal` is the one for which due
 * items were looked up, since another advance may have set a later goal meanwhile.
 */
function stepTowards(workspace: WorkspaceKey, goal: bigint, due: Due): Operation {
  return unkeyed({
    workspace,
    needs: needsOfDue(due),
    wakes: 'all',
    decide(books) {
      expireDue(due, workspace, books)
      const left = goal - books.workspace.clock_offset_ms
      const step = due.isAll ? left : BigInt(due.until.getTime() - books.now.getTime())
      if (step <= 0n) return
      books.workspace.clock_offset_ms += step
      books.changes.workspace(workspace).clockMs += step
    },
  })
}
