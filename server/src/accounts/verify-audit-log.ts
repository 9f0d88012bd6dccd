// Verifies the chains of the audit log with the key of the vault, and returns what is wrong.

import type { Sql } from '../database/database.ts'
import type { Uuid } from '../ids.ts'
import type { AuditKey } from './audit-key.ts'
import { type AuditHead, type AuditRow, keyedHash, SEAL_ACTION, START, unkeyedHash } from './audit-log.ts'

const PAGE = 1_000

export type Verified = { checked: number; faults: string[] }

/** Verifies every chain of a bucket. `key` is undefined when the log was not sealed yet. */
export async function verifyAuditLog(sql: Sql, key: AuditKey | undefined, bucket: number): Promise<Verified> {
  // Read before the heads: an entry is committed together with its head, so no entry seen here can be beyond its head.
  const lasts = await selectLasts(sql, bucket)
  const heads = await sql<
    AuditHead[]
  >`select bucket, lineage_id, sequence, hash from audit_chains where bucket = ${bucket}`
  const faults = [...missingChains(await selectLineages(sql, bucket), lasts, heads)]
  let checked = 0
  for (const head of heads) {
    const chain = await verifyChain(sql, key, head)
    checked += chain.checked
    faults.push(...chain.faults)
  }
  return { checked, faults }
}

/** Without a key, every entry must carry the unkeyed hash that was used before there was a key. */
export async function verifyChain(sql: Sql, key: AuditKey | undefined, head: AuditHead): Promise<Verified> {
  const name = nameOf(head.lineage_id)
  const faults: string[] = []
  let checked = 0
  let isKeyed = false
  let last = { ...head, sequence: 0n, hash: START as Buffer }
  for (;;) {
    const rows = await page(sql, last)
    for (const row of rows) {
      if (row.sequence > head.sequence) break // appended while we were reading
      checked += 1
      const becomesKeyed = key !== undefined && keyedHash(key, last, row).equals(row.hash)
      const follows = becomesKeyed || (!isKeyed && unkeyedHash(last.hash, row).equals(row.hash))
      if (row.sequence !== last.sequence + 1n || !follows)
        faults.push(`${name}: entry ${row.sequence} does not follow from entry ${last.sequence}`)
      else if (becomesKeyed && !isKeyed && last.sequence > 0n && row.action !== SEAL_ACTION)
        faults.push(
          `${name}: the ${last.sequence} entries before entry ${row.sequence} carry no key and were never sealed`,
        )
      isKeyed ||= becomesKeyed
      last = { ...last, sequence: row.sequence, hash: row.hash }
    }
    if (rows.length === 0 || last.sequence >= head.sequence) break
  }
  if (last.sequence !== head.sequence)
    faults.push(`${name}: ends at entry ${last.sequence}, ${head.sequence} were written`)
  else if (!last.hash.equals(head.hash)) faults.push(`${name}: the last entry is not the one that was written`)
  if (key !== undefined && !isKeyed && last.sequence > 0n)
    faults.push(`${name}: no entry of it carries the key of the vault`)
  return { checked, faults }
}

type Last = { lineage_id: Uuid; sequence: bigint }

function missingChains(lineages: { lineage_id: Uuid }[], lasts: Last[], heads: AuditHead[]): string[] {
  const ends = new Map(heads.map((head) => [head.lineage_id, head.sequence]))
  const named = new Set([...lineages, ...lasts].map((row) => row.lineage_id).filter((id) => !ends.has(id)))
  return [
    ...[...named].map((id) => `${nameOf(id)}: its chain is gone`),
    ...lasts
      .filter((last) => last.sequence > (ends.get(last.lineage_id) ?? last.sequence))
      .map(
        (last) =>
          `${nameOf(last.lineage_id)}: goes on to entry ${last.sequence} after its end at ${ends.get(last.lineage_id)}`,
      ),
  ]
}

function nameOf(lineageId: Uuid): string {
  return `audit log of lineage ${lineageId}`
}

function selectLasts(sql: Sql, bucket: number) {
  return sql<
    Last[]
  >`select lineage_id, max(sequence) as sequence from audit_log where bucket = ${bucket} group by lineage_id`
}

function selectLineages(sql: Sql, bucket: number) {
  return sql<{ lineage_id: Uuid }[]>`select distinct lineage_id from workspaces where bucket = ${bucket}`
}

function page(sql: Sql, after: AuditHead) {
  return sql<(AuditRow & { hash: Buffer })[]>`
    select sequence, at, actor, action, subject, origin, request_id, hash from audit_log
    where bucket = ${after.bucket} and lineage_id = ${after.lineage_id} and sequence > ${after.sequence} order by sequence limit ${PAGE}`
}
