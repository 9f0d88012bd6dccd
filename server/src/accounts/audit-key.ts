// The key of the audit log travels with the transaction. Whoever appends an entry has a transaction and few have the
// vault; and a handle that was opened without the key cannot append at all.

import type { Database, Tx } from '../database/database.ts'
import type { Vault } from '../vault/vault.ts'

export type AuditKey = Pick<Vault, 'auditMac'>
type FindKey = () => AuditKey | Promise<AuditKey>

const carried = new WeakMap<Tx, FindKey>()

/** The same database; its transactions can append to the audit log. A command looks for the key only when it does. */
export function withAuditKey(database: Database, findKey: FindKey): Database {
  const requests = keyed(database, findKey)
  const background = keyed(database.background, findKey)
  background.background = background
  return { ...requests, background }
}

function keyed(database: Database, findKey: FindKey): Database {
  return {
    ...database,
    transaction: (body, options) =>
      database.transaction((tx, withCommit) => {
        carried.set(tx, findKey)
        return body(tx, withCommit)
      }, options),
  }
}

export async function auditKeyOf(tx: Tx): Promise<AuditKey> {
  const findKey = carried.get(tx)
  if (!findKey) throw new Error('this transaction carries no key for the audit log: see withAuditKey')
  return findKey()
}
