// The whole audit: every check of the books and of the audit log, bucket by bucket.

import { verifyAuditLog } from '../accounts/audit-log.ts'
import type { Database, Sql } from '../database/database.ts'
import { depositChecks } from '../deposits/audit-deposits.ts'
import { ledgerChecks } from '../ledger/audit.ts'

const bookChecks = [...ledgerChecks, ...depositChecks]

export type AuditResult = {
  checks: { name: string; faults: string[] }[]
  buckets: number
  transfers: number
  auditEntries: number
  faults: number
}

export async function runAudit(database: Database): Promise<AuditResult> {
  const buckets = await database.read<{ bucket: number }[]>`select distinct bucket from workspaces order by bucket`
  const checks = [
    ...bookChecks.map((check) => ({ name: check.name, faults: [] as string[] })),
    { name: 'the audit log is an unbroken chain', faults: [] as string[] },
  ]
  let transfers = 0
  let auditEntries = 0
  for (const { bucket } of buckets) {
    transfers += await inSnapshot(database, async (sql) => {
      for (const [index, check] of bookChecks.entries()) {
        checks[index]!.faults.push(...(await check.faults(sql, bucket)).map((row) => row.fault))
      }
      const [count] = await sql<
        { count: number }[]
      >`select count(*)::integer as count from transfers where bucket = ${bucket}`
      return count!.count
    })
    const log = await verifyAuditLog(database.read, bucket)
    auditEntries += log.checked
    checks.at(-1)!.faults.push(...log.faults)
  }
  const faults = checks.reduce((sum, check) => sum + check.faults.length, 0)
  return { checks, buckets: buckets.length, transfers, auditEntries, faults }
}

/** All checks of a bucket must see the same moment. */
function inSnapshot<T>(database: Database, body: (sql: Sql) => Promise<T>): Promise<T> {
  return database.transaction(async (tx) => {
    await tx`set transaction isolation level repeatable read read only`
    return body(tx)
  })
}
