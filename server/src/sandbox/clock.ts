import Type from 'typebox'
import { lockRoute } from '../accounts/create-account.ts'
import { readWorkspaceTime } from '../accounts/read-workspace-time.ts'
import { expireDue } from '../authorizations/expire-due.ts'
import type { Sql, Tx } from '../database/database.ts'
import { ApiError } from '../http/errors.ts'
import { read, write } from '../http/route.ts'
import { Strict, Timestamp } from '../http/schemas.ts'
import type { Uuid } from '../ids.ts'

const MOST_SECONDS = 126_230_400 // four years
const BATCH = 1_000
// Timestamps of more than four digits in the year are no longer what clients parse.
const END_OF_TIME = Date.UTC(9990, 0, 1)

const SandboxClock = Type.Object({ now: Timestamp('Workspace time.') }, { $id: 'SandboxClock' })

export const getClock = read({
  method: 'GET',
  url: '/sandbox/clock',
  operationId: 'getSandboxClock',
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

export const advanceClock = write({
  method: 'POST',
  url: '/sandbox/clock/advance',
  operationId: 'advanceSandboxClock',
  tag: 'Sandbox',
  access: 'develop',
  summary: 'Move the sandbox clock forward',
  description:
    'When it answers, everything that came due on the way has happened, in order and dated at its time: holds and deposits have expired, challenges have run out, a new month may have begun.',
  sandboxOnly: true,
  body: Strict({ seconds: Type.Integer({ minimum: 1, maximum: MOST_SECONDS, examples: [86400] }) }),
  reply: { 200: SandboxClock },
  errors: ['sandbox_only'],
  async write({ tx, workspace, body, services }) {
    await lockRoute(tx, workspace)
    const now = await readWorkspaceTime(tx, workspace, services)
    const target = new Date(now.getTime() + body.seconds * 1000)
    if (target.getTime() > END_OF_TIME)
      throw new ApiError('invalid_request', 'The sandbox clock ends in the year 9990.', { param: 'seconds' })
    // More than fits one transaction happens in several before it; each leaves the clock at the last moment it posted.
    for (let doneUntil = now; doneUntil.getTime() < target.getTime(); ) {
      const step = (each: Tx) => expireAndMove(each, workspace, doneUntil, target)
      doneUntil = (await isMuchDue(tx, workspace, target)) ? await services.database.transaction(step) : await step(tx)
    }
    return { status: 200, body: { now: target.toISOString() } }
  },
})

async function expireAndMove(tx: Tx, workspace: { bucket: number; id: Uuid }, from: Date, target: Date): Promise<Date> {
  const { doneUntil } = await expireDue(tx, workspace, target, BATCH)
  const until = doneUntil.getTime() > from.getTime() ? doneUntil : from
  await tx`
    update workspaces set clock_offset_ms = clock_offset_ms + ${BigInt(until.getTime() - from.getTime())}
    where bucket = ${workspace.bucket} and id = ${workspace.id}`
  return until
}

async function isMuchDue(sql: Sql, workspace: { bucket: number; id: Uuid }, target: Date): Promise<boolean> {
  const [row] = await sql<{ count: number }[]>`
    select count(*)::integer as count from (
      select 1 from holds where bucket = ${workspace.bucket} and workspace_id = ${workspace.id} and status = 1 and expires_at <= ${target}
      limit ${BATCH}) as due`
  return row!.count >= BATCH
}
