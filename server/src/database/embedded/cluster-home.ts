import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync, realpathSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { makeFolder, writeDurably } from './durable-file.ts'
import { EmbeddedPostgresError } from './embedded-postgres-error.ts'
import { type Account, accountFor, isRoot, obstacleTo, TRAVERSE } from './run-as.ts'

export type Home = { home: string; account: Account }

/** Creates the data folder where there is none. Root's is passable (not listable), since another uid runs postgres in it. */
export function prepareDataDir(dataDir: string): string {
  const path = resolve(dataDir)
  makeFolder(path, isRoot() ? 0o711 : 0o700)
  return realpathSync(path)
}

/** Looks without touching: not even the lock of a start is made in a folder that is nobody's. */
export function refuseWithoutCluster(dataDir: string): void {
  const path = resolve(dataDir)
  if (['postgres', 'postgres.location'].some((name) => existsSync(join(path, name)))) return
  const found = existsSync(path) ? 'the folder holds no database' : 'the folder does not exist'
  throw new EmbeddedPostgresError(
    `No Cardwright service lives in ${path}: ${found}. Set CARDWRIGHT_DATA_DIR to the data folder of the service, or DATABASE_URL to its database. Only a start of the service and restore make a new one; nothing was made.`,
  )
}

/** Where the cluster is or will be: in the data folder, unless postgres could not get there. */
export function findHome(dataDir: string, refuge: string): Home {
  const pointer = join(dataDir, 'postgres.location')
  if (existsSync(pointer)) return followPointer(pointer, dataDir)
  const folder = join(dataDir, 'postgres')
  const account = accountFor(statSync(existsSync(folder) ? folder : dataDir))
  const obstacle = obstacleTo(dataDir, account, TRAVERSE)
  if (!obstacle) return { home: dataDir, account }
  if (existsSync(folder)) throw new EmbeddedPostgresError(closedOff(folder, obstacle, account))
  return makeRefuge(dataDir, pointer, refuge, account)
}

/** Never start afresh because the place named is empty: that would look like lost data. */
function followPointer(pointer: string, dataDir: string): Home {
  const home = readFileSync(pointer, 'utf8').trim()
  if (!existsSync(home)) {
    const text = `${pointer} says that the database is in ${home}, which does not exist. Bring that folder back, or, to begin with an empty database, delete ${pointer} and the password file beside it.`
    throw new EmbeddedPostgresError(text)
  }
  const folder = join(home, 'postgres')
  return { home, account: accountFor(statSync(existsSync(folder) ? folder : dataDir)) }
}

/** Opening somebody's private folders is not ours to do, so the cluster goes elsewhere and a file tells where. */
function makeRefuge(dataDir: string, pointer: string, refuge: string, account: Account): Home {
  const home = join(refuge, randomBytes(8).toString('hex'))
  try {
    makeFolder(refuge, 0o755)
    makeFolder(home, 0o711)
  } catch (error) {
    throw new EmbeddedPostgresError(noRefuge(dataDir, refuge, (error as Error).message), { cause: error })
  }
  const obstacle = obstacleTo(home, account, TRAVERSE)
  if (obstacle) throw new EmbeddedPostgresError(noRefuge(dataDir, refuge, `${obstacle} is closed to it`))
  const owner = statSync(dataDir)
  writeDurably(join(home, 'belongs-to'), `${dataDir}\n`, { mode: 0o600, owner })
  writeDurably(pointer, `${home}\n`, { mode: 0o600, owner })
  return { home, account }
}

function closedOff(folder: string, obstacle: string, account: Account): string {
  return `PostgreSQL runs as uid ${account.uid} and can no longer reach its files in ${folder}: ${obstacle} is closed to it. Allow passage with chmod o+x ${obstacle}`
}

function noRefuge(dataDir: string, refuge: string, reason: string): string {
  return `PostgreSQL does not run as root, and an unprivileged user can use neither ${dataDir} nor ${refuge} (${reason}). Set CARDWRIGHT_DATA_DIR to a folder outside private homes, or start Cardwright as an ordinary user.`
}
