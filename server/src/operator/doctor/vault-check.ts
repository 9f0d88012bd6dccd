import { existsSync } from 'node:fs'
import type { Config } from '../../config/config.ts'
import type { Database } from '../../database/database.ts'
import { keyFilePath, presentKeyProvider } from '../../start/open-connection.ts'
import { dataKeyTable } from '../../vault/data-key-table.ts'
import { type DataKeyRow, isPurpose, unwrapDataKey } from '../../vault/data-keys.ts'
import type { KeyProvider } from '../../vault/key-provider.ts'
import { explain } from '../failures.ts'
import { type Finding, ok, problem, warning } from './finding.ts'

/** Unwraps every data key and creates none, since the doctor changes nothing. */
export async function checkVault(config: Config, database: Database): Promise<Finding> {
  const rows = await dataKeyTable(database).load()
  if (rows.length === 0) return checkUnused(config)
  try {
    const provider = presentKeyProvider(config)
    for (const row of rows) unwrap(provider, row)
    const old = rows.filter((row) => row.masterVersion !== provider.currentVersion).length
    if (old > 0)
      return warning(
        'vault',
        `${old} of ${rows.length} data keys are wrapped by an older master key`,
        'run rotate-keys again: the last run did not finish',
      )
    return ok('vault', `the master key opens its ${rows.length} data keys`)
  } catch (error) {
    return problem(
      'vault',
      explain(error),
      'restore the master key that this database was created with, from its backup',
    )
  }
}

/** With the embedded database, the first start creates a key. With an external one, a key must be given. */
function checkUnused(config: Config): Finding {
  if (config.masterKey || existsSync(keyFilePath(config)))
    return ok('vault', 'nothing is sealed yet; a master key exists')
  if (!config.databaseUrl) return ok('vault', 'nothing is sealed yet; the first start creates the master key')
  return problem(
    'vault',
    'there is no master key',
    'set CARDWRIGHT_MASTER_KEY; create a key with: openssl rand -base64 32',
  )
}

function unwrap(provider: KeyProvider, row: DataKeyRow): void {
  if (isPurpose(row.purpose)) unwrapDataKey(provider, { ...row, purpose: row.purpose })
}
