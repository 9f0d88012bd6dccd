import type { Database, Sql } from './database.ts'

/** Runs reads that must see the same state. Keep it short: a snapshot over some seconds slows the whole database down. */
export function inSnapshot<T>(database: Database, body: (sql: Sql) => Promise<T>): Promise<T> {
  return database.transaction(async (tx) => {
    await tx`set transaction isolation level repeatable read read only`
    return body(tx)
  })
}
