// Entries from before the audit log was keyed carry plain hashes, which anybody can compute. At the first start with a key,
// those chains are verified once and each is sealed by a keyed entry, which makes the old entries as hard to change as new
// ones. A keyed record says that this was done, so that no later start seals a chain that somebody has rewritten.

import type { Database, Sql, Tx } from '../database/database.ts'
import type { AuditKey } from './audit-key.ts'
import { type AuditHead, appendToChain, SEAL_ACTION } from './audit-log.ts'
import { verifyChain } from './verify-audit-log.ts'

const SEALING_LOCK = 727_007

export type Sealing = { chains: number; entries: bigint; faults: string[] }

/** Returns what it did; undefined when the log was sealed before. */
export function sealAuditLog(database: Database, key: AuditKey, now: Date): Promise<Sealing | undefined> {
  return database.transaction(async (tx) => {
    await tx`select pg_advisory_xact_lock(${SEALING_LOCK})`
    if (await isSealed(tx)) return undefined
    const sealing: Sealing = { chains: 0, entries: 0n, faults: [] }
    for (const { bucket } of await selectBuckets(tx)) {
      for (const head of await lockHeads(tx, bucket)) await sealChain(tx, head, sealing, now)
    }
    const { chains, entries } = sealing
    await tx`insert into audit_sealing (id, at, chains, entries, mac) values (1, ${now}, ${chains}, ${entries}, ${macOf(key, { at: now, chains, entries })})`
    return sealing
  })
}

async function sealChain(tx: Tx, head: AuditHead, sealing: Sealing, at: Date): Promise<void> {
  const { faults } = await verifyChain(tx, undefined, head)
  sealing.chains += 1
  sealing.entries += head.sequence
  sealing.faults.push(...faults)
  const state = faults.length === 0 ? 'which hold' : 'which do not hold'
  const subject = `${head.sequence} entries, ${state}, up to ${head.hash.toString('hex')}`
  await appendToChain(tx, head, 'system', { action: SEAL_ACTION, subject, caller: { requestId: '', ip: '' }, at })
}

export async function isSealed(sql: Sql): Promise<boolean> {
  return (await readSealing(sql)) !== undefined
}

/** Returns what is wrong with the record that the log was sealed. */
export async function verifySealing(sql: Sql, key: AuditKey): Promise<string[]> {
  const sealing = await readSealing(sql)
  if (!sealing) return ['the audit log was never sealed with the key of the vault; a start of the service does it']
  return macOf(key, sealing).equals(sealing.mac)
    ? []
    : ['the record that the audit log was sealed is not by the key of the vault']
}

type SealingRow = { at: Date; chains: number; entries: bigint }

async function readSealing(sql: Sql): Promise<(SealingRow & { mac: Buffer }) | undefined> {
  const [row] = await sql<(SealingRow & { mac: Buffer })[]>`select at, chains, entries, mac from audit_sealing`
  return row
}

function macOf(key: AuditKey, { at, chains, entries }: SealingRow): Buffer {
  return key.auditMac('audit sealing', at.toISOString(), String(chains), String(entries))
}

export async function hasEntries(sql: Sql): Promise<boolean> {
  return (await sql`select bucket from audit_chains where sequence > 0 limit 1`).length > 0
}

function selectBuckets(tx: Tx) {
  return tx<{ bucket: number }[]>`select distinct bucket from audit_chains where sequence > 0 order by bucket`
}

function lockHeads(tx: Tx, bucket: number) {
  return tx<AuditHead[]>`
    select bucket, lineage_id, sequence, hash from audit_chains where bucket = ${bucket} and sequence > 0
    order by lineage_id for update`
}
