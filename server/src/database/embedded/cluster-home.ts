import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync, realpathSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { makeFolder, writeDurably } from './durable-file.ts'
import { EmbeddedPostgresError } from './embedded-postgres-error.ts'
import { type Account, accountFor, isRoot, obstacleTo, TRAVERSE } from './run-as.ts'

export type Home = { home: string; account: Account }

/** Creates the data folder if it is missing. As root, others may pass through it (not list it), since another uid runs postgres in it. */
export function prepareDataDir(dataDir: string): string {
  const path = resolve(dataDir)
  makeFolder(path, isRoot() ? 0o711 : 0o700)
  return realpathSync(path)
}

/** Changes nothing: not even the lock file of a start is made in a folder without a database. */
export function refuseWithoutCluster(dataDir: string): void {
  const path = resolve(dataDir)
  if (['postgres', 'postgres.location'].some((name) => existsSync(join(path, name)))) return
  const found = existsSync(path) ? 'the folder holds no database' : 'the folder does not exist'
  throw new EmbeddedPostgresError(
    `No Cardwright service lives in ${path}: ${found}. Set CARDWRIGHT_DATA_DIR to the data folder of the service, or DATABASE_URL to its database. Only a start of the service and restore make a new one; nothing was made.`,
  )
}

/** Where the cluster is or will be: in the data folder, unless postgres could not access it. */
export function findHome(dataDir: string, fallbackHome: string): Home {
  const pointer = join(dataDir, 'postgres.location')
  if (existsSync(pointer)) return followPointer(pointer, dataDir)
  const folder = join(dataDir, 'postgres')
  const account = accountFor(statSync(existsSync(folder) ? folder : dataDir))
  const obstacle = obstacleTo(dataDir, account, TRAVERSE)
  if (!obstacle) return { home: dataDir, account }
  if (existsSync(folder)) throw new EmbeddedPostgresError(closedOff(folder, obstacle, account))
  return makeFallbackHome(dataDir, pointer, fallbackHome, account)
}

/** Never starts a new cluster because the named place is empty, since that would look like lost data. */
function followPointer(pointer: string, dataDir: string): Home {
  const home = readFileSync(pointer, 'utf8').trim()
  if (!existsSync(home)) {
    const text = `${pointer} says that the database is in ${home}, which does not exist. Bring that folder back, or, to begin with an empty database, delete ${pointer} and the password file beside it.`
    throw new EmbeddedPostgresError(text)
  }
  const folder = join(home, 'postgres')
  return { home, account: accountFor(statSync(existsSync(folder) ? folder : dataDir)) }
}

/** We must not open somebody's private folders, so the cluster goes elsewhere, and a pointer file says where. */
function makeFallbackHome(dataDir: string, pointer: string, fallbackHome: string, account: Account): Home {
  const home = join(fallbackHome, randomBytes(8).toString('hex'))
  try {
    makeFolder(fallbackHome, 0o755)
    makeFolder(home, 0o711)
  } catch (error) {
    throw new EmbeddedPostgresError(noFallbackHome(dataDir, fallbackHome, (error as Error).message), { cause: error })
  }
  const obstacle = obstacleTo(home, account, TRAVERSE)
  if (obstacle) throw new EmbeddedPostgresError(noFallbackHome(dataDir, fallbackHome, `${obstacle} is closed to it`))
  const owner = statSync(dataDir)
  writeDurably(join(home, 'belongs-to'), `${dataDir}\n`, { mode: 0o600, owner })
  writeDurably(pointer, `${home}\n`, { mode: 0o600, owner })
  return { home, account }
}

function closedOff(folder: string, obstacle: string, account: Account): string {
  return `PostgreSQL runs as uid ${account.uid} and can no longer reach its files in ${folder}: ${obstacle} is closed to it. Allow passage with chmod o+x ${obstacle}`
}

function noFallbackHome(dataDir: string, fallbackHome: string, reason: string): string {
  return `PostgreSQL does not run as root, and an unprivileged user can use neither ${dataDir} nor ${fallbackHome} (${reason}). Set CARDWRIGHT_DATA_DIR to a folder outside private homes, or start Cardwright as an ordinary user.`
}
