// The data keys of the vault, stored in the table `data_keys`.

import type { Database, Sql, Tx } from '../database/database.ts'
import type { DataKeyRow, DataKeyStore } from './vault.ts'

export function dataKeyTable(database: Database): DataKeyStore {
  return {
    load: () => selectDataKeys(database.read),
    add: (purpose, make, mode) =>
      database.transaction(async (tx) => {
        await lockDataKeys(tx)
        const rows = await selectDataKeys(tx)
        if (mode === 'if-none' && rows.some((row) => row.purpose === purpose)) return rows
        const id = Math.max(0, ...rows.map((row) => row.id)) + 1
        await insertDataKey(tx, { id, purpose, ...make(id) })
        return selectDataKeys(tx)
      }),
    rewrap: (rows) =>
      database.transaction(async (tx) => {
        await lockDataKeys(tx)
        for (const row of rows)
          await tx`update data_keys set wrapped = ${row.wrapped}, master_version = ${row.masterVersion} where id = ${row.id}`
      }),
  }
}

/**
 * Two processes that start for the first time must agree on one key per purpose, and a rotation must not miss a new
 * key.
 */
function lockDataKeys(tx: Tx) {
  return tx`select pg_advisory_xact_lock(727002)`
}

async function selectDataKeys(sql: Sql): Promise<DataKeyRow[]> {
  const rows = await sql<{ id: number; purpose: string; wrapped: Buffer; master_version: number }[]>`
    select id, purpose, wrapped, master_version from data_keys order by id`
  return rows.map((row) => ({
    id: row.id,
    purpose: row.purpose,
    wrapped: row.wrapped,
    masterVersion: row.master_version,
  }))
}

function insertDataKey(tx: Tx, row: DataKeyRow) {
  return tx`
    insert into data_keys (id, purpose, wrapped, master_version, created_at)
    values (${row.id}, ${row.purpose}, ${row.wrapped}, ${row.masterVersion}, now())`
}
