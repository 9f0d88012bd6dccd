// Publishes the heads of the audit log's chains outside the database. A chain that was cut at its end still verifies; only a
// head that was kept elsewhere shows that it was longer. So the worker writes the heads to the log from time to time, with a
// MAC by the key of the audit log, and `audit` compares them with what the database holds.

import type { Logger } from 'pino'
import type { WallClock } from '../clock.ts'
import { bigint, bulk, smallint, uuid } from '../database/bulk.ts'
import type { Database, Sql } from '../database/database.ts'
import type { AuditKey } from './audit-key.ts'
import type { AuditHead } from './audit-log.ts'

type StatedHead = { bucket: number; lineage: string; sequence: number; hash: string }

/** The form in which a log line and `audit heads` carry it. */
export type HeadStatement = { at: string; heads: StatedHead[]; mac: string }

const MAX_HEADS_PER_STATEMENT = 50
const BUCKETS = 256

export function stateHeads(key: AuditKey, rows: AuditHead[], now: Date): HeadStatement[] {
  const statements: HeadStatement[] = []
  for (let from = 0; from < rows.length; from += MAX_HEADS_PER_STATEMENT) {
    const heads = rows.slice(from, from + MAX_HEADS_PER_STATEMENT).map((row) => ({
      bucket: row.bucket,
      lineage: row.lineage_id,
      sequence: Number(row.sequence),
      hash: row.hash.toString('hex'),
    }))
    const at = now.toISOString()
    statements.push({ at, heads, mac: macOf(key, { at, heads }).toString('hex') })
  }
  return statements
}

/** The heads of all chains that have an entry, bucket by bucket. */
export async function* readHeads(sql: Sql): AsyncGenerator<AuditHead[]> {
  for (let bucket = 0; bucket < BUCKETS; bucket++) {
    const rows = await sql<AuditHead[]>`
      select bucket, lineage_id, sequence, hash from audit_chains where bucket = ${bucket} and sequence > 0 order by lineage_id`
    if (rows.length > 0) yield rows
  }
}

/** Logs the heads that have moved since the last time; all of them at first. */
export class AuditAnchor {
  readonly #with: { database: Database; vault: AuditKey; clock: WallClock; log: Logger }
  readonly #said = new Map<string, bigint>()

  constructor(services: { database: Database; vault: AuditKey; clock: WallClock; log: Logger }) {
    this.#with = services
  }

  async record(): Promise<void> {
    const { database, vault, clock, log } = this.#with
    for await (const rows of readHeads(database.read)) {
      const moved = rows.filter((row) => this.#said.get(row.lineage_id) !== row.sequence)
      for (const statement of stateHeads(vault, moved, clock())) log.info({ audit_heads: statement }, 'audit heads')
      for (const row of moved) this.#said.set(row.lineage_id, row.sequence)
    }
  }
}

/** The statement in a line of `audit heads` or of the service's log; undefined for any other line. */
export function findStatement(line: string): HeadStatement | undefined {
  if (!line.includes('"audit_heads"')) return undefined
  try {
    return JSON.parse(line).audit_heads
  } catch {
    return undefined
  }
}

/** Compares the audit log with a statement that was kept elsewhere, and returns what is wrong. */
export async function compareHeads(sql: Sql, key: AuditKey, statement: HeadStatement): Promise<string[]> {
  if (!isOurs(key, statement)) return ['a line of heads is not by the key of this service, or was altered']
  const { at, heads } = statement
  const hashes = new Map(await selectHashes(sql, heads))
  return heads.flatMap(({ lineage, sequence, hash }) => {
    const found = hashes.get(`${lineage} ${sequence}`)
    if (found === hash) return []
    const what = found === undefined ? 'is gone: the log was cut' : 'is another now: the log was rewritten'
    return [`audit log of lineage ${lineage}: entry ${sequence}, which was its last at ${at}, ${what}`]
  })
}

/** By lineage and sequence. */
const selectHashes = bulk<StatedHead, [string, string]>(
  {
    lineage_id: uuid((head) => head.lineage),
    bucket: smallint((head) => head.bucket),
    sequence: bigint((head) => BigInt(head.sequence)),
  },
  ({ rows, value, inBucket }) => `
    select l.lineage_id, l.sequence, l.hash from ${rows}
    join audit_log l on ${inBucket('l')} and l.lineage_id = r.lineage_id and l.sequence = ${value('sequence')}`,
  (row) => [`${row.uuid()!} ${row.int64()!}`, row.bytes()!.toString('hex')],
)

function isOurs(key: AuditKey, statement: HeadStatement): boolean {
  return Array.isArray(statement?.heads) && macOf(key, statement).toString('hex') === statement.mac
}

function macOf(key: AuditKey, { at, heads }: Pick<HeadStatement, 'at' | 'heads'>): Buffer {
  const fields = heads.map(({ bucket, lineage, sequence, hash }) => [bucket, lineage, sequence, hash])
  return key.auditMac('audit heads', JSON.stringify([at, fields]))
}
