// The key of the audit log travels with the transaction: code that appends an entry always has a transaction and rarely has
// the vault. A handle that was opened without the key cannot append at all.

import type { Database, Tx } from '../database/database.ts'
import type { Vault } from '../vault/vault.ts'

export type AuditKey = Pick<Vault, 'auditMac'>
type FindKey = () => AuditKey | Promise<AuditKey>

const carried = new WeakMap<Tx, FindKey>()

/** The same database, whose transactions can append to the audit log. The key is looked up only when an entry is appended. */
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
