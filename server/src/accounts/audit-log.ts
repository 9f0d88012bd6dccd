// Who did what, and who looked at what. Each entry carries a keyed hash over itself and the entry before it, so removing,
// changing or forging an entry breaks the chain from there on. The key is in the vault, so somebody who can write to the
// database cannot compute a valid chain. There is one chain per lineage, and a sandbox reset does not end it.

import { createHash } from 'node:crypto'
import type { Tx } from '../database/database.ts'
import type { Uuid } from '../ids.ts'
import { type AuditKey, auditKeyOf } from './audit-key.ts'
import type { Workspace } from './workspace.ts'

export type AuditEntry = { action: string; subject: string; caller: { requestId: string; ip: string }; at: Date }

/** The head of a chain: the number and hash of its last entry. */
export type AuditHead = { bucket: number; lineage_id: Uuid; sequence: bigint; hash: Buffer }

/** The action of the entry that seals a chain from before the key existed; see seal-audit-log.ts. */
export const SEAL_ACTION = 'audit.seal'

/** The hash that the first entry follows. */
export const START = Buffer.alloc(32)

export async function appendAudit(
  tx: Tx,
  workspace: Pick<Workspace, 'bucket' | 'id' | 'actor'>,
  entry: AuditEntry,
): Promise<void> {
  const [head] = await lockHead(tx, workspace)
  await appendToChain(tx, head!, workspace.actor, entry)
}

/** `head` must be locked by this transaction. */
export async function appendToChain(tx: Tx, head: AuditHead, actor: string, entry: AuditEntry): Promise<void> {
  const { bucket, lineage_id: lineageId } = head
  const sequence = head.sequence + 1n
  const row: AuditRow = {
    sequence,
    at: entry.at,
    actor,
    action: entry.action,
    subject: entry.subject,
    origin: entry.caller.ip,
    request_id: entry.caller.requestId,
  }
  const hash = keyedHash(await auditKeyOf(tx), head, row)
  await Promise.all([
    tx`
      insert into audit_log (bucket, lineage_id, sequence, at, actor, action, subject, origin, request_id, hash)
      values (${bucket}, ${lineageId}, ${sequence}, ${row.at}, ${row.actor}, ${row.action}, ${row.subject}, ${row.origin}, ${row.request_id}, ${hash})`,
    tx`update audit_chains set sequence = ${sequence}, hash = ${hash} where bucket = ${bucket} and lineage_id = ${lineageId}`,
  ])
}

function lockHead(tx: Tx, workspace: Pick<Workspace, 'bucket' | 'id'>) {
  return tx<AuditHead[]>`
    select a.bucket, a.lineage_id, a.sequence, a.hash from audit_chains a
    join workspaces w on w.bucket = a.bucket and w.lineage_id = a.lineage_id
    where w.bucket = ${workspace.bucket} and w.id = ${workspace.id}
    for update of a`
}

/** Every lineage gets its chain when it is created. */
export function startChain(tx: Tx, bucket: number, lineageId: Uuid) {
  return tx`insert into audit_chains (bucket, lineage_id, sequence, hash) values (${bucket}, ${lineageId}, 0, ${START})`
}

export type AuditRow = {
  sequence: bigint
  at: Date
  actor: string
  action: string
  subject: string
  origin: string
  request_id: string
}

/** `previous` includes the chain's lineage, so that no entry can be moved to another chain. */
export function keyedHash(key: AuditKey, previous: Pick<AuditHead, 'lineage_id' | 'hash'>, row: AuditRow): Buffer {
  return key.auditMac('audit entry', previous.lineage_id, previous.hash, textOf(row))
}

/** The hash of entries from before the log was keyed. sealAuditLog closed those chains with a keyed entry. */
export function unkeyedHash(previous: Buffer, row: AuditRow): Buffer {
  return createHash('sha256').update(previous).update(textOf(row)).digest()
}

function textOf(row: AuditRow): string {
  return JSON.stringify([
    String(row.sequence),
    row.at.toISOString(),
    row.actor,
    row.action,
    row.subject,
    row.origin,
    row.request_id,
  ])
}
