// The whole audit: every check of the books and of the audit log, bucket by bucket.

import { compareHeads, type HeadStatement } from '../accounts/audit-heads.ts'
import type { AuditKey } from '../accounts/audit-key.ts'
import { isSealed, verifySealing } from '../accounts/seal-audit-log.ts'
import { verifyAuditLog } from '../accounts/verify-audit-log.ts'
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

/** `shipped` are heads of the audit log that were kept outside of the database. */
export async function runAudit(
  database: Database,
  key: AuditKey,
  shipped?: AsyncIterable<HeadStatement>,
): Promise<AuditResult> {
  const buckets = await selectBuckets(database.read)
  const checks = bookChecks.map((check) => ({ name: check.name, faults: [] as string[] }))
  const chainKey = (await isSealed(database.read)) ? key : undefined
  const chain = { name: 'the audit log is an unbroken chain', faults: await verifySealing(database.read, key) }
  let transfers = 0
  let auditEntries = 0
  for (const { bucket } of buckets) {
    transfers += await inSnapshot(database, async (sql) => {
      for (const [index, check] of bookChecks.entries()) {
        checks[index]!.faults.push(...(await check.faults(sql, bucket)).map((row) => row.fault))
      }
      return countTransfers(sql, bucket)
    })
    const log = await verifyAuditLog(database.read, chainKey, bucket)
    auditEntries += log.checked
    chain.faults.push(...log.faults)
  }
  checks.push(chain)
  if (shipped) checks.push(await compareAll(database.read, key, shipped))
  const faults = checks.reduce((sum, check) => sum + check.faults.length, 0)
  return { checks, buckets: buckets.length, transfers, auditEntries, faults }
}

async function compareAll(sql: Sql, key: AuditKey, shipped: AsyncIterable<HeadStatement>) {
  const faults: string[] = []
  for await (const statement of shipped) faults.push(...(await compareHeads(sql, key, statement)))
  return { name: 'the audit log holds every head that was kept elsewhere', faults }
}

/** Also those that only the audit log still knows: a workspace that was removed by force is a fault, not a silence. */
function selectBuckets(sql: Sql) {
  return sql<{ bucket: number }[]>`
    select bucket from workspaces union select bucket from audit_chains union select bucket from audit_log order by bucket`
}

async function countTransfers(sql: Sql, bucket: number): Promise<number> {
  const [row] = await sql<{ count: number }[]>`
    select count(*)::integer as count from transfers where bucket = ${bucket}`
  return row!.count
}

/** All checks of a bucket must see the same moment. */
function inSnapshot<T>(database: Database, body: (sql: Sql) => Promise<T>): Promise<T> {
  return database.transaction(async (tx) => {
    await tx`set transaction isolation level repeatable read read only`
    return body(tx)
  })
}
