import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { type Binaries, findBinaries } from './binaries.ts'
import type { Cluster, EmbeddedLog } from './cluster.ts'
import { findHome } from './cluster-home.ts'
import { writeDurably } from './durable-file.ts'
import { EmbeddedPostgresError } from './embedded-postgres-error.ts'
import { clearWorkshops, makeCluster } from './initdb.ts'
import type { Account } from './run-as.ts'

export const ROLE = 'cardwright'

type OpenOptions = { fallbackHome: string; log: EmbeddedLog; isDurable: boolean }

/** Opens the cluster of a data folder, and creates it the first time. Needs the start lock. */
export async function openCluster(dataDir: string, options: OpenOptions): Promise<Cluster> {
  const { fallbackHome, log } = options
  const owner = statSync(dataDir)
  const { home, account } = findHome(dataDir, fallbackHome)
  if (home !== dataDir)
    log.info({ dataDir, home }, 'the database is outside the data folder, which PostgreSQL cannot reach')
  const folder = join(home, 'postgres')
  const binaries = findBinaries(account, fallbackHome)
  const isNew = !existsSync(folder)
  await clearWorkshops(home)
  if (!isNew) checkVersion(folder, binaries)
  const password = readPassword(dataDir) ?? (isNew ? newPassword(dataDir, owner) : missingPassword(dataDir))
  const logPath = join(dataDir, 'postgres.log')
  const cluster = { dataDir, home, folder, account, owner, binaries, role: ROLE, password, logPath, log }
  if (isNew) await makeCluster(cluster, options.isDurable)
  return cluster
}

const passwordPath = (dataDir: string): string => join(dataDir, 'postgres.password')

function readPassword(dataDir: string): string | undefined {
  if (!existsSync(passwordPath(dataDir))) return undefined
  return readFileSync(passwordPath(dataDir), 'utf8').trim()
}

export function newPassword(dataDir: string, owner: Account): string {
  const password = randomBytes(24).toString('base64url')
  writeDurably(passwordPath(dataDir), `${password}\n`, { mode: 0o600, owner })
  return password
}

function missingPassword(dataDir: string): never {
  const text = `${passwordPath(dataDir)} is missing, and without it the database in ${dataDir} cannot be opened. Put the file back from a backup of the data folder.`
  throw new EmbeddedPostgresError(text)
}

export function checkVersion(folder: string, binaries: Binaries): void {
  const path = join(folder, 'PG_VERSION')
  if (!existsSync(path)) {
    throw new EmbeddedPostgresError(
      `${folder} is not a PostgreSQL data folder. Move it away, or choose another CARDWRIGHT_DATA_DIR.`,
    )
  }
  const found = readFileSync(path, 'utf8').trim()
  if (found === String(binaries.major)) return
  const text = `${folder} was written by PostgreSQL ${found}, and this release of Cardwright brings PostgreSQL ${binaries.major}. Start the release that wrote it, make a backup there, and restore that into an empty data folder with this one.`
  throw new EmbeddedPostgresError(text)
}
