// Who looked at what. Each entry's hash covers the one before, so an entry that was removed or altered
// breaks the chain from there on; the chain is one per lineage, which a sandbox reset does not end.

import { createHash } from 'node:crypto'
import type { Sql, Tx } from '../database/database.ts'
import type { Uuid } from '../ids.ts'
import type { Workspace } from './workspace.ts'

export type AuditEntry = { action: string; subject: string; caller: { requestId: string; ip: string }; at: Date }

const START = Buffer.alloc(32)

export async function appendAudit(
  tx: Tx,
  workspace: Pick<Workspace, 'bucket' | 'id' | 'actor'>,
  entry: AuditEntry,
): Promise<void> {
  const [chain] = await lockChain(tx, workspace)
  const { lineage_id: lineageId } = chain!
  const sequence = chain!.sequence + 1n
  const row: AuditRow = {
    sequence,
    at: entry.at,
    actor: workspace.actor,
    action: entry.action,
    subject: entry.subject,
    origin: entry.caller.ip,
    request_id: entry.caller.requestId,
  }
  const hash = entryHash(chain!.hash, row)
  await Promise.all([
    tx`
      insert into audit_log (bucket, lineage_id, sequence, at, actor, action, subject, origin, request_id, hash)
      values (${workspace.bucket}, ${lineageId}, ${sequence}, ${row.at}, ${row.actor}, ${row.action}, ${row.subject}, ${row.origin}, ${row.request_id}, ${hash})`,
    tx`update audit_chains set sequence = ${sequence}, hash = ${hash} where bucket = ${workspace.bucket} and lineage_id = ${lineageId}`,
  ])
}

function lockChain(tx: Tx, workspace: Pick<Workspace, 'bucket' | 'id'>) {
  return tx<{ lineage_id: Uuid; sequence: bigint; hash: Buffer }[]>`
    select a.lineage_id, a.sequence, a.hash from audit_chains a
    join workspaces w on w.bucket = a.bucket and w.lineage_id = a.lineage_id
    where w.bucket = ${workspace.bucket} and w.id = ${workspace.id}
    for update of a`
}

/** Every lineage has its chain from the day it is made. */
export function startChain(tx: Tx, bucket: number, lineageId: Uuid) {
  return tx`insert into audit_chains (bucket, lineage_id, sequence, hash) values (${bucket}, ${lineageId}, 0, ${START})`
}

type AuditRow = {
  sequence: bigint
  at: Date
  actor: string
  action: string
  subject: string
  origin: string
  request_id: string
}

function entryHash(previous: Buffer, row: AuditRow): Buffer {
  const fields = [
    String(row.sequence),
    row.at.toISOString(),
    row.actor,
    row.action,
    row.subject,
    row.origin,
    row.request_id,
  ]
  return createHash('sha256').update(previous).update(JSON.stringify(fields)).digest()
}

const PAGE = 1_000

/** Walks every chain of a bucket; returns how many entries it checked and what is wrong. */
export async function verifyAuditLog(sql: Sql, bucket: number): Promise<{ checked: number; faults: string[] }> {
  let checked = 0
  const faults: string[] = []
  const chains = await sql<
    { lineage_id: Uuid; sequence: bigint; hash: Buffer }[]
  >`select lineage_id, sequence, hash from audit_chains where bucket = ${bucket}`
  for (const chain of chains) {
    let hash: Buffer = START
    let sequence = 0n
    for (
      let rows = await page(sql, bucket, chain.lineage_id, sequence);
      rows.length > 0;
      rows = await page(sql, bucket, chain.lineage_id, sequence)
    ) {
      for (const row of rows) {
        if (row.sequence > chain.sequence) break // appended while we were reading
        checked += 1
        hash = entryHash(hash, row)
        if (row.sequence !== sequence + 1n || !hash.equals(row.hash)) {
          faults.push(
            `audit log of lineage ${chain.lineage_id}: entry ${row.sequence} does not follow from entry ${sequence}`,
          )
          hash = row.hash
        }
        sequence = row.sequence
      }
      if (rows.at(-1)!.sequence >= chain.sequence) break
    }
    if (sequence !== chain.sequence)
      faults.push(`audit log of lineage ${chain.lineage_id}: ends at entry ${sequence}, ${chain.sequence} were written`)
    else if (!hash.equals(chain.hash))
      faults.push(`audit log of lineage ${chain.lineage_id}: the last entry is not the one that was written`)
  }
  return { checked, faults }
}

function page(sql: Sql, bucket: number, lineageId: Uuid, after: bigint) {
  return sql<(AuditRow & { hash: Buffer })[]>`
    select sequence, at, actor, action, subject, origin, request_id, hash from audit_log
    where bucket = ${bucket} and lineage_id = ${lineageId} and sequence > ${after} order by sequence limit ${PAGE}`
}
