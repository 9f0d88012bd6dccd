import { describeAudit } from '../audit.ts'
import type { Session } from '../command.ts'
import { runAudit } from '../run-audit.ts'

/** Audits the books at the end of every restore. Returns the exit code. */
export async function auditRestored({ database, vault, print }: Session): Promise<number> {
  const audit = await runAudit(database, await vault())
  print(`\n${describeAudit(audit)}`)
  return audit.faults === 0 ? 0 : 1
}
