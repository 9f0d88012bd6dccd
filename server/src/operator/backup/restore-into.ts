// Restores a backup into an empty database in one transaction, so that all of it is restored or nothing.

import type { Writable } from 'node:stream'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type postgres from 'postgres'
import { CommandError } from '../../../../cli/src/framework/failures.ts'
import { SERVICE_ROLE, sqlState } from '../../database/database.ts'
import { type BackupHeader, columnList, type Partition, quoted, type SequenceValue } from './backup-format.ts'
import { readTables, type Tx } from './layout.ts'
import { readBackup, type TableOfBackup } from './read-backup.ts'

// Tables that a first start or a migration fills. The backup has its own rows for them.
const REPLACED = ['bins', 'data_keys', 'audit_sealing']
// The first start of a service takes the same lock, so that it does not create its demo account in between.
const FIRST_START_LOCK = 727_003

export async function restoreInto(
  owner: postgres.Sql<{ bigint: bigint }>,
  path: string,
  skipNumbers: bigint,
): Promise<void> {
  await owner.begin(async (tx) => {
    await tx`set local idle_in_transaction_session_timeout = 0`
    await tx`select pg_advisory_xact_lock(${FIRST_START_LOCK})`
    await tx`lock table accounts in exclusive mode`
    const header = await readBackup(path, {
      header: (found) => prepare(tx, found),
      table: (table, rows) => fill(tx, table, rows),
    })
    for (const sequence of header.sequences) await advance(tx, sequence, skipNumbers)
  })
  await owner`analyze`
}

async function prepare(tx: Tx, header: BackupHeader): Promise<void> {
  const tables = await readTables(tx)
  const described = (list: { name: string; columns: string[] }[]) =>
    JSON.stringify(list.map(({ name, columns }) => [name, [...columns].sort()]).sort())
  if (described(tables) !== described(header.tables))
    throw new CommandError('the tables of the backup are not those of the database')
  for (const { name } of tables.filter((table) => !REPLACED.includes(table.name))) {
    const [row] = await tx<{ filled: boolean }[]>`select exists (select from ${tx(name)}) as filled`
    if (row!.filled)
      throw new CommandError(
        `the database is not empty (${name} has rows); a backup is restored only into an empty one`,
      )
  }
  for (const name of REPLACED) await tx`delete from ${tx(name)}`
  for (const partition of header.partitions) await makePartition(tx, partition)
}

/** Creates the partitions of past weeks; a migration creates only those around today. */
async function makePartition(tx: Tx, { table, name, from, to }: Partition): Promise<void> {
  const [known] = await tx<{ there: boolean }[]>`select to_regclass(${quoted(name)}) is not null as there`
  if (known!.there) return
  const [create] = await tx<{ statement: string }[]>`
    select format('create table %I partition of %I for values from (%L) to (%L)', ${name}::text, ${table}::text, ${from}::text, ${to}::text) as statement`
  await tx.unsafe(create!.statement)
  const grants = await tx<{ right: string }[]>`
    select privilege_type as right from information_schema.role_table_grants
    where table_schema = 'public' and table_name = ${table} and grantee = ${SERVICE_ROLE}`
  if (grants.length > 0)
    await tx.unsafe(`grant ${grants.map(({ right }) => right).join(', ')} on ${quoted(name)} to ${SERVICE_ROLE}`)
}

async function fill(tx: Tx, table: TableOfBackup, rows: AsyncIterable<Buffer>): Promise<void> {
  const copy = await tx.unsafe(`copy ${quoted(table.name)} (${columnList(table)}) from stdin`).writable()
  await send(copy, rows)
  const stored = await countRows(tx, table.name)
  if (stored !== table.rows)
    throw new CommandError(
      `table ${table.name} has ${stored} rows after restoring, the backup ${table.rows}; nothing was changed`,
    )
}

/**
 * The end of the stream is not awaited: when the database refuses the rows after the last one was sent, the driver (3.4.9)
 * never reports it on the stream. The next statement reports it. It may be sent once the driver has passed on the end, which
 * it does before the next turn of the event loop.
 */
async function send(copy: Writable, rows: AsyncIterable<Buffer>): Promise<void> {
  copy.on('error', () => {}) // `errored` shows the error
  try {
    for await (const chunk of rows) await write(copy, chunk)
    copy.end()
    await nextTurn()
  } catch (error) {
    copy.destroy(error as Error)
    throw copy.errored ?? error
  }
}

function write(copy: Writable, chunk: Buffer): Promise<void> {
  return new Promise((resolve, reject) => copy.write(chunk, (error) => (error ? reject(error) : resolve())))
}

async function countRows(tx: Tx, name: string): Promise<number> {
  try {
    const [row] = await tx<{ rows: bigint }[]>`select count(*) as rows from ${tx(name)}`
    return Number(row!.rows)
  } catch (error) {
    if (sqlState(error) !== '25P02') throw error
    throw new CommandError(`the database refused the rows of table ${name} (its log says why); nothing was changed`)
  }
}

/** A BIN that is no longer offered has no sequence here yet. */
async function advance(tx: Tx, { name, value, used }: SequenceValue, skipNumbers: bigint): Promise<void> {
  const countsCards = /^card_numbers_[a-z0-9_]{3,40}$/.test(name)
  if (countsCards) {
    await tx.unsafe(`create sequence if not exists ${quoted(name)} as bigint minvalue 0 start 0 no cycle`)
    await tx.unsafe(`grant usage on sequence ${quoted(name)} to ${SERVICE_ROLE}`)
  }
  const next = BigInt(value) + (countsCards && used ? skipNumbers : 0n)
  await tx`select setval(${quoted(name)}::text::regclass, ${String(next)}::text::bigint, ${used})`
}
