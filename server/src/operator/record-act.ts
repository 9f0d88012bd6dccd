// Records what an operator does to a workspace in the workspace's audit log, beside what its keys do.

import { userInfo } from 'node:os'
import { appendAudit } from '../accounts/audit-log.ts'
import type { Tx } from '../database/database.ts'
import type { Uuid } from '../ids.ts'

export function recordAct(
  tx: Tx,
  workspace: { bucket: number; id: Uuid },
  act: { action: string; subject: string; at: Date },
): Promise<void> {
  const caller = { requestId: '', ip: 'command line' }
  return appendAudit(tx, { ...workspace, actor: `operator:${userName()}` }, { ...act, caller })
}

/** A container often runs under a uid that no user table names. */
function userName(): string {
  try {
    return userInfo().username
  } catch {
    return String(process.geteuid?.() ?? 'unknown')
  }
}
