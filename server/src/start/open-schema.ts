// Turns a connection into a database that is ready for work: the schema, the vault, the seal of the audit log and the
// BINs. The owner's login changes the schema here and disconnects. After that the service uses only its own login.

import type { Logger } from 'pino'
import { withAuditKey } from '../accounts/audit-key.ts'
import { sealAuditLog } from '../accounts/seal-audit-log.ts'
import { requireCatalogue, writeCatalogue } from '../bins/bin-directory.ts'
import { readBinCatalogue } from '../bins/catalogue.ts'
import { checkProcessors } from '../bins/check-processors.ts'
import { machineClock } from '../clock.ts'
import { type Config, ConfigError } from '../config/config.ts'
import { connect, type Database, openDatabase } from '../database/database.ts'
import { readExtent } from '../database/distributed/plan-distribution.ts'
import { readShardMap } from '../database/distributed/shard-map.ts'
import { type Logins, migrateFor, openOwner } from '../database/logins.ts'
import { MigrationError, requireSchema } from '../database/migrate.ts'
import type { OwnerConnection } from '../database/owner-connection.ts'
import { ensurePartitions } from '../database/partitions.ts'
import { dataKeyTable } from '../vault/data-key-table.ts'
import { openVault, type Vault } from '../vault/vault.ts'
import { openKeyProvider, type Undo } from './open-connection.ts'

/** Where the rows are spread over several servers. A database that is only partly distributed is refused. */
async function findShards(config: Config, logins: Logins, owner: OwnerConnection | undefined) {
  const session = owner ?? connect(logins.service, { max: 1 })
  try {
    const extent = await readExtent(session)
    if (extent === 'part')
      throw new MigrationError(
        'some tables are distributed and others are not; run: npm run cardwright -- database distribute',
      )
    if (extent === 'whole' && config.databaseReadUrl !== undefined)
      throw new ConfigError('DATABASE_READ_URL is not for a distributed database: unset it')
    return extent === 'whole' ? await readShardMap(session) : undefined
  } finally {
    if (session !== owner) await session.end({ timeout: 5 })
  }
}

export type Opened = { database: Database; vault: Vault; applied: string[] }

/** Throws a sentence for operators when the schema or the BINs are outdated and this login may not update them. */
export async function openSchema(config: Config, log: Logger, logins: Logins, undo: Undo): Promise<Opened> {
  const owner = await openOwner(logins)
  try {
    if (owner && logins.owner === undefined)
      log.warn(
        'the login of DATABASE_URL owns the tables; give the service one that does not: docs/operating/deploy.md',
      )
    const applied = owner ? await migrateFor(owner, logins) : []
    return { ...(await openAsService(config, log, logins, undo, owner)), applied }
  } finally {
    await owner?.end({ timeout: 5 })
  }
}

async function openAsService(
  config: Config,
  log: Logger,
  logins: Logins,
  undo: Undo,
  owner: OwnerConnection | undefined,
) {
  const plain = openDatabase(logins.service, config.databasePools, {
    standby: config.databaseReadUrl === undefined ? undefined : { url: config.databaseReadUrl },
    shards: await findShards(config, logins, owner),
  })
  undo.unshift(() => plain.close())
  if (!owner) await requireSchema(plain.read)
  await ensurePartitions(plain, machineClock())
  const vault = await openVault(await openKeyProvider(config, plain), dataKeyTable(plain))
  const database = withAuditKey(plain, () => vault)
  const sealed = await sealAuditLog(database, vault, machineClock())
  if (sealed && sealed.faults.length > 0)
    log.error({ faults: sealed.faults }, 'the audit log was broken when it was sealed')
  const catalogue = readBinCatalogue(config.dataDir)
  checkProcessors(catalogue, config.processors)
  if (owner) await writeCatalogue(owner as never, catalogue, vault.currentVersions().permutation)
  else await requireCatalogue(plain.read, catalogue)
  return { database, vault }
}
