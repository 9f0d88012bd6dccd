// The whole audit: every check of the books and of the audit log, bucket by bucket. On a distributed database several buckets
// are checked at once, since they are on several servers.

import { compareHeads, type HeadStatement } from '../accounts/audit-heads.ts'
import type { AuditKey } from '../accounts/audit-key.ts'
import { isSealed, verifySealing } from '../accounts/seal-audit-log.ts'
import { verifyAuditLog } from '../accounts/verify-audit-log.ts'
import { lockCheck } from '../controls/audit-locks.ts'
import { usageCheck } from '../controls/audit-usage.ts'
import type { Database, Sql } from '../database/database.ts'
import { inSnapshot } from '../database/snapshot.ts'
import { depositChecks } from '../deposits/audit-deposits.ts'
import { budgetCheck } from '../keys/audit-budgets.ts'
import { ledgerChecks } from '../ledger/audit.ts'
import { afterEndChecks } from '../ledger/audit-after-end.ts'
import { requestChecks } from '../spend-requests/audit-requests.ts'

/** As many as an operator's command has sessions for (command.ts). */
const BUCKETS_AT_ONCE = 8

const bookChecks = [...ledgerChecks, ...afterEndChecks, lockCheck, budgetCheck, ...requestChecks, ...depositChecks]
const pagedChecks = [usageCheck]

export type AuditResult = {
  checks: { name: string; faults: string[] }[]
  buckets: number
  transfers: number
  auditEntries: number
  faults: number
}

/** `shipped` are heads of the audit log that were kept outside the database. */
export async function runAudit(
  database: Database,
  key: AuditKey,
  shipped?: AsyncIterable<HeadStatement>,
): Promise<AuditResult> {
  const buckets = await selectBuckets(database.read)
  const chainKey = (await isSealed(database.read)) ? key : undefined
  const chain = { name: 'the audit log is an unbroken chain', faults: await verifySealing(database.read, key) }
  const audited = await mapSeveralAtOnce(buckets, database.isDistributed ? BUCKETS_AT_ONCE : 1, ({ bucket }) =>
    auditBucket(database, chainKey, bucket),
  )
  chain.faults.push(...audited.flatMap(({ log }) => log.faults))
  const checks = [...bookChecks, ...pagedChecks].map(({ name }, index) => ({
    name,
    faults: audited.flatMap(({ faults }) => faults[index]!),
  }))
  checks.push(chain)
  if (shipped) checks.push(await compareAll(database.read, key, shipped))
  const faults = checks.reduce((sum, check) => sum + check.faults.length, 0)
  const transfers = audited.reduce((sum, bucket) => sum + bucket.transfers, 0)
  const auditEntries = audited.reduce((sum, bucket) => sum + bucket.log.checked, 0)
  return { checks, buckets: buckets.length, transfers, auditEntries, faults }
}

async function auditBucket(database: Database, chainKey: AuditKey | undefined, bucket: number) {
  // All of these see the same snapshot.
  const books = await inSnapshot(database, async (sql) => {
    const faults: string[][] = []
    for (const check of bookChecks) faults.push((await check.faults(sql, bucket)).map((row) => row.fault))
    return { faults, transfers: await countTransfers(sql, bucket) }
  })
  for (const check of pagedChecks) books.faults.push(await check.faults(database, bucket))
  return { ...books, log: await verifyAuditLog(database.read, chainKey, bucket) }
}

/** Returns the results in the order of the inputs. */
async function mapSeveralAtOnce<T, R>(all: readonly T[], atOnce: number, act: (each: T) => Promise<R>): Promise<R[]> {
  const results: R[] = []
  const waiting = [...all.entries()]
  const work = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) results[next[0]] = await act(next[1])
  }
  await Promise.all(Array.from({ length: atOnce }, work))
  return results
}

async function compareAll(sql: Sql, key: AuditKey, shipped: AsyncIterable<HeadStatement>) {
  const faults: string[] = []
  for await (const statement of shipped) faults.push(...(await compareHeads(sql, key, statement)))
  return { name: 'the audit log holds every head that was kept elsewhere', faults }
}

/** Includes buckets that only the audit log still knows, so that a workspace that was deleted by force is reported. */
function selectBuckets(sql: Sql) {
  return sql<{ bucket: number }[]>`
    select bucket from workspaces union select bucket from audit_chains union select bucket from audit_log order by bucket`
}

async function countTransfers(sql: Sql, bucket: number): Promise<number> {
  const [row] = await sql<{ count: number }[]>`
    select count(*)::integer as count from transfers where bucket = ${bucket}`
  return row!.count
}
