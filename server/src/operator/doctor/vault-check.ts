import { existsSync } from 'node:fs'
import type { Config } from '../../config.ts'
import type { Database } from '../../database/database.ts'
import { keyFilePath, presentKeyProvider } from '../../open-connection.ts'
import { dataKeyTable } from '../../vault/data-key-table.ts'
import { type DataKeyRow, isPurpose, unwrapDataKey } from '../../vault/data-keys.ts'
import type { KeyProvider } from '../../vault/key-provider.ts'
import { explain } from '../failures.ts'
import { type Finding, ok, problem, warning } from './finding.ts'

/** Unwraps every data key and makes none: a doctor leaves things as they were. */
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
    return problem('vault', explain(error), 'give the master key this database was made with, from its backup')
  }
}

/** Beside a database of its own the service makes a key at its first start; beside another's it must be given one. */
function checkUnused(config: Config): Finding {
  if (config.masterKey || existsSync(keyFilePath(config)))
    return ok('vault', 'nothing is sealed yet; a master key is at hand')
  if (!config.databaseUrl) return ok('vault', 'nothing is sealed yet; the first start makes the master key')
  return problem('vault', 'there is no master key', 'set CARDWRIGHT_MASTER_KEY; make one with: openssl rand -base64 32')
}

function unwrap(provider: KeyProvider, row: DataKeyRow): void {
  if (isPurpose(row.purpose)) unwrapDataKey(provider, { ...row, purpose: row.purpose })
}
