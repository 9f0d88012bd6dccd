import { workspaceTime } from '../clock.ts'
import type { Sql } from '../database/database.ts'
import { WorkspaceReplaced } from '../ledger/workspace-replaced.ts'
import type { Services } from '../services.ts'
import type { Workspace } from './workspace.ts'

/** For reads that have no transaction of their own. A write is given its time. */
export async function readWorkspaceTime(
  sql: Sql,
  workspace: Pick<Workspace, 'bucket' | 'id'>,
  services: Pick<Services, 'clock'>,
): Promise<Date> {
  return (await readBothClocks(sql, workspace, services)).now
}

/** `now` is workspace time, and `aheadMs` is how far it is ahead of real time. */
export type BothClocks = { now: Date; aheadMs: number }

export async function readBothClocks(
  sql: Sql,
  workspace: Pick<Workspace, 'bucket' | 'id'>,
  services: Pick<Services, 'clock'>,
): Promise<BothClocks> {
  const [row] = await sql<
    { clock_offset_ms: bigint }[]
  >`select clock_offset_ms from workspaces where bucket = ${workspace.bucket} and id = ${workspace.id}`
  if (!row) throw new WorkspaceReplaced()
  return { now: workspaceTime(services.clock(), row.clock_offset_ms), aheadMs: Number(row.clock_offset_ms) }
}
